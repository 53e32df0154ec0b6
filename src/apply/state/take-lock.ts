import type { ProcessIdentity } from "../../model/process-identity.ts";
import { sha256 } from "../../shared/sha256.ts";
import {
  createFile,
  isWithoutLinks,
  linkFile,
  removeIfThere,
  renameFile,
  syncFile,
  writeBytes,
} from "../disk/disk.ts";
import { type FoundLock, isGone, type LockHolder, readLock } from "./lock-holder.ts";
import type { LockRemainders } from "./lock-remainders.ts";

/** A process that takes a lock. */
export interface Taker {
  readonly own: LockHolder;
  readonly self: ProcessIdentity;
  readonly remainders: LockRemainders;
}

/** The outcome of an attempt: the lock was free, its process is gone, or another process holds it. */
export type Taken = "free" | "stale" | "lost";

/** Tries once to take a lock. */
export async function takeLock(path: string, taker: Taker): Promise<Taken> {
  const { own } = taker;
  const found = readLock(path);
  const stale = found.kind === "missing" ? undefined : staleKey(path, found, taker);
  if (found.kind !== "missing" && stale === undefined) return "lost";
  const temporary = `${path}.${own.token}`;
  try {
    await writeHolder(temporary, own);
    if (stale === undefined) return (await placeAlone(temporary, path, own)) ? "free" : "lost";
    return (await takeOver(path, stale, { taker, temporary })) ? "stale" : "lost";
  } finally {
    await removeIfThere(temporary);
  }
}

/** Returns the name of a lock that no process holds; undefined if one may hold it. */
function staleKey(path: string, found: FoundLock, { self, remainders }: Taker): string | undefined {
  if (found.kind === "held") return isGone(found.holder, self) ? keyOf(found) : undefined;
  const isLeft = found.kind === "remainder" && remainders.isLeft(path, found.stamp);
  return isLeft ? keyOf(found) : undefined;
}

/** Returns a name for what is at the path of a lock, which nothing else there ever has. */
function keyOf(found: FoundLock): string | undefined {
  if (found.kind === "held") return found.holder.token;
  return found.kind === "remainder" ? sha256(found.stamp).slice(0, 32) : undefined;
}

/**
 * Replaces a lock that no process holds. A process must first take a second lock, named after that one, so that it does
 * not replace the fresh lock of a faster process.
 */
async function takeOver(
  path: string,
  stale: string,
  { taker, temporary }: { readonly taker: Taker; readonly temporary: string },
): Promise<boolean> {
  const guard = `${path}.${stale}.gone`;
  const own = { ...taker.own, token: newToken(taker.own) };
  if ((await takeLock(guard, { ...taker, own })) === "lost") return false;
  try {
    return keyOf(readLock(path)) === stale && (await renamed(temporary, path));
  } finally {
    await removeIfThere(guard);
  }
}

let tokens = 0;

/** Returns a token that no other process and no other call makes. */
export function newToken(holder: Pick<LockHolder, "pid" | "host" | "started" | "since">): string {
  tokens += 1;
  const { pid, host, started, since } = holder;
  return sha256(JSON.stringify([host, pid, started, since, tokens])).slice(0, 32);
}

async function writeHolder(path: string, own: LockHolder): Promise<void> {
  const file = await createFile(path, 0o644);
  try {
    await writeBytes(file, path, Buffer.from(JSON.stringify(own)));
    await syncFile(file, path); // Before it gets its name: after a loss of power that must not lead to half of it.
  } catch (error) {
    await removeIfThere(path);
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
      // Other processes find it empty for a moment, and wait; they replace it if this process is stopped just then.
      return writeHolder(to, own).then(() => isHeldBy(to, own.token), lost);
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

/** True if a lock has this token. */
export function isHeldBy(path: string, token: string): boolean {
  const found = readLock(path);
  return found.kind === "held" && found.holder.token === token;
}
