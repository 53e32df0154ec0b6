import { join } from "node:path";
import type { World } from "../model/world.ts";
import { parseFileReports } from "../request/options/parse-reports.ts";
import type { OutputOptions } from "../request/options/read-options.ts";
import { isOfRecipes, type Task } from "./task.ts";

/** A task with the options about its outputs. */
export interface TaskWithOptions {
  readonly task: Task;
  readonly options: OutputOptions;
}

/**
 * Reads the project file for a task that names no recipe, or a recipe of a folder above. What the command line says by
 * itself counts.
 */
export async function withProject(
  { task, options }: TaskWithOptions,
  world: World,
): Promise<TaskWithOptions> {
  if (!isOfRecipes(task)) return { task, options };
  const { project } = task.request;
  if (project === undefined || project === "policy") return { task, options };
  const { readProject } = await import("../config/project/read-project.ts");
  const { interrupted, after } = world;
  const { timeout } = options;
  const signal =
    timeout === undefined ? interrupted : AbortSignal.any([interrupted, after(timeout)]);
  const { request, reports } = await readProject(task.request, world, signal, findReportFault);
  return {
    task: { ...task, request },
    options: {
      ...options,
      report: options.report.length > 0 ? options.report : inRoot(reports, request.root),
    },
  };
}

/** Returns the fault of reports as a project file has them. */
export function findReportFault(texts: readonly string[]): string | undefined {
  const read = parseFileReports(texts);
  return "value" in read ? undefined : `${read.fault} ${read.hint}`.trim();
}

/** The texts were checked with the file. */
function inRoot(texts: readonly string[], root: string): OutputOptions["report"] {
  const read = parseFileReports(texts);
  const reports = "value" in read ? read.value : [];
  return reports.map(({ format, path }) => ({ format, path: join(root, path) }));
}
