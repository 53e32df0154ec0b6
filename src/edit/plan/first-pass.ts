import { ALL_FACTS, type AskedFacts } from "../../model/action/asked-facts.ts";
import type { FilePlan, Replacement } from "../../model/edit.ts";
import type { SearchBounds } from "../../model/search/search-bounds.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { Language } from "../language/language.ts";
import { splice } from "../text/splice.ts";
import { MAX_TEXT } from "../text/text-length.ts";
import type { PassesPlan } from "./passes-plan.ts";
import { possibleOps, type SearchedText, searchText } from "./search-text.ts";

/** The limits of a plan of several passes. */
export interface PassesOptions {
  /** The most passes, each on the result of the one before; at least 1. */
  readonly passes: number;
  readonly editDespiteErrors: boolean;
  /** The most matches and text of one op. Default: those of a file by the bounds of a run that sets none. */
  readonly bounds?: SearchBounds;
  /** The facts that are asked for. Default: all of them. */
  readonly asked?: AskedFacts;
}

/** A plan that edits, before its result was searched for errors. */
export type EditedPlan = Omit<Extract<FilePlan, { kind: "edited" }>, "parseErrorsAfter" | "losses">;

/** The edits of a pass and their losses; without the trees that they were found in. */
export type MadeEdits = Pick<SearchedText, "accepted" | "losses" | "copies">;

/** A text with the plan of its first pass. Holds no tree. */
export interface FirstPass {
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

const NOTHING: PassesPlan = { plan: { kind: "no-match" }, outcome: "done", passes: 0 };

/** Takes the first pass. Returns a whole plan if there is nothing to edit. Throws a `ToolError` for a text too long. */
export function planFirstPass(
  text: string,
  { language, ops }: FileOps,
  { passes, bounds, editDespiteErrors, asked = ALL_FACTS }: PassesOptions,
): FirstPass | PassesPlan {
  if (possibleOps(text, ops).length === 0) return NOTHING;
  const skipsBroken = !editDespiteErrors;
  const findsLosses = asked.includes("losses");
  const first = searchText(text, language, ops, { bounds, skipsBroken, findsLosses });
  if (first.accepted.length === 0) return NOTHING;
  const { issues, total, errorNodes } = first.issues();
  if (errorNodes > 0 && skipsBroken)
    return { ...NOTHING, plan: { kind: "syntax-errors", issues, total } };
  const { accepted, superseded, losses, copies } = first;
  const countsErrors = passes > 1 || asked.includes("newSyntaxErrors");
  const plan: EditedPlan = {
    kind: "edited",
    replacements: accepted,
    superseded,
    text: boundedSplice(text, accepted),
    parseErrorsBefore: countsErrors ? errorNodes + first.lenientErrors() : undefined,
  };
  return { kind: "first-pass", text, plan, made: { accepted, losses, copies } };
}

/** True if the result of a pass has to be searched: for a further pass, or for a fact that only it tells. */
export function needsResult({ passes, asked = ALL_FACTS }: PassesOptions): boolean {
  return passes > 1 || asked.some((group) => OF_RESULT.has(group));
}

const OF_RESULT: ReadonlySet<AskedFacts[number]> = new Set([
  "idempotent",
  "newSyntaxErrors",
  "losses",
]);

/**
 * Makes the text with the edits, or throws a `ToolError` before it does if the text would be too long: ops that feed on
 * their own result grow without end.
 */
export function boundedSplice(text: string, edits: readonly Replacement[]): string {
  if (lengthAfter(text, edits) <= MAX_TEXT) return splice(text, edits);
  throw new ToolError(`the result would be longer than ${MAX_TEXT} characters.`);
}

/** Returns the length of the text that the edits would give; UTF-16 code units. */
export function lengthAfter(text: string, edits: readonly Replacement[]): number {
  return edits.reduce(
    (sum, { start, end, text: { length } }) => sum + length - (end - start),
    text.length,
  );
}
