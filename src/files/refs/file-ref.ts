import type { Excerpt } from "../read-excerpt.ts";
import type { Refusal } from "../refusal.ts";

/** The content of a named file or folder that may be read. */
export interface Attached {
  /** Its real name, relative to the root; "" for the root. */
  readonly path: string;
  /** The text of a file, or the entries of a folder. If it was cut, its last line says so. */
  readonly text: string;
  /** Bytes of the text; for a file without the line about the cut. */
  readonly bytesSent: number;
  /** The digest of these bytes; hex. */
  readonly sha256: string;
}

/** The outcome of a named file or folder. */
export type FileRef =
  | (Attached & Omit<Excerpt, "kind"> & { readonly kind: "file" })
  | (Attached & { readonly kind: "folder" })
  | Refusal;
