import type { Diagnostic } from "../../model/diagnostic.ts";
import { isRecord } from "../../shared/is-record.ts";
import { hasCredentials, isVariableName, MODEL_KEYS } from "../schema/prompt-schema.ts";

/**
 * The diagnostics of a recipe; without the lines that they show where a key for a model may stand in it, as
 * reports and logs are no place for one. `value` is the recipe as it was written.
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
    return !MODEL_KEYS.includes(key); // As `apiKey`, which there is not.
  });
}
