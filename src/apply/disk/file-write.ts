import { basename, dirname, join } from "node:path";
import type { TextEdit } from "../../model/edit.ts";

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
  /** Mode bits of a new file; an existing file keeps its own. Default: those of the system. */
  readonly mode?: number | undefined;
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
