import { basename, dirname, join, resolve } from "node:path";
import { outputPathFault } from "../apply/disk/check-output-path.ts";
import { realPathOf } from "../files/real-path.ts";
import type { OutputFolders } from "../files/tree-link.ts";
import type { FileReport } from "../model/report/formats.ts";
import type { OptionFault } from "../request/options/read-options.ts";
import { filesRead, type Task } from "./task.ts";

/** Finds the outputs that must not be written to the paths that the user named. */
export async function findOutputFaults(
  task: Task,
  reports: readonly FileReport[],
  folders: OutputFolders,
): Promise<readonly OptionFault[]> {
  const read = filesRead(task);
  const faults: OptionFault[] = [...(await findReportFaults(reports, folders, read))];
  if (!("output" in task)) return faults;
  const { planOutputFault } = await import("../plan-file/plan-output.ts"); // With the schema of the format.
  const taken = [...read, ...reports.map(({ path }) => path)];
  const fault = await planOutputFault(folders, task.output, taken);
  if (fault !== undefined)
    faults.push({ option: "output", problem: `${task.output} ${fault}.`, hint: "" });
  return faults;
}

/** Finds the reports that must not be written to the paths that the user named: no two to one file. */
export async function findReportFaults(
  reports: readonly FileReport[],
  folders: OutputFolders,
  read: readonly string[],
): Promise<readonly OptionFault[]> {
  const faults: OptionFault[] = [];
  const taken = new Map<string, string>();
  for (const { path, format } of reports) {
    const fault = await outputPathFault(folders, path, format, read);
    const place = placeOf(resolve(folders.cwd, path));
    const other = taken.get(place);
    taken.set(place, path);
    if (fault !== undefined)
      faults.push({ option: "report", problem: `${path} ${fault}.`, hint: "" });
    else if (other !== undefined)
      faults.push({
        option: "report",
        problem: `two reports go to ${path}${other === path ? "" : `, which is ${other}`}.`,
        hint: "Use another path for each: FORMAT=PATH.",
      });
  }
  return faults;
}

/** Follows all links in a path. For a missing path: in the nearest folder, plus the rest. */
function placeOf(absolute: string): string {
  const parent = dirname(absolute);
  if (parent === absolute) return absolute;
  return realPathOf(absolute) ?? join(placeOf(parent), basename(absolute));
}
