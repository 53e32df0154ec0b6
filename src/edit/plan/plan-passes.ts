import type { FilePlan, Replacement } from "../../model/edit.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { Language } from "../language/language.ts";
import { composeEdits } from "../text/compose-edits.ts";
import { splice } from "../text/splice.ts";
import { carryLosses } from "./carry-losses.ts";
import { createMapBack } from "./map-back.ts";
import { possibleOps, searchText } from "./search-text.ts";

/** How often, and on what. */
export interface PassesOptions {
  /** At most so many passes, each on the result of the one before; at least 1. */
  readonly passes: number;
  readonly editDespiteErrors: boolean;
}

/** Why no further pass was taken. */
export type PassesOutcome =
  /** Nothing is left to do. */
  | "done"
  /** As many as were asked for. */
  | "limit"
  /** One more would give a text that was there before. */
  | "cycle"
  /** The last one left syntax errors: nothing is built on them. */
  | "syntax-errors";

/** What several passes would do to one text. */
export interface PassesPlan {
  /** Of all passes together: everything in it counts in the text before the first one. */
  readonly plan: FilePlan;
  /** What one more pass would change, in the text that results. Empty: nothing is left to do. */
  readonly left: readonly Replacement[];
  readonly end: PassesOutcome;
  /** How many passes the plan is made of; 0 where nothing is edited. */
  readonly passes: number;
}

/** A plan that edits. */
type EditedPlan = Extract<FilePlan, { kind: "edited" }>;

/**
 * Repeats the ops on their own result until nothing changes, or `passes` times. A pass whose text was
 * there before is not taken. One whose text has syntax errors is the last: what it wrote is the result,
 * so that its `parseErrorsAfter` tells. Throws a `ToolError` where a text would become too long. Every text is parsed once, also the last one, which is asked for
 * its errors and for what is left to do.
 */
export function planPasses(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
  { passes, editDespiteErrors }: PassesOptions,
): PassesPlan {
  const nothing: PassesPlan = { plan: { kind: "no-match" }, left: [], end: "done", passes: 0 };
  if (possibleOps(text, ops).length === 0) return nothing;
  const first = searchText(text, language, ops);
  if (first.accepted.length === 0) return nothing;
  const { issues, total, errorNodes } = first.issues();
  if (errorNodes > 0 && !editDespiteErrors)
    return { ...nothing, plan: { kind: "syntax-errors", issues, total } };
  const seen = new Set([text]);
  let plan: Omit<EditedPlan, "parseErrorsAfter"> = {
    kind: "edited",
    replacements: first.accepted,
    superseded: first.superseded,
    text: boundedSplice(text, first.accepted),
    parseErrorsBefore: errorNodes,
  };
  for (let pass = 1; ; pass += 1) {
    seen.add(plan.text);
    if (pass > 1 && plan.text.length > Math.max(MAX_GROWN, GROWTH * text.length))
      throw new ToolError(FEEDING); // Before it is searched: that takes its time.
    const next = searchText(plan.text, language, ops);
    const parseErrorsAfter = next.issues().errorNodes;
    const left = next.accepted;
    const isLast = pass >= passes;
    if (!isLast && feeds(left, first.accepted)) throw new ToolError(FEEDING);
    // What nobody makes may be too long; it is longer than any text that was there before.
    const isMade = !isLast || lengthAfter(plan.text, left) <= MAX_RESULT;
    const nextText = isMade ? boundedSplice(plan.text, left) : "";
    const end = endOf(left, {
      isCycle: isMade && seen.has(nextText),
      breaks: !editDespiteErrors && parseErrorsAfter > 0,
      isLast,
    });
    if (end !== undefined) return { plan: { ...plan, parseErrorsAfter }, left, end, passes: pass };
    plan = {
      ...plan,
      replacements: composeEdits(text, plan.replacements, left),
      superseded: carryLosses(plan.superseded, next, createMapBack(plan.replacements)),
      text: nextText,
    };
  }
}

/** How long the result of a later pass may be, where it is so many times as long as the text; UTF-16 code units. */
const MAX_GROWN = 64 * 1024;
const GROWTH = 4;

/** What a later pass may find where the first found less than half of it: more is growth without end. */
const MAX_FED = 50_000;
const FEEDING = "the ops feed on their own result: it grows with every pass.";

function feeds(left: readonly Replacement[], first: readonly Replacement[]): boolean {
  return left.length > Math.max(MAX_FED, 2 * first.length);
}

/** Of a result; UTF-16 code units. A file of more bytes is not read either. */
const MAX_RESULT = 10 * 1024 * 1024;

/** Before the text is made: ops that feed on their own result grow without end. */
function boundedSplice(text: string, edits: readonly Replacement[]): string {
  if (lengthAfter(text, edits) <= MAX_RESULT) return splice(text, edits);
  throw new ToolError(`the result would be longer than ${MAX_RESULT} characters.`);
}

function lengthAfter(text: string, edits: readonly Replacement[]): number {
  return edits.reduce(
    (sum, { start, end, text: { length } }) => sum + length - (end - start),
    text.length,
  );
}

function endOf(
  left: readonly Replacement[],
  facts: { readonly isCycle: boolean; readonly breaks: boolean; readonly isLast: boolean },
): PassesOutcome | undefined {
  if (left.length === 0) return "done";
  if (facts.breaks) return "syntax-errors";
  if (facts.isCycle) return "cycle";
  return facts.isLast ? "limit" : undefined;
}
