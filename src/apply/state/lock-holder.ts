import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { z } from "zod";
import { stampOf } from "../../files/stamp-files.ts";
import type { ProcessIdentity } from "../../model/process-identity.ts";
import { isRecord } from "../../shared/is-record.ts";
import { parseJson } from "../../shared/json/parse-json.ts";
import { messageOf } from "../../shared/message-of.ts";
import { once } from "../../shared/once.ts";
import { isProcessGone, processStatus } from "../../shared/process/process-status.ts";

/** The process that holds the lock of a root. */
const holderSchema = once(() =>
  z.strictObject({
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
  }),
);

export type LockHolder = z.infer<ReturnType<typeof holderSchema>>;

/** The largest file that may be a lock; bytes. */
const MAX_LOCK = 64 * 1024;

/** The state of the path of a lock. */
export type FoundLock =
  | { readonly kind: "missing" }
  | { readonly kind: "held"; readonly holder: LockHolder }
  /**
   * A file that is empty, cut or garbled: a loss of power left it behind, because a lock is flushed before it gets its
   * name. `stamp` differs once the file was touched.
   */
  | { readonly kind: "remainder"; readonly stamp: string }
  /** Something that no Sluice of this version left; `why` follows the path. */
  | { readonly kind: "unreadable"; readonly why: string };

/** Reads the state of the path of a lock. Follows no link, and waits for no pipe or device. */
export function readLock(path: string): FoundLock {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // Node's `fs` throws only these.
    if (code === "ENOENT") return { kind: "missing" };
    return { kind: "unreadable", why: code === "ELOOP" ? "is a link" : `cannot be read (${code})` };
  }
  try {
    return parseLock(file);
  } catch (error) {
    return { kind: "unreadable", why: `cannot be read: ${messageOf(error)}` };
  } finally {
    closeSync(file);
  }
}

function parseLock(file: number): FoundLock {
  const stats = fstatSync(file, { bigint: true });
  if (!stats.isFile()) return { kind: "unreadable", why: "is not a file" };
  if (stats.size > MAX_LOCK) return { kind: "unreadable", why: "is too large for a lock" };
  const value = parseJson(readFileSync(file, "utf8"));
  if (!isRecord(value)) return { kind: "remainder", stamp: stampOf(stats) };
  const { data: holder } = holderSchema().safeParse(value);
  // Another version of Sluice, or a person, may have written it.
  if (holder === undefined) return { kind: "unreadable", why: "is not a lock of this version" };
  return { kind: "held", holder };
}

/** True if the process that holds the lock is certainly gone. */
export function isGone(holder: LockHolder, self: ProcessIdentity): boolean {
  const { host, boot, pids } = holder;
  if (host !== self.host || pids !== self.pids) return false; // Its process id has no meaning here.
  if (boot !== self.boot) return hasRestarted(holder, self);
  return isProcessGone(holder, self);
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
  return processStatus(pid)?.started ?? null;
}
