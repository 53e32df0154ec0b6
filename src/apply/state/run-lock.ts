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

/** How often a lock that is held is looked at; milliseconds. */
const LOOK_EVERY = 50;

/** Another run writes in this root, and did not end in time. */
export class LockedError extends Error {
  override readonly name = "LockedError";
}

/** Who wants to write in a root. */
export interface LockRequest {
  readonly command: string;
  readonly self: ProcessIdentity;
  /** ISO 8601. */
  readonly since: string;
  /** Fires when it has been waited for long enough. Asked for once it has to be waited. */
  readonly expired: () => AbortSignal;
  /** Fires when the run is to end. */
  readonly signal: AbortSignal;
  /** Told once, where it has to be waited for. */
  readonly onWait?: (holder: LockHolder | "unreadable") => void;
}

/** The lock of a root, held. */
export interface RunLock {
  /** Somebody else had it when it was asked for, or had died with it. */
  readonly wasContended: boolean;
  /** Whether it is still there, and ours: anybody can remove a file. */
  isHeld(): boolean;
  /** Never throws: what the run came to does not hang on it. */
  release(): Promise<void>;
}

/**
 * Takes the lock of a root: one process writes in it at a time. Waits while another one that lives has it; takes over
 * that of a process of this machine that is gone. Throws a `LockedError` where the time is up, and the reason of `signal`
 * where that fires; the disk's error where `.sluice` cannot be written.
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
    await sleep(LOOK_EVERY, undefined, { signal }).catch(() => undefined); // Looked at above.
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
      // A lock that cannot be removed is one of a process that is gone as soon as this one has ended.
      await removeIfThere(path).catch(() => undefined);
    },
  };
}

/** How the lock was come by: nobody had it, a process that is gone had it, or somebody else has it. */
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
 * Replaces the lock of a process that is gone. Of all that try, the one does it that holds a lock of its own for
 * that very holder, so that nobody takes a fresh lock for the stale one.
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

/** No two are the same, whoever makes them. */
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
    await removeIfThere(path); // Half of it would be in everybody's way.
    throw error;
  } finally {
    await file.close();
  }
}

/** Of all that try, one does it. */
async function placeAlone(from: string, to: string, own: LockHolder): Promise<boolean> {
  return linkFile(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (!isWithoutLinks(error)) return lost(error);
      // Others find it empty for a moment, and wait.
      return writeHolder(to, own).then(() => true, lost);
    },
  );
}

async function renamed(from: string, to: string): Promise<boolean> {
  return renameFile(from, to).then(() => true, lost);
}

/** Somebody was faster, or took what was staged for left over by a process that died. */
function lost(error: NodeJS.ErrnoException): false {
  if (error.code === "EEXIST" || error.code === "ENOENT") return false;
  throw error;
}

/** Removes what processes left over that died while they took, or waited for, the lock. */
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
  return `Another run writes in this root: \`${command}\`, process ${pid} on ${host}, since ${since}. Wait longer with --lock-timeout; if that process is gone, remove \`.sluice/lock\`.`;
}
