import type { Diagnostic } from "../../model/diagnostic.ts";
import { takesAllFiles } from "./takes-all-files.ts";
import type { unreadablePaths } from "./unreadable-paths.ts";

/** Finds the paths of recipes that cannot be read. Nothing is loaded for recipes that leave nothing to check. */
export async function findUnreadable(
  ...[recipes, ...files]: Parameters<typeof unreadablePaths>
): Promise<readonly Diagnostic[]> {
  if (recipes.every(takesAllFiles)) return [];
  return (await import("./unreadable-paths.ts")).unreadablePaths(recipes, ...files);
}
