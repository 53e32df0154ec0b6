import { existsSync, statSync } from "node:fs";
import { join, posix, relative, resolve } from "node:path";
import { isOfPlan, type Task } from "../command/task.ts";
import type { TaskOutcome } from "../command/task-outcome.ts";
import type { FileReport } from "../model/report/formats.ts";
import type { Report } from "../model/report/report.ts";
import { toPosix } from "../shared/paths/posix-path.ts";

/** The files that a step leaves to later steps: absolute paths; a missing one is empty. */
export interface Products {
  readonly patch: string;
  readonly plan: string;
  readonly report: string;
  /** The files that were changed, or would be; relative to the workspace. */
  readonly changedFiles: readonly string[];
}

/** The products of a step that ran nothing. */
export const NO_PRODUCTS: Products = { patch: "", plan: "", report: "", changedFiles: [] };

/** The formats that a step always writes, with the names of their files. */
const ALWAYS = { json: "report.json", patch: "changes.patch" } as const;

/**
 * Returns the reports that were asked for, and those of every step, which go into a new folder of the runner's
 * temporary one. Without one (outside of a runner) there are none of these.
 */
export function withOwnReports(
  asked: readonly FileReport[],
  runnerTemp: string | undefined,
  folder: string,
): readonly FileReport[] {
  if (runnerTemp === undefined || runnerTemp === "") return asked;
  const formats = ["json", "patch"] as const;
  const own = formats
    .filter((format) => asked.every((report) => report.format !== format))
    .map((format) => ({ format, path: join(runnerTemp, folder, ALWAYS[format]) }));
  return [...asked, ...own];
}

/** Returns the products of a task, of which only files that were written count. */
export function productsOf(
  task: Task,
  reports: readonly FileReport[],
  { report, written }: TaskOutcome,
  { root, workspace }: { readonly root: string; readonly workspace: string },
): Products {
  const pathOf = (format: FileReport["format"]) => {
    const found = reports.find((one) => one.format === format && written.includes(one.path));
    return found === undefined ? "" : resolve(root, found.path);
  };
  const patch = pathOf("patch");
  return {
    patch: patch === "" || isEmpty(patch) ? "" : patch,
    plan: planOf(task, written, root),
    report: pathOf("json"),
    changedFiles: changedFiles(report).map((path) =>
      posix.normalize(toPosix(relative(workspace, resolve(root, path)))),
    ),
  };
}

function planOf(task: Task, written: readonly string[], root: string): string {
  if (isOfPlan(task)) {
    const file = resolve(root, task.request.plan);
    return existsSync(file) ? file : ""; // Mode `publish` takes the name of a run, too.
  }
  return "output" in task && written.includes(task.output) ? resolve(root, task.output) : "";
}

/** Git refuses an empty patch. */
function isEmpty(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === 0;
}

function changedFiles({ actions }: Report): readonly string[] {
  const changed = actions.filter(
    ({ state, isWritten }) => state === "applied" || state === "would-apply" || isWritten === true,
  );
  return [...new Set(changed.flatMap(({ facts }) => facts.files))].sort();
}
