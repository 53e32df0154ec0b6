import { join, resolve } from "node:path";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { findBuiltInPolicy } from "../../policy/built-in-policies.ts";
import type { RunRequest } from "../../request/request.ts";
import { LoadingStopped } from "../sources/loading-stop.ts";
import { openSources, type SourceWorld } from "../sources/open-sources.ts";
import { findProject } from "./find-project.ts";
import { hiddenReports } from "./hidden-reports.ts";
import { type FindReportFault, type ParsedProject, parseProject } from "./parse-project.ts";
import { rootOfNames } from "./project-of-names.ts";
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
  { policy, paths = [], exclude = [] }: RunRequest,
  root: string,
): Pick<RunRequest, "policy" | "paths" | "exclude"> {
  return {
    policy: policy ?? policyOf(written.policy, root),
    paths: paths.length > 0 ? paths : written.paths,
    exclude: exclude.length > 0 ? exclude : written.exclude,
  };
}

function policyOf(named: string | undefined, root: string): string | undefined {
  if (named === undefined || findBuiltInPolicy(named) !== undefined) return named;
  return join(root, named);
}
