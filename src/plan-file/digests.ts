import type { Policy, PolicyRule } from "../model/policy.ts";
import type { CallStep } from "../model/recipe/call-step.ts";
import type { FormattedStep } from "../model/recipe/format-params.ts";
import type { PromptStep } from "../model/recipe/prompt-step.ts";
import type { Recipe, RecipeStep, UsedRecipe } from "../model/recipe/recipe.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import { sha256 } from "../shared/sha256.ts";

/**
 * Returns the digest of a recipe with its inputs, rule files, utility rules and defaults put in; comments and the place
 * of the file do not count. Of custom tools and hooks only the paths and commands count, not the code.
 */
export function digestOfRecipe(recipe: Recipe): string {
  const { selection: _selection, kept: _kept, ...scope } = recipe.scope;
  const { name, inputValues, untrusted, fileRefs, expect, languageGlobs, onHeld } = recipe;
  const { tools, hooks, steps } = recipe;
  return digestOf({
    name,
    inputValues,
    scope,
    untrusted,
    fileRefs,
    expect,
    onHeld,
    ...languageContent({ languages: recipe.languages, languageGlobs }),
    tools: tools.map(({ path }) => path),
    hooks: hooks.map(({ place: _place, ...hook }) => hook),
    steps: steps.map(stepContent),
  });
}

function languageContent({
  languages,
  languageGlobs,
}: Pick<Recipe, "languages" | "languageGlobs">) {
  return {
    languages: languages.map(({ language }) => language),
    languageGlobs: languageGlobs.map(({ language, globs }) => ({ language, globs })),
  };
}

/** Leaves out places, and names, which decide nothing. */
function usedContent({ name: _name, when, hooks, languages, languageGlobs, ...used }: UsedRecipe) {
  return {
    ...used,
    ...languageContent({ languages, languageGlobs }),
    when: when?.source,
    hooks: hooks.map(({ place: _place, ...hook }) => hook),
  };
}

/** Returns the digest of a policy without what decides nothing: the names of its files, and the places of its rules. */
export function digestOfPolicy({
  source: _source,
  extended: _extended,
  ...policy
}: Policy): string {
  const guards = policy.guards.map(withoutPlace);
  const rules = policy.rules.map(withoutPlace);
  return digestOf(JSON.parse(JSON.stringify({ ...policy, guards, rules }))); // Without functions.
}

function withoutPlace({ place: _place, ...rule }: PolicyRule): object {
  return rule;
}

/** Returns the digest of the values of inputs. */
export function digestOfInputs(values: Readonly<Record<string, unknown>>): string {
  return digestOf(values);
}

function stepContent(step: RecipeStep): object {
  return { ...kindContent(step), used: step.used?.map(usedContent) };
}

function kindContent(step: RecipeStep): object {
  const when = step.when?.source;
  switch (step.kind) {
    case "parallel":
      return { kind: step.kind, id: step.id, steps: step.steps.map(callContent), when };
    case "prompt":
      return { ...promptContent(step), when };
    default:
      return { ...callContent(step), when };
  }
}

/** Leaves out places in the recipe: they change nothing. */
function promptContent({ place: _place, toolPlaces: _places, model, format, ...step }: PromptStep) {
  const { place: _modelPlace, ...settings } = model;
  return { ...step, ...formatContent(format), model: settings };
}

/** Without formatters the digest is the one that a plan of an earlier version has. */
function formatContent(format: FormattedStep["format"]) {
  return format === undefined ? {} : { format: format.map(({ place: _place, ...own }) => own) };
}

/** Leaves out places in the recipe, as above. */
function callContent(step: CallStep): object {
  const format = formatContent(step.format);
  if (step.kind !== "tool") return { kind: step.kind, id: step.id, params: step.params, ...format };
  const { kind, id, tool, params, timeout } = step;
  return { kind, id, tool, params, timeout, ...format };
}

function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
