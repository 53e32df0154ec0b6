/** A part of a text that gets another text, as an agent names it. */
export interface Replacement {
  /** Code that the text has, exactly. Empty: the file is new. */
  readonly old: string;
  readonly fresh: string;
  /** Every place, and not the only one. */
  readonly isEverywhere: boolean;
}

/** The change of a cell of a notebook. */
export interface CellEdit {
  readonly mode: "replace" | "insert" | "delete";
  /** The id of a cell, or `cell-3`; undefined before the first one. */
  readonly cell: string | undefined;
  readonly source: string;
  readonly type: string | undefined;
}

/** What a tool is about to do to one file. */
export type FileEdit =
  | { readonly kind: "write"; readonly text: string }
  | { readonly kind: "replace"; readonly replacements: readonly Replacement[] }
  | { readonly kind: "cell"; readonly edit: CellEdit }
  | { readonly kind: "delete" };

/** The part of what an agent is about to do that is judged. */
export type HookCall =
  /** It changes no file of the tree, or is a command, which is not judged. */
  | { readonly kind: "other" }
  /** `path` as the agent wrote it; `cwd` is absolute, if the agent says it. */
  | {
      readonly kind: "edit";
      readonly path: string;
      readonly edit: FileEdit;
      readonly cwd: string | undefined;
    }
  /** A patch in the form of Codex. */
  | { readonly kind: "patch"; readonly text: string; readonly cwd: string | undefined }
  /** It cannot be judged; both are sentences. */
  | { readonly kind: "fault"; readonly why: string; readonly remedy: string };
