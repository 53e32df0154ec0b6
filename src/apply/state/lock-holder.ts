import { closeSync, constants, openSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { ProcessIdentity } from "../../model/process-identity.ts";

/** Who holds the lock of a root. */
const holderSchema = z.strictObject({
  /** Tells one holding from every other. */
  token: z.string().regex(/^[0-9a-f]{32}$/),
  pid: z.int().min(1),
  /** Where process ids count; see {@link ProcessIdentity}. */
  host: z.string(),
  machine: z.string().nullable(),
  boot: z.string().nullable(),
  pids: z.string().nullable(),
  /** When the process started, as far as the system tells: ids are used again. */
  started: z.string().nullable(),
  command: z.string(),
  /** ISO 8601. */
  since: z.string(),
});

export type LockHolder = z.infer<typeof holderSchema>;

/** Undefined where there is no lock; `unreadable` where something else stands there. */
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
    return "unreadable"; // Cut, a folder, or made by hand.
  } finally {
    closeSync(file);
  }
}

/** Whether the process that holds it is certainly gone. */
export function isGone(holder: LockHolder, self: ProcessIdentity): boolean {
  const { pid, host, boot, pids, started } = holder;
  if (host !== self.host || pids !== self.pids) return false; // Nobody here can tell.
  if (boot !== self.boot) return hasRestarted(holder, self);
  if (!self.isAlive(pid)) return true;
  const now = statusOf(pid);
  if (now === undefined) return false;
  // A process that has ended keeps its id until its parent asks, which in a container may be never.
  return now.hasEnded || (started !== null && now.started !== started);
}

/** The one that every Linux starts with. Others, those of containers, are known by number, and numbers come again. */
const FIRST_PIDS = "pid:[4026531836]";

/** Host names and workspaces are shared by machines too: it must certainly be the same one. */
function hasRestarted({ machine, pids }: LockHolder, self: ProcessIdentity): boolean {
  return machine !== null && machine === self.machine && pids === FIRST_PIDS;
}

/** When a process started, in the system's own unit; null where the system does not tell. */
export function startOf(pid: number): string | null {
  return statusOf(pid)?.started ?? null;
}

/** Undefined where the system does not tell. */
function statusOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may have spaces; behind it come the state and, as the 22nd of all, the start.
    const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const started = fields[18];
    return started === undefined ? undefined : { hasEnded: /^[ZXx]$/.test(state), started };
  } catch {
    return undefined; // Not Linux, or it is gone.
  }
}
