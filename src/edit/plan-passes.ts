import type { FilePlan, Replacement } from "../model/edit.ts";
import type { CompiledOp } from "./compile-op.ts";
import { composeEdits } from "./compose-edits.ts";
import type { Language } from "./language.ts";
import { planFile } from "./plan-file.ts";

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

/**
 * Repeats the ops on their own result until nothing changes, or `passes` times. A pass whose text
 * has syntax errors, or was there before, is not taken: the one before it is the result.
 */
export function planPasses(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
  { passes, editDespiteErrors }: PassesOptions,
): PassesPlan {
  const first = planFile(text, language, ops, { editDespiteErrors });
  if (first.kind !== "edited") return { plan: first, left: [], isCycle: false };
  const seen = new Set([text, first.text]);
  let plan = first;
  for (let pass = 1; ; pass += 1) {
    const next = planFile(plan.text, language, ops, { editDespiteErrors: true });
    if (next.kind !== "edited") return { plan, left: [], isCycle: false };
    const isCycle = seen.has(next.text);
    const breaks = !editDespiteErrors && next.parseErrorsBefore > 0;
    if (pass >= passes || isCycle || breaks) return { plan, left: next.replacements, isCycle };
    seen.add(next.text);
    const replacements = composeEdits(text, plan.replacements, next.replacements);
    plan = { ...next, parseErrorsBefore: first.parseErrorsBefore, replacements };
  }
}
