import type { CompiledOp } from "../../src/edit/compile/compiled-op.ts";
import type { Language } from "../../src/edit/language/language.ts";
import { planPasses } from "../../src/edit/passes/plan-passes.ts";
import { ALL_FACTS } from "../../src/model/action/asked-facts.ts";
import type { FilePlan } from "../../src/model/file-plan.ts";
import { loadAsked } from "../../src/tools/ast-edit/search/load-meaning.ts";

await loadAsked(ALL_FACTS, []);

/** What may be edited. */
export interface PlanOptions {
  /** Edit a text whose tree has syntax errors, as ast-grep does. Otherwise it is reported (A8). */
  readonly editDespiteErrors: boolean;
  /** Relative to the root. */
  readonly path?: string;
}

/**
 * Says what the ops of one step would do to one text, once. All ops see the same original text (A13).
 * For one op, the text that results is, byte for byte, what `ast-grep run -U` writes. Where nothing
 * would change, syntax errors are not looked for. `ops` must have been compiled for `language`, or for
 * one of which code stands inside of it (`<script>` in HTML).
 */
export function planFile(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
  options: PlanOptions,
): FilePlan {
  return planPasses(text, language, ops, { passes: 1, ...options }).plan;
}
