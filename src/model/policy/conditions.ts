// Longer than 200 lines because it is one table, with the types of its values.
import type { FactName, Facts } from "../action/facts.ts";
import type { CiFacts } from "./ci-facts.ts";

/** Globs; one of them matches the name. Never empty. */
export type NameCondition = readonly string[];

/** A number: exactly this one, or a range that includes both ends. */
export type NumberCondition =
  | number
  | { readonly min?: number | undefined; readonly max?: number | undefined };

/** A list: `true` if it has items, `false` if it has none; globs of which one matches an item; or all that is named. */
export type ListCondition =
  | boolean
  | NameCondition
  | {
      /** At least one item matches one of the globs. */
      readonly any?: NameCondition | undefined;
      /** There are items, and each matches one of the globs. */
      readonly all?: NameCondition | undefined;
      /** No item matches one of the globs. */
      readonly none?: NameCondition | undefined;
      readonly count?: NumberCondition | undefined;
    };

/** True for a condition on a list that is globs alone. */
export function isGlobs(wanted: Exclude<ListCondition, boolean>): wanted is NameCondition {
  return Array.isArray(wanted);
}

/** The conditions on the CI system that runs Sluice. All that are present must hold. */
export interface CiCondition {
  readonly event?: NameCondition | undefined;
  readonly branch?: NameCondition | undefined;
  readonly provider?: NameCondition | undefined;
  readonly fork?: boolean | undefined;
  readonly author?: NameCondition | undefined;
  readonly labels?: ListCondition | undefined;
  readonly source?: NameCondition | undefined;
  readonly draft?: boolean | undefined;
}

/** A part of all actions: those of this many of a hundred groups. */
export interface ShareCondition {
  /** From 0, for no action, to 100, for all of them. */
  readonly percent: number;
  /** The id of the rule: two rules choose different actions. */
  readonly rule: string;
}

/** The value of an expression, or a sentence that says why there is none. */
export type ExpressionResult = { readonly value: boolean } | { readonly fault: string };

/** An expression of CEL that was compiled and checked. */
export interface PolicyExpression {
  readonly source: string;
  /** The names of the facts that it uses. */
  readonly facts: readonly string[];
  /** Never throws, and never takes longer than a second. */
  evaluate(facts: Facts, ci: CiFacts): ExpressionResult;
}

/** The values of conditions, by their form. */
interface ConditionValues {
  /** Globs for one name. */
  readonly name: NameCondition;
  /** Names of languages; every language is one of them. */
  readonly languages: readonly string[];
  /** Globs and folders for every file: an action without files does not match. */
  readonly "all-paths": NameCondition;
  /** Globs and folders for at least one file. */
  readonly "any-path": NameCondition;
  readonly "at-most": number;
  readonly number: NumberCondition;
  readonly boolean: boolean;
  readonly share: ShareCondition;
  /** The number of the fact, in seconds, is above this duration, such as `90d`. */
  readonly age: string;
  /** A list of paths, of names, or of texts that only a person reads. */
  readonly paths: ListCondition;
  readonly names: ListCondition;
  readonly texts: ListCondition;
  /** Conditions in conditions, and conditions about no fact of the action. */
  readonly ci: CiCondition;
  readonly any: readonly Conditions[];
  readonly all: readonly Conditions[];
  readonly not: Conditions;
  readonly expression: PolicyExpression;
}

/** The form of a condition, which says what may be written and how a fact is compared. */
export type ConditionKind = keyof ConditionValues;

/** One kind of condition on one fact. */
interface KindOfCondition {
  readonly kind: ConditionKind;
  /** The fact that is compared; undefined if it is not a single one. */
  readonly fact?: FactName;
  /** Its question, in the schema. Default: the description of its fact. */
  readonly means?: string;
}

const KINDS = {
  recipe: {
    kind: "name",
    fact: "recipe",
    means: "The name of the recipe matches one of the globs.",
  },
  step: { kind: "name", fact: "step", means: "The id of the step matches one of the globs." },
  tool: { kind: "name", fact: "tool", means: "The name of the tool matches one of the globs." },
  label: {
    kind: "name",
    fact: "label",
    means: "The label of the action matches one of the globs.",
  },
  lang: {
    kind: "languages",
    fact: "languages",
    means: "Every language of the action is one of these.",
  },
  allFiles: {
    kind: "all-paths",
    fact: "files",
    means: "Every file matches one of the globs or is in a named folder.",
  },
  anyFile: {
    kind: "any-path",
    fact: "files",
    means: "At least one file matches one of the globs or is in a named folder.",
  },
  maxFiles: {
    kind: "at-most",
    fact: "fileCount",
    means: "The action has at most this many files.",
  },
  maxReplacements: {
    kind: "at-most",
    fact: "replacements",
    means: "The action has at most this many replacements.",
  },
  maxFileBytes: {
    kind: "at-most",
    fact: "fileBytes",
    means: "No file of the action has more bytes than this, before or after.",
  },
  maxLines: { kind: "at-most", means: "The action adds and removes at most this many lines." },
  files: { kind: "paths", fact: "files" },
  fileCount: { kind: "number", fact: "fileCount" },
  newFiles: { kind: "paths", fact: "newFiles" },
  deletedFiles: { kind: "paths", fact: "deletedFiles" },
  modesChanged: { kind: "paths", fact: "modesChanged" },
  replacements: { kind: "number", fact: "replacements" },
  additions: { kind: "number", fact: "additions" },
  deletions: { kind: "number", fact: "deletions" },
  fileBytes: { kind: "number", fact: "fileBytes" },
  languages: { kind: "names", fact: "languages" },
  idempotent: { kind: "boolean", fact: "idempotent" },
  newSyntaxErrors: { kind: "boolean", fact: "newSyntaxErrors" },
  parseErrors: { kind: "number", fact: "parseErrors" },
  limitReached: { kind: "boolean", fact: "limitReached" },
  commentsOnly: { kind: "boolean", fact: "commentsOnly" },
  commentsLost: { kind: "texts", fact: "commentsLost" },
  tokensLost: { kind: "texts", fact: "tokensLost" },
  regrouped: { kind: "texts", fact: "regrouped" },
  importsLeftOut: { kind: "texts", fact: "importsLeftOut" },
  leftovers: { kind: "texts", fact: "leftovers" },
  stringsChanged: { kind: "texts", fact: "stringsChanged" },
  unboundNames: { kind: "texts", fact: "unboundNames" },
  capturedNames: { kind: "texts", fact: "capturedNames" },
  duplicateNames: { kind: "texts", fact: "duplicateNames" },
  unusedImports: { kind: "texts", fact: "unusedImports" },
  unresolvedNames: { kind: "texts", fact: "unresolvedNames" },
  whitespaceOnly: { kind: "boolean", fact: "whitespaceOnly" },
  conflicts: { kind: "texts", fact: "conflicts" },
  dirtyFiles: { kind: "paths", fact: "dirtyFiles" },
  runFiles: { kind: "paths", fact: "runFiles" },
  touchesChangedLines: { kind: "boolean", fact: "touchesChangedLines" },
  lastCommitOlderThan: {
    kind: "age",
    fact: "lastCommitAge",
    means: "The last commit of each file is older than this when the run starts, such as `90d`.",
  },
  owners: { kind: "names", fact: "owners" },
  packages: { kind: "names", fact: "packages" },
  packageScripts: { kind: "paths", fact: "packageScripts" },
  exportsChanged: { kind: "names", fact: "exportsChanged" },
  addsSecrets: { kind: "texts", fact: "addsSecrets" },
  addsHidden: { kind: "texts", fact: "addsHidden" },
  addsHosts: { kind: "texts", fact: "addsHosts" },
  addsEncoded: { kind: "texts", fact: "addsEncoded" },
  addsCode: { kind: "texts", fact: "addsCode" },
  addsDependencies: { kind: "texts", fact: "addsDependencies" },
  disablesTests: { kind: "texts", fact: "disablesTests" },
  suppresses: { kind: "texts", fact: "suppresses" },
  widensPermissions: { kind: "texts", fact: "widensPermissions" },
  fromModel: { kind: "boolean", fact: "fromModel" },
  untrusted: { kind: "boolean", fact: "untrusted" },
  percent: {
    kind: "share",
    means:
      "The action is one of this share of all, which its first path and the id of the rule choose.",
  },
  ci: { kind: "ci", means: "The CI system is like this." },
  any: { kind: "any", means: "One of these maps of conditions holds." },
  all: { kind: "all", means: "Each of these maps of conditions holds." },
  not: { kind: "not", means: "These conditions do not all hold." },
  expr: { kind: "expression", means: "A CEL expression over `facts` and `ci` that is true." },
} as const satisfies Readonly<Record<string, KindOfCondition>>;

/** The name of a condition. */
export type ConditionName = keyof typeof KINDS;

/** The conditions on an action. All that are present must hold. */
export type Conditions = {
  readonly [Name in ConditionName]?: ConditionValues[(typeof KINDS)[Name]["kind"]];
};

/**
 * Every condition that a policy can name, in the order of a trace. Their types, the schema, the comparison and
 * explanations follow from it.
 */
export const CONDITION_KINDS: Readonly<Record<ConditionName, KindOfCondition>> = KINDS;

/** The names of all conditions, in the order of a trace. */
export const CONDITION_NAMES = Object.keys(CONDITION_KINDS) as readonly ConditionName[]; // Its keys.
