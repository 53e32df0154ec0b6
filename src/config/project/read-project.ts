import { dirname } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import { findRepository } from "../../git/find-repository.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { RunRequest } from "../../request/request.ts";
import { LoadingStopped } from "../sources/loading-stop.ts";
import { findOfTree, isPathLike, isReference } from "../sources/locate-recipe.ts";
import { openSources, type SourceWorld } from "../sources/open-sources.ts";
import { findProject } from "./find-project.ts";
import type { FindReportFault } from "./parse-project.ts";
import type { ProjectReading, ProjectRequest } from "./request-of-project.ts";

/**
 * Reads the project file of a request that names no recipe. Its folder becomes the root. What the request says by
 * itself counts. Faults are those of the request. One that names recipes of the project in a folder of it gets the root
 * alone.
 */
export async function readProject(
  request: RunRequest,
  world: SourceWorld,
  signal: AbortSignal,
  findReportFault: FindReportFault,
): Promise<ProjectRequest> {
  try {
    return await readFound(request, { world, signal, findReportFault });
  } catch (error) {
    if (error instanceof LoadingStopped) return { request, reports: [] }; // The run ends by the same signal.
    throw error;
  }
}

async function readFound(
  request: RunRequest,
  { world, signal, findReportFault }: ProjectReading,
): Promise<ProjectRequest> {
  if (request.project === "names") {
    const root = await rootOfNames(request, world, signal);
    return { request: { ...request, root }, reports: [] };
  }
  const found = await findProject(request, world, signal);
  if (found.kind === "refused") return { request, reports: [] };
  if (found.kind === "none") {
    const faults = found.notes.length > 0 ? [...found.notes, NO_RECIPES] : undefined;
    return { request: { ...request, faults: faults ?? request.faults }, reports: [] };
  }
  const { requestOfProject } = await import("./request-of-project.ts"); // Most requests name their recipes.
  return requestOfProject(found, request, { world, signal, findReportFault });
}

const NO_RECIPES: Diagnostic = {
  code: "no-recipes",
  severity: "error",
  message: "No recipe was named, and the project file is not trusted.",
  hint: "Name a recipe; --trust says what of the tree is read.",
};

/**
 * Returns the root of a request that names recipes and is made in a folder of a project: the folder of the nearest
 * project file above, if the recipes of all names are there and none is in the folder itself; otherwise its own root.
 */
async function rootOfNames(
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
