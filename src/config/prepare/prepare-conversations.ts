import type { Allowance } from "../../model/allowance.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { promptsOf, type Recipe } from "../../model/recipe/recipe.ts";
import type { GitListing } from "../../request/git-listing.ts";
import type { RunRequest } from "../../request/request.ts";
import type { prepareModels } from "./prepare-models.ts";
import { NO_MODELS, type PreparedModels } from "./prepared-models.ts";
import type { ResumedConversations } from "./resumed-conversations.ts";

/** The parts of a run that only prompt steps use. */
export interface PreparedConversations {
  readonly models: PreparedModels;
  /** The conversations of the run that is resumed. */
  readonly resumed: ResumedConversations | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Opens models and reads the conversations to resume. This comes before any code of a recipe is loaded, so that such
 * code never gets the keys; its modules are loaded only if there is a prompt step, or something to resume.
 */
export async function prepareConversations(
  recipes: readonly Recipe[],
  request: RunRequest,
  world: Parameters<typeof prepareModels>[2] & { readonly listing: GitListing },
  allowance: Allowance,
): Promise<PreparedConversations> {
  const opened = await openModels(recipes, request, world, allowance);
  if (request.resume === undefined) return opened;
  const { findResumed } = await import("./resumed-conversations.ts");
  const { root, resume } = request;
  const found = await findResumed(resume, root, world.listing);
  if ("diagnostic" in found)
    return { ...opened, diagnostics: [...opened.diagnostics, found.diagnostic] };
  const { resumed, dropped } = found;
  const notes = [...cutOff(resume, dropped), ...unknownSteps(resume, resumed, recipes)];
  return { ...opened, resumed, diagnostics: [...opened.diagnostics, ...notes] };
}

async function openModels(
  recipes: readonly Recipe[],
  request: RunRequest,
  world: Parameters<typeof prepareModels>[2],
  allowance: Allowance,
): Promise<PreparedConversations> {
  if (!recipes.some((recipe) => promptsOf(recipe).length > 0))
    return { models: NO_MODELS, resumed: undefined, diagnostics: noTask(recipes, request) };
  const { prepareModels: prepare } = await import("./prepare-models.ts");
  return { ...(await prepare(recipes, request, world, allowance)), resumed: undefined };
}

/** Refuses to hand over tasks of recipes without any. If no recipe could be read, other diagnostics say why. */
function noTask(
  recipes: readonly Recipe[],
  { handsOff = false }: RunRequest,
): readonly Diagnostic[] {
  if (!handsOff || recipes.length === 0) return [];
  const message = "--handoff prints the tasks of prompt steps, and no recipe of this run has one.";
  const hint = "Name a recipe with a step `prompt`, or leave --handoff out.";
  return [{ code: "invalid-option", severity: "error", message, hint }];
}

function cutOff(resume: string, dropped: string | undefined): readonly Diagnostic[] {
  if (dropped === undefined) return [];
  const message = `The transcript of ${resume} can be used only in part. ${dropped}`;
  return [{ code: "invalid-resume", severity: "warning", message }];
}

/** Reports conversations of steps that are not run now; an error if that is so for all of them. */
function unknownSteps(
  resume: string,
  { parts }: ResumedConversations,
  recipes: readonly Recipe[],
): readonly Diagnostic[] {
  const isHere = ({ recipe, step }: (typeof parts)[number]) =>
    recipes.some(({ name, steps }) => name === recipe && steps.some(({ id }) => id === step));
  const unknown = parts.filter((part) => !isHere(part));
  if (unknown.length === 0) return [];
  const names = unknown.map(({ recipe, step }) => `${recipe}/${step}`).join(", ");
  const severity = unknown.length === parts.length ? "error" : "warning";
  const message = `The run ${resume} has conversations of steps that are not run now: ${names}.`;
  return [{ code: "invalid-resume", severity, message }];
}
