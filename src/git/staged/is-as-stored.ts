import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileModeOf } from "../../model/patch/file-mode.ts";
import { blobIdOf } from "../../shared/blob-id.ts";
import type { StoredFile } from "../commit/index-entries.ts";
import { readRegularFile } from "../read-regular-file.ts";

/** A larger file is compared by git; bytes. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * True if a file of a work tree is exactly its entry in an index, and git would store it so, whatever the attributes:
 * it has no `\r`, and no `$Id$` to fill in. Otherwise git has to tell. Files that go through a filter or have another
 * encoding are not asked about.
 */
export function isAsStored(
  top: string,
  path: string,
  { mode, id }: Pick<StoredFile, "mode" | "id">,
): boolean {
  const file = join(top, path);
  try {
    // Through a link to a folder, git sees no file.
    if (realpathSync.native(dirname(file)) !== join(realpathSync.native(top), dirname(path)))
      return false;
    const stats = lstatSync(file);
    if (!stats.isFile() || fileModeOf(stats.mode) !== mode) return false;
    const bytes = readRegularFile(file, MOST_BYTES);
    return !bytes.includes("\r") && !bytes.includes("$Id") && isBlob(bytes, id);
  } catch {
    return false; // It is large, or gone.
  }
}

/** True if bytes are the blob with an id. */
export function isBlob(bytes: Uint8Array, id: string): boolean {
  return blobIdOf(bytes, id.length === 40 ? "sha1" : "sha256") === id;
}
