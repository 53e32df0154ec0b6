import type { CodeLoss } from "./action/code-loss.ts";
import type { Replacement, SupersededReplacement } from "./edit.ts";

/** A place that may be a match of an op with `names`, or not: what its names mean depends on how the program runs. */
export interface UnresolvedName {
  readonly opId: string;
  readonly start: number;
  readonly end: number;
}

/** The changes that the ops of one step make to one text. */
export type FilePlan =
  | { readonly kind: "no-match"; readonly unresolved?: readonly UnresolvedName[] | undefined }
  /**
   * The ops matched, and the text has syntax errors: nothing is edited (A8). `issues` are deduplicated, at most 20,
   * with the total (A9).
   */
  | {
      readonly kind: "syntax-errors";
      readonly issues: readonly ParseIssue[];
      readonly total: number;
      /** True if the text may be valid all the same, for a parser other than the grammar, which can be given it. */
      readonly mayBeValid: boolean;
    }
  | {
      readonly kind: "edited";
      /** Sorted by `start`, never overlapping, each with an effect. */
      readonly replacements: readonly Replacement[];
      readonly superseded: readonly SupersededReplacement[];
      /** Those of `replacements` that are made together or not at all: imports change for their names. */
      readonly joined?: readonly Replacement[] | undefined;
      /** Sorted by the place of the edit. Undefined, as the errors are, if the result was not searched. */
      readonly losses?: readonly CodeLoss[] | undefined;
      /** The edits that are read in another way than they were written; the same. Undefined also if that is unknown. */
      readonly regrouped?: readonly CodeLoss[] | undefined;
      /** The faults of names in the result; the same. */
      readonly names?: readonly CodeLoss[] | undefined;
      /** See {@link UnresolvedName}. Undefined if no op has `names`. */
      readonly unresolved?: readonly UnresolvedName[] | undefined;
      /** The whole text after the edit. */
      readonly text: string;
      /** Syntax errors before the edit: error nodes, if they were allowed, and faults that the grammar accepts. */
      readonly parseErrorsBefore?: number | undefined;
      /** The same in `text`; if the error nodes alone are more than before, without faults that the grammar accepts. */
      readonly parseErrorsAfter?: number | undefined;
    };

/** A place at which the parser found no valid syntax. Line and column start at 1. */
export interface ParseIssue {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}
