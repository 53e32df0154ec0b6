/**
 * The closed, typed set of values that a policy may use (docs/design/policy.md, "Facts"). A condition on a fact that
 * is not known of an action cannot be evaluated.
 */
export interface Facts extends Partial<KnownOfFiles & ResultFacts & LossFacts & SurroundingFacts> {
  readonly recipe: string;
  readonly step: string;
  readonly tool: string;
  readonly label: string;
  /** Paths that change, sorted, relative to the root; for a custom tool those that it names. */
  readonly files: readonly string[];
  readonly fileCount: number;
  /** Ids of other pending actions of the batch whose edits overlap with this one's. */
  readonly conflicts: readonly string[];
  /**
   * Files of the action with changes that were not committed when the run started, or that git does not know. Absent
   * outside of git, and if an action does not name its files.
   */
  readonly dirtyFiles?: readonly string[];
  /** Files of the action that configure this run: its policy, recipes, rules, inputs and code. Absent if unknown. */
  readonly runFiles?: readonly string[];
  /** True if a model proposed it, or if it contains text of a model. Absent of a plan that is not believed. */
  readonly fromModel?: boolean;
  /**
   * True if content from an untrusted author had a part in it: see `untrusted` of a recipe's scope. Absent of a plan
   * that is not believed.
   */
  readonly untrusted?: boolean;
  /** The details that a custom tool gives of its action (T22). */
  readonly details?: unknown;
}

/**
 * The facts about what surrounds the files of an action. Absent if nothing asked for them, or if they cannot be told.
 */
interface SurroundingFacts {
  /** True if an edit touches lines that changed since the reference of `--since`; absent without one. */
  readonly touchesChangedLines: boolean;
  /** Who owns the files according to CODEOWNERS, sorted; `none` stands for files without an owner. */
  readonly owners: readonly string[];
  /** The packages of the files, by the nearest manifest, sorted: its name, or else its folder. */
  readonly packages: readonly string[];
}

/** The facts of loss (L1). Absent if a file has no grammar, so that they cannot be told. */
export interface LossFacts {
  /** Comments that the result lacks, `src/a.ts:12 \`code\``: at most ten, then the number of the others. */
  readonly commentsLost: readonly string[];
  /** Tokens that no pattern names and the result lacks, in the same form. */
  readonly tokensLost: readonly string[];
  /** Literals whose content is another one although no op names them, in the same form. */
  readonly stringsChanged: readonly string[];
  /** True if nothing but the white space between tokens is different. */
  readonly whitespaceOnly: boolean;
}

/** The facts of an action whose changes were previewed file by file. */
interface KnownOfFiles {
  /** Files that do not exist yet. */
  readonly newFiles: readonly string[];
  /** Files that are gone afterwards. */
  readonly deletedFiles: readonly string[];
  readonly replacements: number;
  /** Lines added and removed, as the diff counts them. */
  readonly additions: number;
  readonly deletions: number;
  /** Languages of the files, sorted. */
  readonly languages: readonly string[];
  /** Files of the call that were left out because of syntax errors (A8). */
  readonly parseErrors: number;
  /** True if `maxFiles` or `maxReplacements` of the call cut something off (A17). */
  readonly limitReached: boolean;
  /** Each `package.json` in which scripts, dependencies or the like change, or in which that cannot be told. */
  readonly packageScripts: readonly string[];
}

/** The facts of an action that its result tells, beside the losses. Absent if nothing asked for them. */
interface ResultFacts {
  /** True if the same edit on the result would change nothing. */
  readonly idempotent: boolean;
  /** True if the result has more syntax errors than the text before. */
  readonly newSyntaxErrors: boolean;
  /** True if only comments, and white space beside them, are different. */
  readonly commentsOnly: boolean;
  /** The names that a module exports before or afterwards only, `src/a.ts:name`, sorted. */
  readonly exportsChanged: readonly string[];
}

/** The facts that a preview of files itself has; the others come from the place of the call. */
export type FileFacts = KnownOfFiles &
  Partial<LossFacts & ResultFacts> &
  Pick<Facts, "files" | "fileCount">;

/** Types of facts, for checks when a policy is loaded. */
export type FactType = "string" | "list" | "number" | "boolean" | "map";

/** Every fact with its type. `${{ facts.x }}` with another name is an error. */
export const FACT_TYPES: { readonly [Name in keyof Required<Facts>]: FactType } = {
  recipe: "string",
  step: "string",
  tool: "string",
  label: "string",
  files: "list",
  fileCount: "number",
  newFiles: "list",
  deletedFiles: "list",
  replacements: "number",
  additions: "number",
  deletions: "number",
  languages: "list",
  idempotent: "boolean",
  newSyntaxErrors: "boolean",
  commentsOnly: "boolean",
  commentsLost: "list",
  tokensLost: "list",
  stringsChanged: "list",
  whitespaceOnly: "boolean",
  conflicts: "list",
  dirtyFiles: "list",
  runFiles: "list",
  touchesChangedLines: "boolean",
  owners: "list",
  packages: "list",
  packageScripts: "list",
  exportsChanged: "list",
  fromModel: "boolean",
  untrusted: "boolean",
  parseErrors: "number",
  limitReached: "boolean",
  details: "map",
};

/** True if `name` is a fact. */
export function isFactName(name: string): name is keyof Facts {
  return Object.hasOwn(FACT_TYPES, name);
}
