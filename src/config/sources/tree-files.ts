import type { Diagnostic } from "../../model/diagnostic.ts";
import type { DiagnosticCode } from "../../model/diagnostic-code.ts";
import type { FolderEntry } from "../../model/workspace.ts";

/** The bytes of a file that configures Sluice. */
interface SourceBytes {
  readonly bytes: Uint8Array;
  /** Relative to the root, after all links. */
  readonly path: string;
  /** False if the file was reached through a link: its text is not shown then. */
  readonly isDirect: boolean;
}

/** The bytes of a file, or why they are not read. */
export type SourceRead = SourceBytes | { readonly diagnostic: Diagnostic };

/**
 * The files below a root that may configure Sluice: those of the work tree, of the base commit, or none; or those of a
 * commit of another repository. Paths are relative to the root; one that leaves it is refused.
 */
export interface TreeFiles {
  readonly origin: "tree" | "base" | "git";
  /** Reads a file of at most `maxBytes`. */
  read(path: string, maxBytes: number): Promise<SourceRead>;
  /** Returns the kind of thing that could be read or listed at a path; `refused` if it must not be. */
  kindOf(path: string): Promise<"file" | "folder" | "missing" | "refused">;
  /** Returns the entries of a folder; none if there is no such folder, or if it must not be listed. */
  entries(folder: string): Promise<readonly FolderEntry[]>;
  /** Returns the files below a folder, relative to it; none if it must not be listed. */
  walk(folder: string): Promise<readonly string[]>;
}

/** Makes the refusal of a file. */
export function refuseSource(
  code: DiagnosticCode,
  message: string,
  { path, hint }: { readonly path: string; readonly hint?: string | undefined },
): { readonly diagnostic: Diagnostic } {
  const advice = hint === undefined ? {} : { hint };
  return { diagnostic: { code, severity: "error", message, path, ...advice } };
}
