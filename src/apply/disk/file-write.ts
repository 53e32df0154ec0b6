import { basename, dirname, join } from "node:path";
import type { TextEdit } from "../../model/edit.ts";
import { bitsWith, type FileMode } from "../../model/patch/file-mode.ts";

/** One file of a transaction, before and after. Texts are UTF-8 on the disk. */
export interface FileWrite {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** sha256 of the bytes that must be there; null if the path must be free. */
  readonly preHash: string | null;
  /** sha256 of the bytes afterwards; null if the file is removed. */
  readonly postHash: string | null;
  /** Empty for a new file. */
  readonly before: string;
  /** Empty if the file is removed. */
  readonly after: string;
  /** The edits that make `after` of `before`. */
  readonly edits: readonly TextEdit[];
  /**
   * Mode bits afterwards, or the mode of git, which leaves other bits as they are. Default: an existing file keeps its
   * own, a new one has those of the system.
   */
  readonly mode?: number | FileMode | undefined;
}

/** Returns the mode bits of an existing file afterwards. */
export function bitsAfter(bits: number, mode: FileWrite["mode"]): number {
  return typeof mode === "string" ? bitsWith(bits, mode) : (mode ?? bits);
}

/** Returns the path of a temporary file: beside its target, under a name that a later `recover` finds again. */
export function temporaryPath(
  root: string,
  path: string,
  { token, index }: { readonly token: string; readonly index: number },
): string {
  const target = join(root, path);
  // A name has at most 255 bytes.
  return join(dirname(target), `.${basename(target).slice(0, 40)}.sluice-${token}-${index}`);
}
