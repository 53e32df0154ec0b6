import { dirname, join, relative, resolve } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { RunRequest } from "../../request/request.ts";
import { toPosix } from "../../shared/paths/posix-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import { openSources, type SourceWorld } from "../sources/open-sources.ts";
import type { FoundProject } from "./find-project.ts";
import { type FindReportFault, type ParsedProject, parseProject } from "./parse-project.ts";
import { missingPolicy, policyOfProject } from "./project-policy.ts";
import { projectUses } from "./project-uses.ts";

/** A request with what the project file says. */
export interface ProjectRequest {
  readonly request: RunRequest;
  /** The reports of the file, as `--report` takes them, with paths relative to the root. */
  readonly reports: readonly string[];
}

/** The means to read a project file. */
export interface ProjectReading {
  readonly world: SourceWorld;
  readonly signal: AbortSignal;
  readonly findReportFault: FindReportFault;
}

/** Returns a request with what a project file says. Faults of the file are those of the request. */
export async function requestOfProject(
  { folder: root, read, notes }: Extract<FoundProject, { kind: "found" }>,
  request: RunRequest,
  { world, signal, findReportFault }: ProjectReading,
): Promise<ProjectRequest> {
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

function settingsOf(
  project: ParsedProject,
  { policy, paths, exclude }: RunRequest,
  root: string,
): Pick<RunRequest, "policy" | "paths" | "exclude"> {
  const { written } = project;
  return {
    policy: policy ?? policyOfProject(project, root),
    paths: paths.length > 0 ? paths : (written.paths ?? []),
    exclude: exclude.length > 0 ? exclude : (written.exclude ?? []),
  };
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
