import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import { type Recipe, searchStepsOf } from "../model/recipe/recipe.ts";
import { isGlob } from "../shared/paths/glob.ts";

/** Reports files and folders that steps name and that do not exist (A4). A glob may match nothing. */
export async function missingPaths(
  recipes: readonly Recipe[],
  root: string,
): Promise<readonly Diagnostic[]> {
  const named = recipes.flatMap((recipe) =>
    searchStepsOf(recipe).flatMap(({ params, places }) =>
      params.paths.map((path, index) => ({ path, place: () => places(["paths", index]) })),
    ),
  );
  const found = await Promise.all(
    named.map(async ({ path, place }): Promise<Diagnostic[]> => {
      if (isGlob(path) || (await exists(join(root, path)))) return [];
      const message = `There is no file or folder \`${path}\`.`;
      return [{ code: "file-not-found", severity: "error", message, ...place() }];
    }),
  );
  return found.flat();
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT" && error.code !== "ENOTDIR",
  );
}
