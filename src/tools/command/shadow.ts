import type { FileMode } from "../../model/patch/file-mode.ts";
import type { FileRead } from "../../model/workspace.ts";

/** A copy of the tree of a run, outside of its root, in which a program may write. */
export interface Shadow {
  /** The folder that stands for the root; absolute. */
  readonly folder: string;
  /** True if a file was copied; false for links, and for what git ignores. */
  hasFile(path: string): boolean;
  /** Returns what differs from the tree, sorted by path. Files that git ignores are left out if they are new. */
  changes(): Promise<readonly ShadowChange[]>;
  /** Returns linked things that were changed, made or removed; relative to the root, the first of them. */
  changedLinks(): readonly string[];
  /** Returns settings and hooks of the repository of the tree that were changed; relative to its folder. */
  changedSettings(): readonly string[];
  /** Writes a file, which need not exist. Throws a `ToolError` if a program has put something else in its way. */
  write(path: string, text: string): void;
  /** Reads a file. Links are not followed. */
  read(path: string): FileRead;
  /** Removes it. */
  remove(): Promise<void>;
}

/** A difference between a shadow and the tree; `path` is relative to the root. */
export type ShadowChange = { readonly path: string } & (
  | { readonly kind: "deleted" }
  | {
      /** A file; also one whose text is as it was. */
      readonly kind: "file";
      readonly isNew: boolean;
      readonly read: FileRead;
      /** The mode that it got; of a new file, if it is executable. */
      readonly mode?: FileMode;
    }
  /** `fault` follows the path in a message. */
  | { readonly kind: "other"; readonly fault: string }
);

/** Makes shadows, and the variables of the programs in them. */
export interface Shadows {
  /** Throws a `ToolError` if none can be made. `links`: things that git ignores, which stay where they are. */
  open(links: readonly string[], signal: AbortSignal): Promise<Shadow>;
  /** Returns the variables without secrets, and those with these names. */
  environmentOf(names: readonly string[]): Readonly<Record<string, string>>;
  /** Returns a signal that fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
}

/** Keeps the standard output of a program, without the values of the variables that its step names. */
export interface KeptOutput {
  /** Takes a line without its line end. */
  line(line: string): void;
  /** Waits until all of it is kept, or tells that it cannot be. */
  end(): Promise<void>;
}

/** The receivers of what programs print. */
export interface PrintedOutput {
  /** Receives what code of the recipe prints, or the end of it. */
  readonly onPrinted?: ((text: string) => void) | undefined;
  readonly printed?: KeptOutput | undefined;
}
