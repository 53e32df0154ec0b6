import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessIdentity } from "../../model/process-identity.ts";
import { removeIfThere, syncFolder } from "../disk/disk.ts";
import { type FoundLock, isGone, type LockHolder, readLock, startOf } from "./lock-holder.ts";
import { LockRemainders } from "./lock-remainders.ts";
import { isOwnFolder, makeStateFolder, stateFolder } from "./run-folder.ts";
import { isHeldBy, newToken, type Taker, takeLock } from "./take-lock.ts";

/** The time between two attempts to take a lock that another process holds; milliseconds. */
const RETRY_AFTER = 50;

/** Another run writes in this root, and does not end in time. */
export class LockedError extends Error {
  override readonly name = "LockedError";
}

/** A request to write in a root. */
export interface LockRequest {
  readonly command: string;
  readonly self: ProcessIdentity;
  /** ISO 8601. */
  readonly since: string;
  /** Returns a signal that fires when the wait is over. Called once, when the wait begins. */
  readonly expired: () => AbortSignal;
  /** Fires when the run must end. */
  readonly signal: AbortSignal;
  /** Called once, when the wait begins. */
  readonly onWait?: () => void;
}

/** A lock that this process holds. */
export interface RunLock {
  /** True if another process held it at the time of the request, or had died with it. */
  readonly wasContended: boolean;
  /** True if the lock is still ours. Another process or a user may have removed the file. */
  isHeld(): boolean;
  /** Releases the lock. Never throws, because the outcome of the run does not depend on it. */
  release(): Promise<void>;
}

/** A folder that one process at a time works in, for messages. */
export interface LockedPlace {
  /** What the other process does: `Another run writes in this root`. */
  readonly busy: string;
  /** The lock, as people are to remove it. */
  readonly lock: string;
}

const ROOT: LockedPlace = { busy: "Another run writes in this root", lock: ".sluice/lock" };

/**
 * Takes the lock of a root: one process at a time writes there. Waits while a living process holds the lock. Takes over
 * the lock of a process of this machine that has ended, and a lock that a loss of power damaged. Throws a `LockedError`
 * when the time is up, the reason of `signal` when that fires, and the disk's error if `.sluice` cannot be written.
 */
export async function takeRunLock(root: string, request: LockRequest): Promise<RunLock> {
  return takeLockIn(await makeStateFolder(root), ROOT, request);
}

/** Takes the lock of a folder in the same way. */
export async function takeLockIn(
  folder: string,
  place: LockedPlace,
  request: LockRequest,
): Promise<RunLock> {
  const path = join(folder, "lock");
  const { self, command, since } = request;
  const started = startOf(self.pid);
  const token = newToken({ ...self, started, since });
  const { pid, host, machine, boot, pids } = self;
  const own: LockHolder = { token, pid, host, machine, boot, pids, started, command, since };
  const taker = { own, self, remainders: new LockRemainders() };
  const wasContended = await waitForLock(path, taker, { ...request, place });
  const isHeld = () => isHeldBy(path, token);
  const release = async () => {
    // If this fails, the next run takes over the lock once this process has ended.
    if (isHeld()) await removeIfThere(path).catch(() => undefined);
  };
  try {
    await syncFolder(folder);
    await sweep(folder, self);
  } catch (error) {
    await release();
    throw error;
  }
  return { wasContended, isHeld, release };
}

/** Waits until the lock is taken. Returns true if another process held it, or had died with it. */
async function waitForLock(
  path: string,
  taker: Taker,
  request: LockRequest & { readonly place: LockedPlace },
): Promise<boolean> {
  const { signal } = request;
  let expired: AbortSignal | undefined;
  let wasContended = false;
  for (;;) {
    signal.throwIfAborted();
    const taken = await takeLock(path, taker);
    wasContended ||= taken !== "free";
    if (taken !== "lost") return wasContended;
    const found = readLock(path);
    if (found.kind === "missing") continue;
    const isRemainder = found.kind === "remainder" && !taker.remainders.isExhausted;
    if (!isRemainder) {
      if (expired === undefined) {
        expired = request.expired();
        request.onWait?.();
      }
      if (expired.aborted) throw new LockedError(describe(found, request.place));
    }
    await sleep(RETRY_AFTER, undefined, { signal }).catch(() => undefined); // `throwIfAborted` above.
  }
}

/** True if a process that is gone has left a lock, or a part of one, which the next holder of the lock removes. */
export function hasLeftLock(root: string, self: ProcessIdentity): boolean {
  if (!isOwnFolder(root)) return false;
  const folder = stateFolder(root);
  return namesOf(folder).some((name) => {
    const isLock = name === "lock" || TEMPORARY.test(name);
    return isLock && isLeft(join(folder, name), self);
  });
}

/** The names of temporary locks. */
const TEMPORARY = /^lock\.[0-9a-f]{32}/;

function namesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // No lock can be taken there.
  }
}

function isLeft(path: string, self: ProcessIdentity): boolean {
  const found = readLock(path);
  return found.kind === "remainder" || (found.kind === "held" && isGone(found.holder, self));
}

/** Removes temporary locks of processes that died while they took, or waited for, the lock. */
async function sweep(folder: string, self: ProcessIdentity): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (TEMPORARY.test(name) && isLeft(path, self)) await removeIfThere(path);
  }
}

function describe(found: FoundLock, { busy, lock }: LockedPlace): string {
  if (found.kind !== "held") {
    const why = found.kind === "unreadable" ? found.why : "changes all the time";
    return `\`${lock}\` ${why}. If ${busy.replace("Another", "no other")}, remove it.`;
  }
  const { command, pid, host, since } = found.holder;
  const run = `\`${command}\`, process ${pid} on ${host}, since ${since}`;
  const advice = `Wait longer with --lock-timeout; if that process is gone, remove \`${lock}\`.`;
  return `${busy}: ${run}. ${advice}`;
}
