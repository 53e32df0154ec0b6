import type { CallStep } from "../model/recipe/call-step.ts";
import { LateText, type TextPiece } from "../model/recipe/prompt-step.ts";
import type { Recipe, RecipeStep, UsedRecipe } from "../model/recipe/recipe.ts";
import type { UseStep } from "../model/recipe/use-step.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { isRecord } from "../shared/is-record.ts";

/** Returns the steps of a recipe as those of the recipe that uses it: their ids begin with the id of the using step. */
export function embedSteps({ id, when, format }: UseStep, inner: Recipe): readonly RecipeStep[] {
  const own: UsedRecipe = {
    id,
    name: inner.name,
    inputValues: inner.inputValues,
    scope: inner.scope,
    fileRefs: inner.fileRefs,
    languages: inner.languages,
    languageGlobs: inner.languageGlobs,
    expect: inner.expect,
    hooks: inner.hooks,
    ...definedOnly({ when }),
  };
  return inner.steps.map(({ used = [], ...step }) => ({
    ...withFormat(renamed(step, id), format),
    used: [own, ...used.map((each) => ({ ...each, id: `${id}.${each.id}` }))],
  }));
}

/** Gives the formatters of the recipe around to a step of which its own recipe says nothing. */
function withFormat(step: RecipeStep, format: UseStep["format"]): RecipeStep {
  if (format === undefined) return step;
  if (step.kind !== "parallel") return { format, ...step };
  return { ...step, steps: step.steps.map((call) => ({ format, ...call })) };
}

function renamed(step: RecipeStep, prefix: string): RecipeStep {
  if (step.kind === "parallel")
    return {
      ...renamedId(step, prefix),
      steps: step.steps.map((call) => renamedCall(call, prefix)),
    };
  if (step.kind !== "prompt") return renamedCall(step, prefix);
  return {
    ...renamedId(step, prefix),
    prompt: step.prompt.map((piece) => renamedPiece(piece, prefix)),
    attach: step.attach.map((path) =>
      path instanceof LateText ? renamedText(path, prefix) : path,
    ),
  };
}

function renamedId<Step extends { readonly id: string }>(step: Step, prefix: string): Step {
  return { ...step, id: `${prefix}.${step.id}` };
}

/** Only the parameters of tools may wait for outputs. */
function renamedCall(call: CallStep, prefix: string): CallStep {
  if (call.kind !== "tool") return renamedId(call, prefix);
  const params = Object.entries(call.params).map(([key, value]) => [key, renamedIn(value, prefix)]);
  return { ...renamedId(call, prefix), params: Object.fromEntries(params) };
}

/** Returns a value in which every text that waits for an output names its step anew. */
function renamedIn(value: unknown, prefix: string): unknown {
  if (value instanceof LateText) return renamedText(value, prefix);
  if (Array.isArray(value)) return value.map((item) => renamedIn(item, prefix));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, renamedIn(item, prefix)]),
  );
}

function renamedText({ pieces }: LateText, prefix: string): LateText {
  return new LateText(pieces.map((piece) => renamedPiece(piece, prefix)));
}

function renamedPiece(piece: TextPiece, prefix: string): TextPiece {
  return piece.kind === "output" ? { ...piece, step: `${prefix}.${piece.step}` } : piece;
}
