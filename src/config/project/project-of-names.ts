import { dirname } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import { findRepository } from "../../git/find-repository.ts";
import type { RunRequest } from "../../request/request.ts";
import { findOfTree, isPathLike, isReference } from "../sources/locate-recipe.ts";
import { openSources, type SourceWorld } from "../sources/open-sources.ts";
import { findProject } from "./find-project.ts";

/**
 * Returns the root of a request that names recipes and is made in a folder of a project: the folder of the nearest
 * project file above, if the recipes of all names are there and none is in the folder itself; otherwise its own root.
 */
export async function rootOfNames(
  request: RunRequest,
  world: SourceWorld,
  signal: AbortSignal,
): Promise<string> {
  const { root, recipes } = request;
  if (recipes.some((name) => isPathLike(name) || isReference(name))) return root;
  const start = realPathOf(root) ?? root;
  const repository = findRepository(start);
  if (repository === undefined || dirname(repository) === start) return root;
  const found = await findProject({ ...request, project: "upwards" }, world, signal);
  if (found.kind !== "found" || found.folder === root) return root;
  const here = await namesIn(root, request, world, signal);
  const there = await namesIn(found.folder, request, world, signal);
  const isThere = recipes.every((name) => there.has(name) && !here.has(name));
  return isThere ? found.folder : root;
}

/** Returns the names of the recipes of a folder, as far as the tree is trusted. */
async function namesIn(
  root: string,
  { trust, base }: RunRequest,
  world: SourceWorld,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const opened = await openSources({ root, trust, base }, { ...world, cwd: root }, signal);
  if (opened.kind === "refused") return new Set();
  return new Set((await findOfTree(opened.reader)).map(({ name }) => name));
}
