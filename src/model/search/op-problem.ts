/** The fault of an op for one language. */
export interface OpProblem {
  readonly code:
    | "pattern-syntax"
    | "pattern-multiple-nodes"
    | "pattern-empty"
    | "pattern-invalid"
    | "single-token"
    | "unbound-metavariable"
    | "unknown-kind"
    | "unknown-key"
    | "invalid-rule";
  /** The key of the op that is at fault, as a path inside the op: `["pat"]`, `["rule", "pattern"]`. */
  readonly field: readonly (string | number)[];
  /** True if the key itself is at fault, not its value. Default: false. */
  readonly isAboutKey?: boolean;
  /** One line: the fault. */
  readonly message: string;
  /** Advice to the user. */
  readonly hint?: string;
}
