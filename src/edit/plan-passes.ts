import type { FilePlan, Replacement } from "../model/edit.ts";
import type { CompiledOp } from "./compile-op.ts";
import { composeEdits } from "./compose-edits.ts";
import type { Language } from "./language.ts";
import { possibleOps, searchText } from "./search-text.ts";
import { splice } from "./splice.ts";

/** How often, and on what. */
export interface PassesOptions {
  /** At most so many passes, each on the result of the one before; at least 1. */
  readonly passes: number;
  readonly editDespiteErrors: boolean;
}

/** What several passes would do to one text. */
export interface PassesPlan {
  /** Of all passes together: `replacements` count in the text before the first one. */
  readonly plan: FilePlan;
  /** What one more pass would change, in the text that results. Empty: nothing is left to do. */
  readonly left: readonly Replacement[];
  /** The passes go round in circles: one more would give a text that was there before. */
  readonly isCycle: boolean;
}

/** A plan that edits. */
type EditedPlan = Extract<FilePlan, { kind: "edited" }>;

/**
 * Repeats the ops on their own result until nothing changes, or `passes` times. A pass whose text
 * has syntax errors, or was there before, is not taken: the one before it is the result. Every text
 * is parsed once, also the last one, which is asked for its errors and for what is left to do.
 */
export function planPasses(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
  { passes, editDespiteErrors }: PassesOptions,
): PassesPlan {
  const nothing: PassesPlan = { plan: { kind: "no-match" }, left: [], isCycle: false };
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
    text: splice(text, first.accepted),
    parseErrorsBefore: errorNodes,
  };
  for (let pass = 1; ; pass += 1) {
    seen.add(plan.text);
    const next = searchText(plan.text, language, ops);
    const parseErrorsAfter = next.issues().errorNodes;
    const left = next.accepted;
    const result = { plan: { ...plan, parseErrorsAfter }, left };
    const nextText = splice(plan.text, left);
    const isCycle = left.length > 0 && seen.has(nextText);
    const breaks = !editDespiteErrors && parseErrorsAfter > 0;
    if (left.length === 0 || pass >= passes || isCycle || breaks) return { ...result, isCycle };
    plan = {
      ...plan,
      replacements: composeEdits(text, plan.replacements, left),
      superseded: next.superseded,
      text: nextText,
    };
  }
}
