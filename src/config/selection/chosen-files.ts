import type { Recipe } from "../../model/recipe/recipe.ts";
import type { FileSelection } from "../../model/recipe/scope-rules.ts";
import type { Selection, SelectionRequest, SelectionSources } from "./selection.ts";

/** Finds the files that a request is about. Nothing is loaded for a request that chooses none. */
export async function selectFiles(
  request: SelectionRequest,
  sources: SelectionSources,
): Promise<Selection> {
  if (!choosesFiles(request)) return { selected: undefined, diagnostics: [] };
  return (await import("./select-files.ts")).selectFilesOf(request, sources);
}

function choosesFiles(request: SelectionRequest): boolean {
  const { files, filesFrom, since, staged, changedLines, paths, exclude, planned } = request;
  const isGiven = [files, filesFrom, since, planned].some((part) => part !== undefined);
  return isGiven || staged || changedLines || paths.length + exclude.length > 0;
}

/** Returns recipes for the selected files only. */
export function withSelection(
  recipes: readonly Recipe[],
  selection: FileSelection | undefined,
): readonly Recipe[] {
  if (selection === undefined) return recipes;
  return recipes.map((recipe) => ({ ...recipe, scope: { ...recipe.scope, selection } }));
}
