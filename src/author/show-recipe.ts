import type { ConfigReader } from "../config/sources/config-reader.ts";
import { LoadingStopped } from "../config/sources/loading-stop.ts";
import { namesakesOf } from "../config/sources/locate-recipe.ts";
import { findRecipe } from "../config/sources/locate-used.ts";
import { openSources, type SourceWorld } from "../config/sources/open-sources.ts";
import type { TrustRequest } from "../config/sources/resolve-trust.ts";
import { shownPlace } from "../config/sources/source-place.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import type { Recipe, RecipeStep } from "../model/recipe/recipe.ts";
import type { UseStep } from "../model/recipe/use-step.ts";
import { loadRecipe } from "../recipe/load-recipe.ts";
import { STEP_KINDS } from "../recipe/steps/step-kinds.ts";

/** A recipe as `sluice show` shows it. */
export interface ShownRecipe {
  /** The recipe as it was read, with a value of its type for each input without one. */
  readonly recipe: Recipe;
  /** The file: relative to the root, `shipped:NAME`, or absolute. */
  readonly place: string;
  /** The recipes of the same name that do not count, by their places. */
  readonly hides: readonly string[];
  readonly steps: readonly ShownStep[];
}

/** A step in brief. */
interface ShownStep {
  readonly id: string;
  readonly kind: (RecipeStep | UseStep)["kind"];
  /** Its effect, as a sentence. */
  readonly summary: string;
  readonly when?: string;
  /** The calls of a group. */
  readonly calls?: readonly ShownStep[];
}

/** A recipe to show and its warnings, or the problems that keep it from being shown. */
export interface RecipeToShow {
  readonly shown?: ShownRecipe;
  readonly diagnostics: readonly Diagnostic[];
}

/** `sluice show`: reads one recipe, by name or path. Returns undefined if the signal fires before. */
export async function showRecipe(
  name: string,
  request: TrustRequest,
  world: SourceWorld,
  signal: AbortSignal,
): Promise<RecipeToShow | undefined> {
  try {
    const opened = await openSources(request, world, signal);
    if (opened.kind === "refused") return { diagnostics: [opened.fault] };
    return await readRecipe(name, opened.reader);
  } catch (error) {
    if (error instanceof LoadingStopped) return undefined;
    throw error;
  }
}

async function readRecipe(name: string, reader: ConfigReader): Promise<RecipeToShow> {
  const located = await findRecipe(name, reader);
  if ("fault" in located) return { diagnostics: [located.fault] };
  const read = await reader.read(located.place, "recipe");
  if ("diagnostic" in read) return { diagnostics: [read.diagnostic] };
  const { recipe, diagnostics } = loadRecipe(read.text, read.path, { kind: "placeholders" });
  const ownDiagnostics = reader.withoutForeignText(diagnostics);
  if (recipe === undefined || hasErrors(ownDiagnostics)) return { diagnostics: ownDiagnostics };
  const place = shownPlace(located.place);
  const namesakes = await namesakesOf(name, reader);
  const hides = namesakes.map(shownPlace).filter((each) => each !== place);
  return { shown: { recipe, place, hides, steps: stepsOf(recipe) }, diagnostics: ownDiagnostics };
}

/** Returns the steps as they are written: those of used recipes are not read. */
function stepsOf({ steps, uses = [] }: Recipe): readonly ShownStep[] {
  const before = (index: number) => uses.filter((use) => use.index === index);
  return [...steps.flatMap((step, index) => [...before(index), step]), ...before(steps.length)].map(
    stepOf,
  );
}

function stepOf(step: RecipeStep | UseStep): ShownStep {
  const { id, kind, when } = step;
  const condition = when === undefined ? {} : { when: when.source };
  const calls = step.kind === "parallel" ? { calls: step.steps.map(stepOf) } : {};
  return {
    id,
    kind,
    summary: `${STEP_KINDS[kind].summaryOf(step)}${formatSummary(step)}`,
    ...condition,
    ...calls,
  };
}

/** Returns the formatters of a step, as the end of its summary. */
function formatSummary(step: RecipeStep | UseStep): string {
  const { format = [] } = step.kind === "parallel" ? {} : step;
  if (format.length === 0) return "";
  return `; formats with ${format.map(({ run }) => `\`${run.join(" ")}\``).join(", ")}`;
}
