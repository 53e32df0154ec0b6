import type { CallStep } from "../model/recipe/call-step.ts";
import type { FormattedStep } from "../model/recipe/format-params.ts";
import type { RecipeStep } from "../model/recipe/recipe.ts";
import type { UseStep } from "../model/recipe/use-step.ts";
import { definedOnly } from "../shared/defined-only.ts";
import type { YamlPath } from "../shared/yaml/yaml-path.ts";
import type { WrittenCall, WrittenStep } from "./recipe-schema.ts";
import { normalizeFormat } from "./steps/normalize-format.ts";
import type { StepNormalizing } from "./steps/normalize-paths.ts";
import { normalizePrompt } from "./steps/prompt-step.ts";
import { CALL_KIND_NAMES, callKindOf } from "./steps/step-kinds.ts";
import { normalizeUse } from "./steps/use-step.ts";

/** Written → resolved, for one step of any kind. */
export function normalizeStep(
  step: WrittenStep,
  at: YamlPath,
  defaultId: string,
  normalizing: StepNormalizing,
): RecipeStep | Omit<UseStep, "index"> {
  const id = step.id ?? defaultId;
  const { when: condition, parallel, prompt, uses } = step;
  const when =
    condition === undefined
      ? {}
      : { when: { source: condition, place: normalizing.source.placeOf([...at, "when"]) } };
  const formatted = formattedBy(step, at, normalizing);
  const own = { ...formatted, ...when };
  if (prompt !== undefined) return { ...normalizePrompt(step, at, id, normalizing), ...own };
  if (uses !== undefined) return { ...normalizeUse({ id, uses }, at, normalizing), ...own };
  if (parallel === undefined) return { ...normalizeCall(step, { at, id }, normalizing), ...own };
  const { languages } = step;
  const inner = { ...normalizing, ...formatted };
  const steps = parallel.map((call, index) => {
    const place = { at: [...at, "parallel", index], id: `${id}.${index + 1}`, languages };
    return {
      ...normalizeCall(call, place, normalizing),
      ...formattedBy(call, place.at, inner),
    };
  });
  return { kind: "parallel", id, steps, ...when };
}

/** Returns the formatters of a step: its own, or those around it. */
function formattedBy(
  { format }: Pick<WrittenStep, "format">,
  at: YamlPath,
  normalizing: StepNormalizing,
): FormattedStep {
  if (format === undefined) return definedOnly({ format: normalizing.format });
  return { format: normalizeFormat(format, [...at, "format"], normalizing) };
}

/** The place of a call, and what it has if it does not say it itself. */
interface CallPlace {
  readonly at: YamlPath;
  readonly id: string;
  readonly languages?: readonly string[] | undefined;
}

function normalizeCall(
  call: WrittenCall,
  { at, ...inherited }: CallPlace,
  normalizing: StepNormalizing,
): CallStep {
  const kind = CALL_KIND_NAMES.find((name) => call[name] !== undefined);
  if (kind === undefined) throw new Error("A call without a kind passed the schema.");
  const id = call.id ?? inherited.id;
  const languages = call.languages ?? inherited.languages;
  const written = { ...call, value: call[kind], id, languages };
  const step = callKindOf({ kind }).normalize(written, at, normalizing);
  return { ...step, ...definedOnly({ by: call.by, class: normalizing.ofSteps?.class }) };
}
