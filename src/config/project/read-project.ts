import { dirname, join, relative, resolve } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import { findRepository } from "../../git/find-repository.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { findBuiltInPolicy } from "../../policy/built-in-policies.ts";
import type { RunRequest } from "../../request/request.ts";
import { toPosix } from "../../shared/paths/posix-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import { LoadingStopped } from "../sources/loading-stop.ts";
import { findOfTree, isPathLike, isReference } from "../sources/locate-recipe.ts";
import { openSources, type SourceWorld } from "../sources/open-sources.ts";
import { findProject } from "./find-project.ts";
import { type FindReportFault, type ParsedProject, parseProject } from "./parse-project.ts";
import { missingPolicy } from "./project-policy.ts";
import { projectUses } from "./project-uses.ts";

/** A request with what the project file says. */
export interface ProjectRequest {
  readonly request: RunRequest;
  /** The reports of the file, as `--report` takes them, with paths relative to the root. */
  readonly reports: readonly string[];
}

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

/** The means to read a project file. */
interface Reading {
  readonly world: SourceWorld;
  readonly signal: AbortSignal;
  readonly findReportFault: FindReportFault;
}

async function readFound(
  request: RunRequest,
  { world, signal, findReportFault }: Reading,
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
  const { folder: root, read, notes } = found;
  const refused = (faults: readonly Diagnostic[]) => ({
    request: { ...request, root, faults },
    reports: [],
  });
  if ("diagnostic" in read) return refused([read.diagnostic]);
  const project = parseProject(read.text, read.path, findReportFault);
  if ("diagnostics" in project) return refused(project.diagnostics);
  const { trust, base, allowHosts } = request;
  const packages = request.packages.map((folder) => resolve(world.cwd, folder));
  const asked = { root, trust, base, packages, allowHosts };
  const opened = await openSources(asked, { ...world, cwd: root }, signal);
  if (opened.kind === "refused") return refused([opened.fault]);
  const { uses, diagnostics } = await projectUses(project, root, opened.reader);
  const ofPolicy =
    request.policy === undefined ? await missingPolicy(project, root, opened.reader) : [];
  const all = [...diagnostics, ...ofPolicy, ...hiddenReports(project, root)];
  if (hasErrors(all)) return refused(all);
  return {
    request: { ...request, root, uses, notes, ...settingsOf(project, request, root) },
    reports: project.written.reports ?? [],
  };
}

const NO_RECIPES: Diagnostic = {
  code: "no-recipes",
  severity: "error",
  message: "No recipe was named, and the project file is not trusted.",
  hint: "Name a recipe; --trust says what of the tree is read.",
};

function settingsOf(
  { written }: ParsedProject,
  { policy, paths, exclude }: RunRequest,
  root: string,
): Pick<RunRequest, "policy" | "paths" | "exclude"> {
  return {
    policy: policy ?? policyOf(written.policy, root),
    paths: paths.length > 0 ? paths : (written.paths ?? []),
    exclude: exclude.length > 0 ? exclude : (written.exclude ?? []),
  };
}

function policyOf(named: string | undefined, root: string): string | undefined {
  if (named === undefined || findBuiltInPolicy(named) !== undefined) return named;
  return join(root, named);
}

/** Finds reports of a project file that a link of the tree would put into a hidden folder, such as `.github`. */
function hiddenReports({ written, source }: ParsedProject, root: string): readonly Diagnostic[] {
  const { reports = [] } = written;
  return reports.flatMap((report, index) => {
    const path = report.slice(report.indexOf("=") + 1);
    const folder = toPosix(relative(realOf(root), realOf(dirname(join(root, path)))));
    if (!/(^|\/)\.[^./]/.test(folder)) return [];
    const place = source.placeOf(["reports", index]);
    const fault = `\`${path}\` is in the hidden folder ${folder}, by a link; name one that is not.`;
    return [diagnosticAt(place, "invalid-value", fault)];
  });
}

/** Returns where a folder is; of one that is not there yet, where the nearest one above it is. */
function realOf(folder: string): string {
  return realPathOf(folder) ?? realOf(dirname(folder));
}

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
