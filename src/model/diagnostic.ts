/** Codes of everything that can be wrong with what a person wrote. The meaning never changes; the sentence may. */
export type DiagnosticCode =
  /** Not valid YAML. */
  | "yaml-syntax"
  /** The same key twice in one map. */
  | "duplicate-key"
  /** A key that the format does not have. */
  | "unknown-key"
  /** A key that must be there is not. */
  | "missing-key"
  /** A value of the wrong type or outside what is allowed. */
  | "invalid-value"
  /** Two steps of one recipe, or two rules of one policy, share an id. */
  | "duplicate-id"
  /** `${{ inputs.x }}` or `--input x=…` names an input that no recipe declares. */
  | "undeclared-input"
  /** An input is declared and never used. A warning. */
  | "unused-input"
  /** A setting of another tool's file that would change what happens there, and does not here. A warning. */
  | "unused-setting"
  /** Rule files of a step were read, and none of their rules is in use. A warning. */
  | "no-rules"
  /** A required input got no value. */
  | "missing-input"
  /** An input got a value that its declaration does not allow. */
  | "invalid-input"
  /** An expression `${{ … }}` that is not understood. */
  | "invalid-expression"
  /** `steps.<id>` names a step that is not there, comes later, or has no output. */
  | "unknown-step"
  /** A reference to a file in a prompt has a value in it, and so is none (F18). A warning. */
  | "input-in-reference"
  /** A `when` that is no expression, or none that is true or false. */
  | "invalid-condition"
  /** A fact that no action has. */
  | "unknown-fact"
  /** A pattern or rule that the engine cannot use. */
  | "invalid-pattern"
  /** A language that is not supported. */
  | "unknown-language"
  /** A language that a recipe names is supported, and the package with its grammar is not installed. */
  | "language-not-installed"
  /** The package with the grammar of a language that a recipe names is installed, and of no use. */
  | "language-broken"
  /** A path that leaves the root, is absolute, or is reserved. */
  | "path-out-of-root"
  /** A file that was named does not exist. */
  | "file-not-found"
  /** A file that was named cannot be read. */
  | "file-unreadable"
  /** A file is larger than what is accepted. */
  | "file-too-large"
  /** A recipe name that is found nowhere. */
  | "recipe-not-found"
  /** No recipe was named. */
  | "no-recipes"
  /** `run` without a policy. */
  | "policy-missing"
  /** An option of the command line with a value that is not allowed. */
  | "invalid-option"
  /** The root is not a folder, or one in which nothing is edited. */
  | "invalid-root"
  /** `--require-clean`, and something below the root is not committed, or nobody can tell. */
  | "dirty-tree"
  /** A recipe brings code, and the caller has not allowed it (T26). */
  | "custom-tools-not-allowed"
  /** A file with custom tools, or one of its tools, cannot be used (T24). */
  | "invalid-tool"
  /** A custom tool has a name that is taken (T24). */
  | "duplicate-tool"
  /** A step calls a tool that is not there. */
  | "unknown-tool"
  /** The module of a hook cannot be used. */
  | "invalid-hook"
  /** A file was named as a plan, and is none. */
  | "not-a-plan"
  /** A plan is of a format that this Sluice does not read. */
  | "plan-version"
  /** A plan is cut off, or is not shaped as a plan is. */
  | "plan-damaged"
  /** A plan was changed after it was made: its digest is not that of its content. */
  | "plan-edited"
  /** A plan asks for what no plan may, or contradicts itself. */
  | "plan-invalid";

/** One thing that is wrong with what a person wrote, and where. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  /** One line: what is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** The file, relative to the root where it is inside, else as it was named. */
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1, in UTF-16 code units. */
  readonly column?: number;
  /** The lines around the place with a caret below it; plain text without colour. */
  readonly frame?: string;
}

/** Whether anything in the list forbids a run. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
