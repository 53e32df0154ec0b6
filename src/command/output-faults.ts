import { outputPathFault } from "../apply/disk/check-output-path.ts";
import type { OutputFolders } from "../files/tree-link.ts";
import type { FileReport } from "../report/file-reports.ts";
import type { OptionFault } from "./read-options.ts";
import { filesRead, type Task } from "./task.ts";

/** Finds the outputs that must not be written to the paths that the user named. */
export async function findOutputFaults(
  task: Task,
  reports: readonly FileReport[],
  folders: OutputFolders,
): Promise<readonly OptionFault[]> {
  const read = filesRead(task);
  const faults: OptionFault[] = [];
  for (const { path, format } of reports) {
    const fault = await outputPathFault(folders, path, format, read);
    if (fault !== undefined)
      faults.push({ option: "report", problem: `${path} ${fault}.`, hint: "" });
  }
  if (task.kind !== "plan") return faults;
  const { planOutputFault } = await import("../plan/plan-output.ts"); // With the schema of the format.
  const taken = [...read, ...reports.map(({ path }) => path)];
  const fault = await planOutputFault(folders, task.output, taken);
  if (fault !== undefined)
    faults.push({ option: "output", problem: `${task.output} ${fault}.`, hint: "" });
  return faults;
}
