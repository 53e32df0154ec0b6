import { join } from "node:path";
import { readKeptReport } from "../apply/state/kept-report.ts";
import { listRunFolders } from "../apply/state/run-folder.ts";
import { packagePlaces } from "../config/prepare/package-places.ts";
import { prepareRecipes } from "../config/prepare/prepare-recipes.ts";
import { isOfModel } from "../model/recipe/recipe.ts";
import type { Report } from "../model/report/report.ts";
import { findNewestRun, findRunNamed, LAST_RUN } from "../past/record/find-run.ts";
import { plannedActions, reasonsAgainst } from "../run/plan-content/planned-actions.ts";
import { findLikelyState } from "../tree/brought-state.ts";
import { askIndex } from "../tree/index-question.ts";
import { type AcceptedChanges, type BaseSetting, basesOf, textsOf } from "./accepted-changes.ts";

/**
 * Accepts the actions that a record says were applied, if the recipes of that run make them again in the base. The
 * record itself proves nothing: who can write the tree can write it.
 */
export async function acceptedByRun(name: string, setting: BaseSetting): Promise<AcceptedChanges> {
  const { request, differences, world, signal, derive } = setting;
  const { root } = request;
  const isBrought = await findLikelyState(askIndex(root, world.env));
  const folders = listRunFolders(root);
  const found =
    name === LAST_RUN ? findNewestRun(folders, isBrought) : findRunNamed(name, folders, isBrought);
  if (found.kind === "none") {
    const { message, hint = "See sluice runs." } = found;
    return {
      kind: "invalid",
      diagnostics: [{ code: "invalid-option", severity: "error", message, hint }],
    };
  }
  const report = readKeptReport(found.past.folder);
  if (report === undefined) return { kind: "unproved", why: "the run kept no report." };
  const recipes = recipesOf(report, root);
  if (recipes.length === 0) return { kind: "unproved", why: NO_RECIPE };
  if (await askModels(recipes, setting)) return { kind: "unproved", why: OF_MODEL };
  const { proposal: _proposal, ...asked } = request;
  const derived = await derive(
    { ...asked, command: "plan", recipes, objects: undefined, cache: false },
    { ...world, emit: () => undefined },
  );
  const reasons = reasonsAgainst(derived.report);
  if (reasons.length > 0) return { kind: "unproved", why: reasons.join(" ") };
  const applied = new Set(
    report.actions.flatMap(({ id, state }) => (state === "applied" ? [id] : [])),
  );
  const actions = plannedActions(derived).filter(
    ({ id, state }) => state === "would-apply" && applied.has(id),
  );
  const bases = basesOf(actions, { request, differences });
  return "why" in bases ? { kind: "unproved", why: bases.why } : textsOf(actions, bases, signal);
}

const NO_RECIPE =
  "its recipes are not in the base, or it was a patch: only recipes can make its actions again.";

const OF_MODEL = "a model had a part in it, which may answer differently the next time.";

async function askModels(
  recipes: readonly string[],
  { request, sources, world }: BaseSetting,
): Promise<boolean> {
  if (sources.kind === "refused") return true;
  const { reader } = sources;
  const places = { reader, packages: packagePlaces(request, reader.trust, world) };
  const binding = { kind: "values", values: request.inputs } as const;
  const prepared = await prepareRecipes(recipes, places, binding);
  return prepared.recipes.some(isOfModel);
}

/** Returns the recipes of a run that can be found again: in the base, or among those that ship. */
function recipesOf({ sources }: Report, root: string): readonly string[] {
  const recipes = sources.filter(({ role }) => role === "recipe");
  return recipes.flatMap(({ path, origin }) => {
    if (origin === "shipped") return [path];
    return origin === "tree" || origin === "base" ? [join(root, path)] : [];
  });
}
