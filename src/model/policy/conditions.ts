import type { Facts } from "../action/facts.ts";
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

/** The conditions on an action. All that are present must hold. */
export interface Conditions {
  readonly recipe?: NameCondition;
  readonly step?: NameCondition;
  readonly tool?: NameCondition;
  readonly label?: NameCondition;
  /** Languages; every language of the action is one of them. */
  readonly lang?: readonly string[];
  /** Globs and folders; every file is in one of them. An action without files does not match. */
  readonly allFiles?: NameCondition;
  /** Globs and folders; at least one file is in one of them. */
  readonly anyFile?: NameCondition;
  /** At most this number of files. */
  readonly maxFiles?: number;
  /** At most this number of replacements. */
  readonly maxReplacements?: number;
  /** At most this number of lines, added and removed. */
  readonly maxLines?: number;
  readonly files?: ListCondition;
  readonly fileCount?: NumberCondition;
  readonly newFiles?: ListCondition;
  readonly deletedFiles?: ListCondition;
  readonly replacements?: NumberCondition;
  readonly additions?: NumberCondition;
  readonly deletions?: NumberCondition;
  readonly languages?: ListCondition;
  readonly idempotent?: boolean;
  readonly newSyntaxErrors?: boolean;
  readonly parseErrors?: NumberCondition;
  readonly limitReached?: boolean;
  readonly commentsOnly?: boolean;
  readonly commentsLost?: ListCondition;
  readonly tokensLost?: ListCondition;
  readonly stringsChanged?: ListCondition;
  readonly whitespaceOnly?: boolean;
  /** Ids of the other pending actions of the batch whose edits overlap. */
  readonly conflicts?: ListCondition;
  /** Files of the action that had changes which were not committed when the run started. */
  readonly dirtyFiles?: ListCondition;
  /** Files of the action that configure this run. */
  readonly runFiles?: ListCondition;
  readonly touchesChangedLines?: boolean;
  readonly owners?: ListCondition;
  readonly packages?: ListCondition;
  /** Each `package.json` whose scripts or dependencies change. */
  readonly packageScripts?: ListCondition;
  readonly exportsChanged?: ListCondition;
  /** True if a model proposed it. */
  readonly fromModel?: boolean;
  /** True if something untrusted had a part in it. */
  readonly untrusted?: boolean;
  readonly ci?: CiCondition;
  /** At least one of them holds. */
  readonly any?: readonly Conditions[];
  /** Each of them holds. */
  readonly all?: readonly Conditions[];
  /** Holds if these do not all hold. */
  readonly not?: Conditions;
  readonly expr?: PolicyExpression;
}

/** The name of a condition. */
export type ConditionName = keyof Conditions;
