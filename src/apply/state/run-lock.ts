import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessIdentity } from "../../model/process-identity.ts";
import { sha256 } from "../../shared/sha256.ts";
import {
  createFile,
  isWithoutLinks,
  linkFile,
  removeIfThere,
  renameFile,
  writeBytes,
} from "../disk/disk.ts";
import { isGone, type LockHolder, readHolder, startOf } from "./lock-holder.ts";
import { makeStateFolder } from "./run-folder.ts";

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
  readonly onWait?: (holder: LockHolder | "unreadable") => void;
}

/** The lock of a root that this process holds. */
export interface RunLock {
  /** True if another process held it at the time of the request, or had died with it. */
  readonly wasContended: boolean;
  /** True if the lock is still ours. Another process or a user may have removed the file. */
  isHeld(): boolean;
  /** Releases the lock. Never throws, because the outcome of the run does not depend on it. */
  release(): Promise<void>;
}

/**
 * Takes the lock of a root, in which one process at a time writes: waits while a living process holds it, and takes
 * over the lock of a process of this machine that is gone. Throws a `LockedError` when the time is up, the reason of
 * `signal` when that fires, and the disk's error if `.sluice` cannot be written.
 */
export async function takeRunLock(root: string, request: LockRequest): Promise<RunLock> {
  const folder = await makeStateFolder(root);
  const path = join(folder, "lock");
  const { self, command, since, signal } = request;
  const started = startOf(self.pid);
  const token = newToken({ ...self, started, since });
  const { pid, host, machine, boot, pids } = self;
  const own: LockHolder = { token, pid, host, machine, boot, pids, started, command, since };
  let expired: AbortSignal | undefined;
  let wasContended = false;
  for (;;) {
    signal.throwIfAborted();
    const taken = await take(path, own, self);
    wasContended ||= taken !== "free";
    if (taken !== "lost") break;
    const holder = readHolder(path);
    if (holder === undefined) continue;
    if (expired === undefined) {
      expired = request.expired();
      request.onWait?.(holder);
    }
    if (expired.aborted) throw new LockedError(describe(holder));
    await sleep(RETRY_AFTER, undefined, { signal }).catch(() => undefined); // `throwIfAborted` above.
  }
  await sweep(folder, self);
  const isHeld = () => {
    const holder = readHolder(path);
    return typeof holder === "object" && holder.token === token;
  };
  return {
    wasContended,
    isHeld,
    async release() {
      if (!isHeld()) return;
      // If this fails, the next run takes over the lock once this process has ended.
      await removeIfThere(path).catch(() => undefined);
    },
  };
}

/** The outcome of an attempt: the lock was free, a process that is gone held it, or another process holds it. */
type Taken = "free" | "stale" | "lost";

async function take(path: string, own: LockHolder, self: ProcessIdentity): Promise<Taken> {
  const holder = readHolder(path);
  if (holder === "unreadable") return "lost";
  if (holder !== undefined && !isGone(holder, self)) return "lost";
  const temporary = `${path}.${own.token}`;
  try {
    await writeHolder(temporary, own);
    if (holder === undefined) return (await placeAlone(temporary, path, own)) ? "free" : "lost";
    return (await takeOver(path, holder, { own, self, temporary })) ? "stale" : "lost";
  } finally {
    await removeIfThere(temporary);
  }
}

/**
 * Replaces the lock of a process that is gone. A process must first take a second lock, named after that holder, so
 * that it does not replace the fresh lock of a faster process.
 */
async function takeOver(
  path: string,
  stale: LockHolder,
  { own, self, temporary }: { own: LockHolder; self: ProcessIdentity; temporary: string },
): Promise<boolean> {
  const guard = `${path}.${stale.token}.gone`;
  if ((await take(guard, { ...own, token: newToken(own) }, self)) === "lost") return false;
  try {
    const holder = readHolder(path);
    if (typeof holder !== "object" || holder.token !== stale.token) return false;
    return await renamed(temporary, path);
  } finally {
    await removeIfThere(guard);
  }
}

let tokens = 0;

/** Returns a token that no other process and no other call makes. */
function newToken(holder: Pick<LockHolder, "pid" | "host" | "started" | "since">): string {
  tokens += 1;
  const { pid, host, started, since } = holder;
  return sha256(JSON.stringify([host, pid, started, since, tokens])).slice(0, 32);
}

async function writeHolder(path: string, own: LockHolder): Promise<void> {
  const file = await createFile(path, 0o644);
  try {
    await writeBytes(file, path, Buffer.from(JSON.stringify(own)));
  } catch (error) {
    await removeIfThere(path); // Half of a lock would stop every other run.
    throw error;
  } finally {
    await file.close();
  }
}

/** Puts a lock into its place if that is free. Of several processes, exactly one succeeds. */
async function placeAlone(from: string, to: string, own: LockHolder): Promise<boolean> {
  return linkFile(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (!isWithoutLinks(error)) return lost(error);
      // Other processes find it empty for a moment, and wait.
      return writeHolder(to, own).then(() => true, lost);
    },
  );
}

async function renamed(from: string, to: string): Promise<boolean> {
  return renameFile(from, to).then(() => true, lost);
}

/** Another process was faster, or removed the temporary file because it looked left over. */
function lost(error: NodeJS.ErrnoException): false {
  if (error.code === "EEXIST" || error.code === "ENOENT") return false;
  throw error;
}

/** Removes temporary locks of processes that died while they took, or waited for, the lock. */
async function sweep(folder: string, self: ProcessIdentity): Promise<void> {
  for (const name of readdirSync(folder)) {
    if (!/^lock\.[0-9a-f]{32}/.test(name)) continue;
    const path = join(folder, name);
    const holder = readHolder(path);
    if (holder === "unreadable" || (holder && isGone(holder, self))) await removeIfThere(path);
  }
}

function describe(holder: LockHolder | "unreadable"): string {
  if (holder === "unreadable")
    return "`.sluice/lock` cannot be read. If no run is under way in this root, remove it.";
  const { command, pid, host, since } = holder;
  const run = `\`${command}\`, process ${pid} on ${host}, since ${since}`;
  const advice = "Wait longer with --lock-timeout; if that process is gone, remove `.sluice/lock`.";
  return `Another run writes in this root: ${run}. ${advice}`;
}
