import {
  createFile,
  isWithoutLinks,
  linkFile,
  removeFile,
  removeIfThere,
  renameFile,
  setIdentity,
  syncFile,
  writeBytes,
} from "./disk.ts";
import type { FileIdentity } from "./file-identity.ts";

/** A file that is written beside its target and waits for its rename. Absolute paths. */
export interface StagedFile {
  readonly target: string;
  readonly temporary: string;
}

/** Writes and flushes a text beside its target, with the mode and, where possible, the owner it is to have. */
export async function stageFile(
  { temporary }: StagedFile,
  text: string,
  identity: Pick<FileIdentity, "mode" | "uid" | "gid"> | number | undefined,
): Promise<void> {
  const mode = typeof identity === "number" ? identity : identity?.mode;
  const file = await createFile(temporary, mode ?? 0o644);
  try {
    await writeBytes(file, temporary, Buffer.from(text));
    if (typeof identity === "object") await setIdentity(file, temporary, identity);
    else if (mode !== undefined) await file.chmod(mode); // `open` subtracts the umask.
    await syncFile(file, temporary);
  } catch (error) {
    await removeIfThere(temporary).catch(() => undefined); // Why it failed is what counts.
    throw error;
  } finally {
    await file.close();
  }
}

/** Puts a staged file into its place. */
export function renameStaged({ temporary, target }: StagedFile): Promise<void> {
  return renameFile(temporary, target);
}

/**
 * Puts a staged file into a place where nothing may stand. Answers whether it could: where something
 * came to stand there meanwhile it stays, whatever the moment. Where it throws, nothing stands there, if the
 * disk lets it be removed.
 */
export async function placeStaged(file: StagedFile): Promise<boolean> {
  try {
    await linkFile(file.temporary, file.target); // A rename would replace what stands there.
  } catch (error) {
    const failure = error as NodeJS.ErrnoException; // fs rejects with these only.
    if (failure.code === "EEXIST") return false;
    if (!isWithoutLinks(failure)) throw error;
    return placeWithoutLink(file);
  }
  try {
    await removeFile(file.temporary);
  } catch (error) {
    // It is all of it or nothing; why it failed is what counts.
    await removeIfThere(file.target).catch(() => undefined);
    throw error;
  }
  return true;
}

/** Takes the place with an empty file first: only who makes it may replace it. */
async function placeWithoutLink({ temporary, target }: StagedFile): Promise<boolean> {
  const place = await createFile(target, 0o644).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return undefined;
    throw error;
  });
  if (place === undefined) return false;
  await place.close();
  try {
    await renameFile(temporary, target);
  } catch (error) {
    await removeIfThere(target).catch(() => undefined); // As above.
    throw error;
  }
  return true;
}
