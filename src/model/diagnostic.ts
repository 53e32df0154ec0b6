/**
 * The codes of all faults in files and options that the user wrote. The meaning of a code never changes; the sentence
 * may.
 */
export type DiagnosticCode =
  /** Stands for more diagnostics that are not listed; `count` says how many. */
  | "more-diagnostics"
  /** Not valid YAML. */
  | "yaml-syntax"
  /** The same key twice in one map. */
  | "duplicate-key"
  /** A key that the format does not have. */
  | "unknown-key"
  /** A required key is missing. */
  | "missing-key"
  /** A value of the wrong type or outside of the allowed values. */
  | "invalid-value"
  /** Two steps of one recipe, or two rules of one policy, share an id. */
  | "duplicate-id"
  /** `${{ inputs.x }}` or `--input x=…` names an input that no recipe declares. */
  | "undeclared-input"
  /** An input is declared and never used. A warning. */
  | "unused-input"
  /** A setting of another tool's file that has an effect in that tool, and none in Sluice. A warning. */
  | "unused-setting"
  /** Rule files of a step were read, and none of their rules is in use. A warning. */
  | "no-rules"
  /** A required input got no value. */
  | "missing-input"
  /** An input got a value that its declaration does not allow. */
  | "invalid-input"
  /** An expression `${{ … }}` that cannot be parsed. */
  | "invalid-expression"
  /** `steps.<id>` names a step that does not exist, comes later, or has no output. */
  | "unknown-step"
  /** A file reference in a prompt has a value in it, so that it is text (F18). A warning. */
  | "input-in-reference"
  /** A `when` that is not a valid expression, or whose value is never true or false. */
  | "invalid-condition"
  /** A fact that does not exist. */
  | "unknown-fact"
  /** A pattern or rule that the engine cannot use. */
  | "invalid-pattern"
  /** A language that is not supported. */
  | "unknown-language"
  /** A language of a recipe is supported, but the package with its grammar is not installed. */
  | "language-not-installed"
  /** The package with the grammar of a language of a recipe is installed, but cannot be used. */
  | "language-broken"
  /** A path that leaves the root, is absolute, or is reserved. */
  | "path-out-of-root"
  /** A named file does not exist. */
  | "file-not-found"
  /** A named file cannot be read. */
  | "file-unreadable"
  /** A file is larger than the limit. */
  | "file-too-large"
  /** A file of the tree was to configure a run that does not trust the tree with it. */
  | "not-trusted"
  /** A file of the tree would configure the run, and is left out because of the trust. A warning. */
  | "source-ignored"
  /** The base commit is not known, or is not in the repository. */
  | "base-unavailable"
  /** A recipe of the tree and one that ships have the same name. A warning. */
  | "recipe-hidden"
  /** No recipe has the name. */
  | "recipe-not-found"
  /** No recipe was named. */
  | "no-recipes"
  /** `run` without a policy. */
  | "policy-missing"
  /** An option of the command line has a value that is not allowed. */
  | "invalid-option"
  /** The root is not a folder, or one in which nothing is edited. */
  | "invalid-root"
  /** `--require-clean`, and something below the root is not committed, or git cannot say. */
  | "dirty-tree"
  /** `--require-clean`, and only a filter, which is not run, could say if a file has changed. A warning. */
  | "dirty-unknown"
  /** A recipe brings code, and the caller has not allowed it (T26). */
  | "custom-tools-not-allowed"
  /** A file with custom tools, or one of its tools, cannot be used (T24). */
  | "invalid-tool"
  /** A custom tool has the name of another tool (T24). */
  | "duplicate-tool"
  /** A step calls a tool that does not exist. */
  | "unknown-tool"
  /** The module of a hook cannot be used. */
  | "invalid-hook"
  /** A recipe names an environment variable, and neither the caller nor the policy allows it. */
  | "env-not-allowed"
  /** A recipe names a server, and neither the caller nor the policy allows it. */
  | "host-not-allowed"
  /** The variable for the key of a model is not set. */
  | "missing-api-key"
  /** A model cannot be opened: a package is not installed, or its settings cannot be used. */
  | "model-unavailable"
  /** A file is not a valid recording of a model's answers. */
  | "invalid-cassette"
  /** The last line of a recording is cut off, and the turns before it are played. A warning. */
  | "cassette-cut"
  /** The run to resume does not exist. */
  | "invalid-resume"
  /** A file is not a plan. */
  | "not-a-plan"
  /** A plan has a format that this Sluice does not read. */
  | "plan-version"
  /** A plan is incomplete, or does not have the shape of a plan. */
  | "plan-damaged"
  /** A plan was changed after it was made: its digest differs from its content. */
  | "plan-edited"
  /** A plan requests what no plan may, or contradicts itself. */
  | "plan-invalid";

/** One fault in a file or an option that the user wrote, and its place. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  /** One line: the fault. */
  readonly message: string;
  /** Advice to the user. */
  readonly hint?: string;
  /** The file: relative to the root if it is inside, otherwise as it was named. */
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1, in UTF-16 code units. */
  readonly column?: number;
  /** The lines around the place with a caret below it; plain text without colour. */
  readonly frame?: string;
  /** The number of diagnostics that it stands for; absent: one. */
  readonly count?: number;
}

/** The most diagnostics that people are shown, and the most of one file or of a report. */
export const MOST_DIAGNOSTICS = { shown: 100, listed: 1000 } as const;

/** Returns the diagnostics if there are few; otherwise the first, errors before warnings, and one for all others. */
export function boundDiagnostics(
  diagnostics: readonly Diagnostic[],
  most: number,
): readonly Diagnostic[] {
  if (diagnostics.length <= most) return diagnostics;
  const isError = ({ severity }: Diagnostic) => severity === "error";
  const sorted = [
    ...diagnostics.filter(isError),
    ...diagnostics.filter((diagnostic) => !isError(diagnostic)),
  ];
  const rest = sorted.slice(most);
  const count = countDiagnostics(rest);
  return [
    ...sorted.slice(0, most),
    moreDiagnostics(count, rest.some(isError) ? "error" : "warning"),
  ];
}

/** Returns the number of diagnostics, with those that one of them stands for. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.reduce((sum, { count = 1 }) => sum + count, 0);
}

/** Returns the diagnostics of the first of many faults, and one for all others. */
export function diagnosticsOf<Fault>(
  faults: readonly Fault[],
  describe: (fault: Fault) => Diagnostic,
): readonly Diagnostic[] {
  const listed = faults.slice(0, MOST_DIAGNOSTICS.listed).map(describe);
  const count = faults.length - listed.length;
  return count === 0 ? listed : [...listed, moreDiagnostics(count, "error")];
}

function moreDiagnostics(count: number, severity: Diagnostic["severity"]): Diagnostic {
  const message = `And ${count.toLocaleString("en")} more, which are not listed.`;
  return { code: "more-diagnostics", severity, message, count };
}

/** True if an error is in the list, which forbids a run. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
