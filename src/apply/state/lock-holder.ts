import { closeSync, constants, openSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { ProcessIdentity } from "../../model/process-identity.ts";

/** The process that holds the lock of a root. */
const holderSchema = z.strictObject({
  /** Differs for every holding of the lock. */
  token: z.string().regex(/^[0-9a-f]{32}$/),
  pid: z.int().min(1),
  /** The place in which the process id is unique; see {@link ProcessIdentity}. */
  host: z.string(),
  machine: z.string().nullable(),
  boot: z.string().nullable(),
  pids: z.string().nullable(),
  /** The start time of the process, because ids are used again; null if the system does not report it. */
  started: z.string().nullable(),
  command: z.string(),
  /** ISO 8601. */
  since: z.string(),
});

export type LockHolder = z.infer<typeof holderSchema>;

/** Reads the holder of a lock; undefined if there is no lock, `unreadable` if the file is not a lock of Sluice. */
export function readHolder(path: string): LockHolder | "unreadable" | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : "unreadable";
  }
  try {
    return holderSchema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? "unreadable";
  } catch {
    return "unreadable"; // Cut, or made by hand, or a folder.
  } finally {
    closeSync(file);
  }
}

/** True if the process that holds the lock is certainly gone. */
export function isGone(holder: LockHolder, self: ProcessIdentity): boolean {
  const { pid, host, boot, pids, started } = holder;
  if (host !== self.host || pids !== self.pids) return false; // Its process id has no meaning here.
  if (boot !== self.boot) return hasRestarted(holder, self);
  if (!self.isAlive(pid)) return true;
  const now = statusOf(pid);
  if (now === undefined) return false;
  // An ended process keeps its id until its parent collects it, which may never happen in a container.
  return now.hasEnded || (started !== null && now.started !== started);
}

/** The first namespace of process ids of every Linux. The numbers of others, those of containers, are used again. */
const FIRST_PIDS = "pid:[4026531836]";

/**
 * True if the machine was restarted since. Machines may share host names and workspaces, so that it must be the same
 * one.
 */
function hasRestarted({ machine, pids }: LockHolder, self: ProcessIdentity): boolean {
  return machine !== null && machine === self.machine && pids === FIRST_PIDS;
}

/** Returns the start time of a process, in the unit of the system; null if the system does not report it. */
export function startOf(pid: number): string | null {
  return statusOf(pid)?.started ?? null;
}

/** Reads the status of a process; undefined if the system does not report it. */
function statusOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may have spaces. Behind it come the state and, as field 22 of all, the start time.
    const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const started = fields[18];
    return started === undefined ? undefined : { hasEnded: /^[ZXx]$/.test(state), started };
  } catch {
    return undefined; // Not Linux, or the process is gone.
  }
}
