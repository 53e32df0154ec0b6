import { ALL_FACTS, type AskedFacts } from "../../model/action/asked-facts.ts";
import type { Replacement } from "../../model/edit.ts";
import type { FilePlan } from "../../model/file-plan.ts";
import type { SearchBounds } from "../../model/search/search-bounds.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { PlacedEdit } from "../grouping/placed-edit.ts";
import type { Language } from "../language/language.ts";
import type { MatchLosses } from "../loss/losses-of-match.ts";
import type { Span } from "../text/span.ts";
import type { Part } from "./parts.ts";
import type { PiecedEdit } from "./pieced-edit.ts";

/** The reason why no further pass was taken. */
export type PassesOutcome =
  /** No work is left. */
  | "done"
  /** The most passes that the caller allows were taken. */
  | "limit"
  /** One more pass would give a text that was there before: it was not taken. */
  | "cycle"
  /** The last pass left syntax errors. Its text is the result, so that `parseErrorsAfter` reports them. */
  | "syntax-errors";

/** The edits that several passes would make of one text. */
export interface PassesPlan {
  /** The plan of all passes together: its places count in the text before the first one. */
  readonly plan: FilePlan;
  /** The changes that one more pass would make in the resulting text. Undefined if it was not searched. */
  readonly left?: readonly Replacement[] | undefined;
  readonly outcome: PassesOutcome;
  /** The number of passes in the plan; 0 if it edits nothing. */
  readonly passes: number;
  /** See {@link FirstPass}. */
  readonly parts?: readonly Part[] | undefined;
}

/** The limits of a plan of several passes. */
export interface PassesOptions {
  /** The most passes, each on the result of the one before; at least 1. */
  readonly passes: number;
  readonly editDespiteErrors: boolean;
  /** The most matches and text of one op. Default: those of a file by the bounds of a run that sets none. */
  readonly bounds?: SearchBounds;
  /** The facts that are asked for. Default: all of them. */
  readonly asked?: AskedFacts;
  /** Sorted places of the text: matches that touch none of them are left out. Default: all of it. */
  readonly places?: readonly Span[] | undefined;
  /** See {@link TextSearch}. */
  readonly path?: string | undefined;
  /** False if all nodes are asked if they are errors. Default: true. */
  readonly tokenLists?: boolean | undefined;
}

/** A plan that edits, before its result was searched for errors. */
export type EditedPlan = Omit<
  Extract<FilePlan, { kind: "edited" }>,
  "parseErrorsAfter" | "losses" | "regrouped" | "names"
>;

/** The edits of a pass and their losses; without the trees that they were found in. */
export interface MadeEdits {
  readonly accepted: readonly Replacement[];
  readonly losses: readonly MatchLosses[];
  readonly placed: readonly PlacedEdit[];
  /** The code that the replacements were made of, for their names. */
  readonly pieced: readonly PiecedEdit[];
  /** How the result is read cannot be told: the text is too deep. Absent if nothing asks. */
  readonly isDeep?: boolean;
}

/** A text with the plan of its first pass. */
export interface FirstPass {
  /** The trees of a text that has what the ops search for also after their edits, and otherwise none. */
  readonly parts?: readonly Part[] | undefined;
  readonly kind: "first-pass";
  readonly text: string;
  readonly plan: EditedPlan;
  readonly made: MadeEdits;
}

/** The ops of one file, and its language. */
export interface FileOps {
  readonly language: Language;
  readonly ops: readonly CompiledOp[];
}

/** True if the result of a pass has to be searched: for a further pass, or for a fact that only it tells. */
export function needsResult({ passes, asked = ALL_FACTS }: PassesOptions): boolean {
  return passes > 1 || asked.some((group) => OF_RESULT.has(group));
}

/** True if syntax errors are counted: to stop before a pass that breaks the text, or for the fact. */
export function countsErrors({ passes, asked = ALL_FACTS }: PassesOptions): boolean {
  return passes > 1 || asked.includes("newSyntaxErrors");
}

const OF_RESULT: ReadonlySet<AskedFacts[number]> = new Set([
  "idempotent",
  "newSyntaxErrors",
  "losses",
  "regrouped",
  "names",
  "unusedImports",
]);
