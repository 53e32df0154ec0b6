import { type RuleWords, SEVERITIES } from "../model/recipe/rule-words.ts";
import { definedOnly } from "../shared/defined-only.ts";

/** Reads the words of a rule that passed the schema; only texts count, as in ast-grep. */
export function wordsIn(rule: unknown): RuleWords {
  const { severity, message, note } = rule as Readonly<Record<keyof RuleWords, unknown>>;
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : undefined);
  const grave = SEVERITIES.find((each) => each === severity);
  return definedOnly({ severity: grave, message: text(message), note: text(note) });
}
