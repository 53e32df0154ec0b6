import { type Diagnostic, hasErrors } from "../../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../../model/input-limits.ts";
import type { CustomToolFile, Recipe, RecipeStep } from "../../../model/recipe/recipe.ts";
import type { UseStep } from "../../../model/recipe/use-step.ts";
import { embedSteps } from "../../../recipe/embed-steps.ts";
import type { InputBinding } from "../../../recipe/inputs/bind-inputs.ts";
import type { LoadedRecipe } from "../../../recipe/load-recipe.ts";
import type { ConfigReader } from "../../sources/config-reader.ts";
import { type FoundRecipe, findUsedRecipe } from "../../sources/locate-used.ts";
import { type SourcePlace, shownPlace } from "../../sources/source-place.ts";
import { undeclaredInputsOf } from "../undeclared-inputs.ts";

/** The recipes that one recipe may still use, also through others. */
export class UseBudget {
  #left: number = INPUT_LIMITS.recipeUses;

  /** Takes one away; false if none is left. */
  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }
}

/** The recipes that lead to a recipe. */
export interface Leading {
  readonly role: "recipe" | "used-recipe";
  /** Their places, the outermost first. */
  readonly chain: readonly SourcePlace[];
  readonly budget: UseBudget;
}

/** The surroundings of a recipe that uses others. */
interface Using {
  readonly reader: ConfigReader;
  readonly binding: InputBinding;
  /** With the recipe itself. */
  readonly leading: Leading;
  /** Reads and checks a used recipe with these inputs. */
  readonly prepare: (found: FoundRecipe, binding: InputBinding) => Promise<LoadedRecipe>;
}

/** A recipe with the steps of the recipes that it uses. */
interface WholeRecipe {
  readonly recipe: Recipe;
  readonly diagnostics: readonly Diagnostic[];
}

/** Puts the steps of other recipes into the places of the steps that use them. */
export async function useRecipes(outer: Recipe, using: Using): Promise<WholeRecipe> {
  const { uses = [], ...recipe } = outer;
  if (uses.length === 0) return { recipe: outer, diagnostics: [] };
  const steps: RecipeStep[] = [];
  const tools: CustomToolFile[] = [...recipe.tools];
  const parsers = [...(recipe.parsers ?? [])];
  const untrusted = [...recipe.untrusted];
  const diagnostics: Diagnostic[] = [];
  let taken = 0;
  for (const use of uses) {
    steps.push(...recipe.steps.slice(taken, use.index));
    taken = use.index;
    const used = await prepareUsed(use, outer, using);
    diagnostics.push(...used.diagnostics);
    if (used.recipe === undefined) continue;
    steps.push(...embedSteps(use, used.recipe));
    tools.push(...used.recipe.tools);
    parsers.push(...(used.recipe.parsers ?? []));
    untrusted.push(...used.recipe.untrusted);
    if (steps.length + recipe.steps.length - taken <= INPUT_LIMITS.steps) continue;
    const message = `With the steps of the recipes that it uses, a recipe has at most ${INPUT_LIMITS.steps} steps.`;
    diagnostics.push(faultAt(use, message));
    break;
  }
  steps.push(...recipe.steps.slice(taken));
  diagnostics.push(...sameIds(outer));
  const more = parsers.length > 0 ? { parsers } : {};
  return { recipe: { ...recipe, tools, untrusted, steps, ...more }, diagnostics };
}

/** Reads the recipe that a step uses, and checks what concerns both. */
async function prepareUsed(
  use: UseStep,
  outer: Recipe,
  { reader, binding, leading: { chain, budget }, prepare }: Using,
): Promise<{ readonly recipe?: Recipe; readonly diagnostics: readonly Diagnostic[] }> {
  const refuse = (message: string, hint?: string) => ({
    diagnostics: [faultAt(use, message, hint)],
  });
  const from = chain.at(-1);
  if (from === undefined) throw new Error("A recipe is in the chain that leads to it.");
  const found = await findUsedRecipe(use.recipe, from, reader);
  if ("fault" in found) return { diagnostics: [{ ...found.fault, ...use.place }] };
  const names = [...chain, found.place].map(shownPlace);
  if (names.slice(0, -1).includes(shownPlace(found.place)))
    return refuse(`A recipe uses itself: ${names.join(" → ")}.`);
  if (chain.length > INPUT_LIMITS.useDepth)
    return refuse(`Recipes use each other at most ${INPUT_LIMITS.useDepth} deep.`);
  if (!budget.take())
    return refuse(`A recipe uses at most ${INPUT_LIMITS.recipeUses} others, also through others.`);
  const inner = await prepare(found, bindingOf(use, binding));
  const diagnostics = [
    ...inner.diagnostics.map((diagnostic) => namingUse(diagnostic, use)),
    ...undeclaredInputsOf(use, inner.inputs),
  ];
  const { recipe } = inner;
  if (recipe === undefined || hasErrors(diagnostics)) return { diagnostics };
  const laxer = laxerFault(outer, recipe, use);
  return laxer === undefined ? { recipe, diagnostics } : { diagnostics: [...diagnostics, laxer] };
}

/** In a check without a run, what an input passes on is not known. */
function bindingOf({ inputs, passed }: UseStep, outer: InputBinding): InputBinding {
  if (outer.kind === "values" && outer.unknown === undefined)
    return { kind: "values", values: inputs };
  const known = Object.entries(inputs).filter(([name]) => !passed.includes(name));
  return { kind: "values", values: Object.fromEntries(known), unknown: new Set(passed) };
}

/** Adds the step that uses a recipe to a problem of the recipe, which keeps its own place. */
function namingUse(diagnostic: Diagnostic, { id, place, ...use }: UseStep): Diagnostic {
  const line = place.line === undefined ? "" : `:${place.line}`;
  const message = `${diagnostic.message} (Used by the step \`${id}\` in ${place.path}${line}.)`;
  if (diagnostic.code !== "missing-input") return { ...diagnostic, message };
  return {
    ...diagnostic,
    message,
    hint: `Give it under \`with\` of the step that uses ${use.recipe}.`,
  };
}

/** From the least careful to the most. */
const BY_CARE: readonly Recipe["onHeld"][] = ["continue", "skip-file", "stop"];

/** `onHeld` counts for all steps of a run recipe: a used one must not become less careful. */
function laxerFault(outer: Recipe, inner: Recipe, use: UseStep): Diagnostic | undefined {
  if (BY_CARE.indexOf(inner.onHeld) <= BY_CARE.indexOf(outer.onHeld)) return undefined;
  const message =
    `\`${use.recipe}\` has \`onHeld: ${inner.onHeld}\`, and this recipe \`${outer.onHeld}\`, which is less ` +
    "careful and counts for all steps.";
  return faultAt(use, message, `Write \`onHeld: ${inner.onHeld}\` in this recipe.`);
}

/** Refuses ids that look like those of the steps of a used recipe. */
function sameIds({ steps, uses = [] }: Recipe): readonly Diagnostic[] {
  const ids = [...steps, ...uses].flatMap((step) =>
    step.kind === "parallel" ? [step.id, ...step.steps.map(({ id }) => id)] : [step.id],
  );
  return uses.flatMap((use) => {
    const like = ids.find((id) => id.startsWith(`${use.id}.`));
    if (like === undefined) return [];
    const message = `The id \`${like}\` looks like that of a step of the recipe that \`${use.id}\` uses.`;
    const hint = "Give the step another id.";
    return [{ ...faultAt(use, message, hint), code: "duplicate-id" as const }];
  });
}

function faultAt({ place }: UseStep, message: string, hint?: string): Diagnostic {
  const advice = hint === undefined ? {} : { hint };
  return { code: "invalid-value", severity: "error", message, ...advice, ...place };
}
