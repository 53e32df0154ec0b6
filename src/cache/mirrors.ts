import { lstatSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../shared/sha256.ts";
import { makeRepository, type ObjectFormat } from "./empty-repository.ts";
import { makeFolders, PRIVATE } from "./make-folders.ts";

/** A mirror that no fleet used for so long is removed; milliseconds. */
const UNUSED = 30 * 24 * 60 * 60 * 1000;

/** The file of a mirror whose time is that of its last use. */
const USED = "used";

/** More packs than this, one a fetch, are worth a fresh start. */
const MANY_PACKS = 20;

/**
 * Makes the folder of all mirrors, and removes those that were not used for long. The clock is that of the disk. Throws
 * if nothing can be made in it.
 */
export function makeMirrors(mirrors: string, now: number): void {
  makeFolders(mirrors, PRIVATE);
  rmdirSync(mkdtempSync(join(mirrors, "probe-")));
  for (const name of names(mirrors)) {
    const folder = join(mirrors, name);
    if (!/^[0-9a-f]{64}$/.test(name) || names(folder).includes("lock")) continue;
    const used = lstatSync(join(folder, USED), { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - used > UNUSED) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes the folder of the mirror of a ref of an address: what one fleet looks at is not the tip of another. It is below
 * a folder of this user. The lock of the mirror is a file in it, so that the folder stays when its repository is made
 * anew.
 */
export function makeMirrorFolder(
  mirrors: string,
  { url, ref }: { readonly url: string; readonly ref?: string | undefined },
): string {
  const folder = join(mirrors, sha256(ref === undefined ? url : `${url}\0${ref}`));
  makeFolders(folder, PRIVATE);
  return folder;
}

/**
 * Opens a mirror that this process has locked: an empty repository if there is none, and without what a killed fetch
 * has left. One with many packs, or of more than `bytes`, begins anew. Returns its size; bytes.
 */
export function openMirror(folder: string, bytes: number): number {
  const packs = packsOf(folder);
  for (const name of names(packs)) if (name.startsWith("tmp_")) rmSync(join(packs, name));
  const { length } = names(packs).filter((name) => name.endsWith(".pack"));
  const size = sizeOfMirror(folder);
  const head = lstatSync(join(folder, ".git", "HEAD"), { throwIfNoEntry: false });
  const isWhole = head?.isFile() === true && head.size > 0; // On a full disk, it is empty.
  const isFresh = !isWhole || length > MANY_PACKS || size > bytes;
  if (isFresh) resetMirror(folder, "sha1");
  for (const name of LEFT_LOCKS) rmSync(join(folder, ".git", name), { force: true });
  writeFileSync(join(folder, USED), "");
  return isFresh ? 0 : size;
}

/** Locks of git that a killed fetch leaves. */
const LEFT_LOCKS = ["shallow.lock", "config.lock", "packed-refs.lock", "refs/sluice/tip.lock"];

/** Makes the repository of a mirror anew. `HEAD` comes last: without it there is no repository. */
export function resetMirror(folder: string, format: ObjectFormat): void {
  rmSync(join(folder, ".git"), { recursive: true, force: true });
  makeRepository(join(folder, ".git"), format);
}

/** Returns the size of the objects of a mirror; bytes. */
export function sizeOfMirror(folder: string): number {
  const packs = packsOf(folder);
  const sizes = names(packs).map(
    (name) => lstatSync(join(packs, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function packsOf(folder: string): string {
  return join(folder, ".git", "objects", "pack");
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Not made yet.
  }
}
