import type { Policy } from "../model/policy.ts";
import type { PromptStep } from "../model/prompt-step.ts";
import type { CallStep, Recipe, RecipeStep } from "../model/recipe.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import { sha256 } from "../shared/sha256.ts";

/**
 * A digest of a recipe as it is understood: inputs put in, rule files and utility rules read, defaults filled
 * in. What changes nothing (a comment, where the file lies) is no part of it; everything that does is, but the
 * code of custom tools and hooks, of which only the paths and commands are.
 */
export function digestOfRecipe(recipe: Recipe): string {
  const { name, inputValues, scope, untrusted, fileRefs, expect, languageGlobs } = recipe;
  const { tools, hooks, steps } = recipe;
  return digestOf({
    ...{ name, inputValues, scope, untrusted, fileRefs, expect },
    languageGlobs: languageGlobs.map(({ language, globs }) => ({ language, globs })),
    tools: tools.map(({ path }) => path),
    hooks: hooks.map(({ place: _place, ...hook }) => hook),
    steps: steps.map(stepContent),
  });
}

/** A digest of a policy as it is understood, wherever it lies. */
export function digestOfPolicy({ source: _source, ...policy }: Policy): string {
  return digestOf(policy);
}

/** A digest of values of inputs. */
export function digestOfInputs(values: Readonly<Record<string, unknown>>): string {
  return digestOf(values);
}

function stepContent(step: RecipeStep): object {
  const when = step.when === undefined ? {} : { when: step.when.source };
  switch (step.kind) {
    case "parallel":
      return { kind: step.kind, id: step.id, steps: step.steps.map(callContent), ...when };
    case "prompt":
      return promptContent(step);
    default:
      return { ...callContent(step), ...when };
  }
}

/** A prompt without the places at which it stands. */
function promptContent({ place: _place, toolPlaces: _places, model, when, ...step }: PromptStep) {
  const { place: _modelPlace, ...settings } = model;
  return { ...step, model: settings, ...(when === undefined ? {} : { when: when.source }) };
}

/** A call without the places at which it stands. */
function callContent(step: CallStep): object {
  if (step.kind === "ast_edit") return { kind: step.kind, id: step.id, params: step.params };
  const { kind, id, tool, params, timeout } = step;
  return { kind, id, tool, params, timeout };
}

function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
