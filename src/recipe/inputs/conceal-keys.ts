import { isVariableName } from "../../model/allowance.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { isRecord } from "../../shared/is-record.ts";
import { hasCredentials, MODEL_KEYS } from "../schema/prompt-schema.ts";

/**
 * Removes the excerpts from the diagnostics of a recipe if it may contain a key of a model, because a key must not
 * reach reports and logs. `value` is the recipe as written.
 */
export function concealKeys(
  diagnostics: readonly Diagnostic[],
  value: unknown,
): readonly Diagnostic[] {
  const steps = isRecord(value) && Array.isArray(value.steps) ? value.steps : [];
  if (!steps.some((step) => isRecord(step) && mayHoldKey(step.model))) return diagnostics;
  return diagnostics.map(({ frame: _frame, ...diagnostic }) => diagnostic);
}

function mayHoldKey(model: unknown): boolean {
  if (!isRecord(model)) return false;
  return Object.entries(model).some(([key, value]) => {
    if (typeof value !== "string") return false;
    if (key === "apiKeyEnv") return !isVariableName(value);
    if (key === "baseUrl") return URL.canParse(value) && hasCredentials(new URL(value));
    return !MODEL_KEYS.includes(key); // For example `apiKey`, which does not exist.
  });
}
