import type { FileMode } from "../../model/patch/file-mode.ts";

/** A text that code wants a file to have. */
export interface TextProposal {
  readonly path: string;
  readonly text: string;
  /** Undefined if it is not known. */
  readonly isIdempotent?: boolean | undefined;
  /** True if its line ends and its BOM, or none, are meant; otherwise those of the file stay. */
  readonly isExact?: boolean;
  /** The mode that the file is to have. Absent: an existing file keeps its own, a new one is plain. */
  readonly mode?: FileMode | undefined;
}
