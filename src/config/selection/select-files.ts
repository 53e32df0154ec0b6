import type { Recipe } from "../../model/recipe/recipe.ts";
import type { FileSelection } from "../../model/recipe/scope-rules.ts";
import type { Client } from "../../request/request.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import type { Selection, SelectionRequest, SelectionSources } from "./selection.ts";
import type { ChosenFiles } from "./selection-report.ts";

/** True if an option chooses files. An empty list of globs does not, unlike an empty list of files. */
const CHOOSES = {
  files: ({ files }) => files !== undefined,
  filesFrom: ({ filesFrom }) => filesFrom !== undefined,
  since: ({ since }) => since !== undefined,
  staged: ({ staged }) => staged,
  changedLines: ({ changedLines }) => changedLines,
  paths: ({ paths }) => paths.length > 0,
  exclude: ({ exclude }) => exclude.length > 0,
} satisfies Record<keyof ChosenFiles, (options: ChosenFiles) => boolean>;

/** Finds the files that a request is about. Nothing is loaded for a request that chooses none. */
export async function selectFiles(
  request: SelectionRequest,
  sources: SelectionSources,
): Promise<Selection> {
  if (!choosesFiles(request) && request.planned === undefined)
    return { selected: undefined, diagnostics: [] };
  return (await import("./find-selected.ts")).findSelected(request, sources);
}

/** True if any option chooses files. */
function choosesFiles(options: ChosenFiles): boolean {
  return Object.values(CHOOSES).some((chooses) => chooses(options));
}

/** Returns the selection of a run, less what a client must not have changed, and must not have made. */
export function openedTo(
  client: Client | undefined,
  selection: FileSelection | undefined,
): FileSelection | undefined {
  const { paths = [], exclude = [] } = client ?? {};
  if (paths.length + exclude.length === 0) return selection;
  const isOpen = paths.length === 0 ? () => true : pathMatcher(paths);
  const isExcluded = pathMatcher(exclude);
  return { has: (path) => isOpen(path) && !isExcluded(path) && (selection?.has(path) ?? true) };
}

/** Returns recipes for the selected files only. */
export function withSelection(
  recipes: readonly Recipe[],
  selection: FileSelection | undefined,
): readonly Recipe[] {
  if (selection === undefined) return recipes;
  return recipes.map((recipe) => ({ ...recipe, scope: { ...recipe.scope, selection } }));
}
