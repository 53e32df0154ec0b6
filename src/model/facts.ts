/** The closed, typed set of values that a policy may look at (DESIGN.md, "Policy"). */
export interface Facts {
  readonly recipe: string;
  readonly step: string;
  readonly tool: string;
  readonly label: string;
  /** Paths that change, sorted, relative to the root. */
  readonly files: readonly string[];
  readonly fileCount: number;
  readonly replacements: number;
  /** Lines added and removed, as the diff counts them. */
  readonly additions: number;
  readonly deletions: number;
  /** Languages of the files, sorted. */
  readonly languages: readonly string[];
  /** The same edit on the result would change nothing. */
  readonly idempotent: boolean;
  /** The result has more syntax errors than the text before. */
  readonly newSyntaxErrors: boolean;
  /** Nothing but comments, and white space beside them, is different. */
  readonly commentsOnly: boolean;
  /** Ids of other pending actions of the batch whose edits overlap with this one's. */
  readonly conflicts: readonly string[];
  /** Files of the call that were left out because of syntax errors (A8). */
  readonly parseErrors: number;
  /** `maxFiles` or `maxReplacements` of the call cut something off (A17). */
  readonly limitReached: boolean;
}

/** Types of facts, for checks when a policy is loaded. */
export type FactType = "string" | "list" | "number" | "boolean";

/** Every fact with its type. `${{ facts.x }}` with another name is an error. */
export const FACT_TYPES: { readonly [Name in keyof Facts]: FactType } = {
  recipe: "string",
  step: "string",
  tool: "string",
  label: "string",
  files: "list",
  fileCount: "number",
  replacements: "number",
  additions: "number",
  deletions: "number",
  languages: "list",
  idempotent: "boolean",
  newSyntaxErrors: "boolean",
  commentsOnly: "boolean",
  conflicts: "list",
  parseErrors: "number",
  limitReached: "boolean",
};

/** Whether `name` is a fact. */
export function isFactName(name: string): name is keyof Facts {
  return Object.hasOwn(FACT_TYPES, name);
}
