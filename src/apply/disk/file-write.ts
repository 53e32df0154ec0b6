import { basename, dirname, join } from "node:path";
import type { TextEdit } from "../../model/edit.ts";

/** One file of a transaction: what it must be, and what it is to become. Texts are UTF-8 on the disk. */
export interface FileWrite {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** sha256 of the bytes that must be there; null where no file may be there. */
  readonly preHash: string | null;
  /** sha256 of the bytes afterwards; null where there is no file afterwards. */
  readonly postHash: string | null;
  /** Empty where there was no file. */
  readonly before: string;
  /** Empty where there is no file afterwards. */
  readonly after: string;
  /** What makes `after` of `before`. */
  readonly edits: readonly TextEdit[];
  /** Mode bits of a file that comes to stand; one that is there keeps its own. Default: as the system has it. */
  readonly mode?: number | undefined;
}

/** Where the text of a file waits for its rename: beside it, under a name that a later `recover` finds again. */
export function temporaryPath(
  root: string,
  path: string,
  { token, index }: { readonly token: string; readonly index: number },
): string {
  const target = join(root, path);
  // A name has at most 255 bytes.
  return join(dirname(target), `.${basename(target).slice(0, 40)}.sluice-${token}-${index}`);
}
