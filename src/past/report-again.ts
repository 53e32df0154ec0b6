import type { Report } from "../model/report/report.ts";
import type { World } from "../model/world.ts";
import { findRootFault } from "../tree/find-root-fault.ts";
import type { ListedRun } from "./list-runs.ts";
import { listRuns } from "./list-runs.ts";
import type { NoRecord } from "./record/parse-record.ts";
import { readRecord } from "./record/read-record.ts";
import { reportOfPlan, withFiles, withLaterEvents } from "./record/report-of-record.ts";

/** The report of a record, with its name for people. */
export interface FoundReport {
  readonly kind: "run" | "plan" | "report";
  /** The id of a run; of a file its path. */
  readonly name: string;
  readonly report: Report;
}

/** The records of which reports are wanted. */
export interface ReportRequest {
  /** Absolute. */
  readonly root: string;
  readonly cwd: string;
  /** Runs, plans or reports. */
  readonly records: readonly string[];
}

/** `sluice report`: returns the reports of stored runs, plans or reports, or why they are missing. Only reads. */
export async function reportAgain(
  { root, cwd, records }: ReportRequest,
  world: Pick<World, "env" | "self">,
): Promise<{ readonly kind: "found"; readonly found: readonly FoundReport[] } | NoRecord> {
  const fault = await findRootFault(root);
  if (fault !== undefined) return { kind: "none", problems: [fault.message] };
  const found: FoundReport[] = [];
  for (const record of records) {
    const read = await readRecord(record, { root, cwd }, world);
    if (read.kind === "none") return read;
    const { kind, name } = read;
    if (read.kind === "plan")
      found.push({ kind, name, report: reportOfPlan(read.plan, read.writtenAt) });
    else if (read.kind === "report") found.push({ kind, name, report: withFiles(read.report) });
    else {
      const runs = await listRuns(root, world);
      found.push({ kind, name, report: withLaterEvents(read.report, laterOf(read.name, runs)) });
    }
  }
  return { kind: "found", found };
}

function laterOf(id: string, runs: readonly ListedRun[]) {
  const listed = runs.find(({ folder }) => folder.id === id);
  const undoers = runs.flatMap(({ folder, summary: { undoneBy } }) =>
    undoneBy === undefined ? [] : [[folder.id, undoneBy] as const],
  );
  return {
    resolved: listed?.resolved ?? [],
    undoneBy: listed?.summary.undoneBy,
    undoers: new Map(undoers),
  };
}
