import { type BigIntStats, constants, type Stats } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { removeEmptyFolder, removeIfThere, syncFolder } from "./disk.ts";
import { reachFaultPoint } from "./fault-point.ts";
import type { FileIdentity } from "./file-identity.ts";
import { makeFolderBeside } from "./folder-beside.ts";
import { renameStaged, stageFile } from "./staged-file.ts";

/** The place of a file on the disk: two files that exist at once never have the same one. */
export type DiskFile = Pick<BigIntStats, "dev" | "ino">;

/** Opens an existing file, and no link. */
export const TO_APPEND = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * Puts a file in the place of an earlier one, in one step, with its mode bits; the earlier one stays if that fails. A
 * link is replaced, not followed. `check` runs before the rename. Returns the place of the file, read before another
 * process can see it.
 */
export async function replaceFile(
  target: string,
  text: string | Buffer | Iterable<string>,
  check: () => Promise<void> = async () => undefined,
): Promise<DiskFile> {
  const earlier = await findFile(target);
  if (earlier) await (await open(target, TO_APPEND)).close(); // A read-only file must stay.
  reachFaultPoint("mkdir", dirname(target));
  const folder = await makeFolderBeside(target);
  const staged = { target, temporary: join(folder, basename(target)) };
  try {
    await stageFile(staged, text, earlier && identityOf(earlier));
    await check();
    const id = await lstat(staged.temporary, { bigint: true });
    await renameStaged(staged);
    await syncFolder(dirname(target));
    return id;
  } finally {
    await removeIfThere(staged.temporary).catch(() => undefined); // The first error is the reason.
    await removeEmptyFolder(folder).catch(() => undefined);
  }
}

async function findFile(target: string): Promise<Stats | undefined> {
  const stats = await lstat(target).catch(() => undefined); // Missing.
  return stats?.isFile() === true ? stats : undefined;
}

/** Returns the mode bits and the owner, without the type of the file. */
function identityOf({ mode, uid, gid }: Stats): Pick<FileIdentity, "mode" | "uid" | "gid"> {
  return { mode: mode & 0o7777, uid, gid };
}
