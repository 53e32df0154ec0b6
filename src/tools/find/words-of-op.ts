import type { EditOp } from "../../model/edit.ts";
import type { FindParams } from "../../model/recipe/call-step.ts";
import type { RuleWords } from "../../model/recipe/rule-words.ts";

/** The severity of what rules of ast-grep find that say none, as there; and of what a step finds that says none. */
const UNSAID = { rule: "hint", step: "warning" } as const;

/** Returns the words for the findings of an op. */
export function wordsOfOp(
  op: Pick<EditOp, "id">,
  { ruleWords, words }: Pick<FindParams, "ruleWords" | "words">,
): RuleWords & Required<Pick<RuleWords, "severity">> {
  const own = ruleWords.get(op.id);
  const severity = own === undefined ? UNSAID.step : UNSAID.rule;
  return { severity, ...own, ...words };
}
