import type { CompiledOp } from "../compile/compiled-op.ts";
import type { Language } from "../language/language.ts";
import { planFirstPass } from "./first-pass.ts";
import { planFurther } from "./further-passes.ts";
import type { PassesOptions, PassesPlan } from "./passes-plan.ts";

/**
 * Repeats the ops on their own result until nothing changes, or for one of the other reasons of a
 * {@link PassesOutcome}. Throws a `ToolError` if a text would become too long.
 */
export function planPasses(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
  options: PassesOptions,
): PassesPlan {
  const fileOps = { language, ops };
  const first = planFirstPass(text, fileOps, options);
  return "kind" in first ? planFurther(first, fileOps, options) : first;
}
