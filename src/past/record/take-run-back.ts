import type { FileWrite } from "../../apply/disk/file-write.ts";
import { foldersMadeBy } from "../../apply/past/net-files.ts";
import { planUndo } from "../../apply/past/plan-undo.ts";
import type { FileUndo } from "../../apply/past/undo-file.ts";
import { readKeptCommits } from "../../apply/state/kept-commits.ts";
import type { PastRun } from "../../apply/state/read-run.ts";
import type { RunJournal } from "../../apply/transaction/run-journal.ts";
import { gitIn } from "../../git/run-git.ts";
import type { Alert } from "../../model/alert.ts";
import { exitOf } from "../../model/exit-code.ts";
import type { RefusedFile, UndoReport } from "../../model/past/undo-report.ts";
import { StaleFileError } from "../../model/workspace.ts";
import type { PastWorld } from "../../request/past-world.ts";
import type { UndoRequest } from "../../request/request.ts";
import { commitNames } from "../../shared/commit-names.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { Writing } from "../../tree/write/take-writing.ts";
import { withSignal } from "./past-command.ts";
import { staying, type Unstaged, unstage } from "./unstage.ts";

/** The world that a run is taken back in. */
interface UndoWorld extends PastWorld {
  /** Undefined if nothing may be written. */
  readonly writing: Writing | undefined;
}

/** Takes back a run that was found. */
export async function takeRunBack(
  past: PastRun,
  request: UndoRequest,
  world: UndoWorld,
): Promise<UndoReport> {
  const { root, onChanged, isDryRun } = request;
  const { env, self, newRunId, interrupted, writing } = world;
  const { run } = past;
  if (run === undefined) throw new Error("A run is taken back that has no journal.");
  const undoId = writing?.freeRunId(newRunId());
  const plans = await planUndo(past, { root, onChanged, git: gitIn(root, env), undoId });
  const writes = plans.flatMap((plan) => (plan.kind === "write" ? [plan.write] : []));
  const { id, recipes } = run;
  const report = plannedReport({ ...past, run }, plans, isDryRun);
  if (report.refused.length > 0) return refusedReport(report, report.refused);
  if (writing === undefined || undoId === undefined || writes.length === 0) {
    const staged = await unstage(past, { root, env, self, keep: undefined });
    return withUnstaged(report, isDryRun ? staged : staying(staged));
  }
  if (interrupted.aborted) {
    const message = "Interrupted; nothing was written.";
    return withSignal({ ...report, files: [], message }, interrupted);
  }
  const journal = writing.journal({
    id: undoId,
    command: "undo",
    startedAt: new Date(world.now()).toISOString(),
    recipes,
    undoes: id,
  });
  const keep = () => journal.keep();
  return writeBack(report, {
    ...{ journal, writes, past, undoId },
    unstage: () => unstage(past, { root, env, self, keep }),
  });
}

/** Returns the report of an undo that is planned, and not made yet. */
function plannedReport(
  past: PastRun & { readonly run: NonNullable<PastRun["run"]> },
  plans: readonly FileUndo[],
  isDryRun: boolean,
): UndoReport {
  const { id, command, startedAt, recipes } = past.run;
  return {
    formatVersion: "1.0",
    ...exitOf({}),
    isDryRun,
    run: { id, command, startedAt, recipes },
    files: plans.flatMap((plan) => (plan.kind === "write" ? [plan.file] : [])),
    alreadyBefore: plans.flatMap((plan) => (plan.kind === "nothing" ? [plan.path] : [])),
    refused: plans.flatMap((plan) => (plan.kind === "refused" ? [plan.refusal] : [])),
    toMerge: plans.flatMap((plan) => (plan.kind === "to-merge" ? [plan.path] : [])),
    alerts: [...foreignAlerts(past), ...commitAlerts(past)],
  };
}

function withUnstaged(report: UndoReport, { unstaged, alerts }: Unstaged): UndoReport {
  const paths = unstaged.length === 0 ? {} : { unstaged };
  return { ...report, ...paths, alerts: [...report.alerts, ...alerts] };
}

/** The writes of an undo. */
interface UndoWrites {
  readonly journal: RunJournal;
  readonly writes: readonly FileWrite[];
  readonly past: PastRun;
  readonly undoId: string;
  /** Takes back what the run staged, after its files. */
  readonly unstage: () => Promise<Unstaged>;
}

async function writeBack(
  planned: UndoReport,
  { journal, writes, past, undoId, unstage: takeOut }: UndoWrites,
): Promise<UndoReport> {
  const { id } = planned.run ?? {};
  let folderFailure: string | undefined;
  try {
    const label = `Undo of ${id}: ${countOf(writes.length, "file")}`;
    const reason = `Takes back the run ${id}.`;
    const emptied = foldersMadeBy(past.records);
    folderFailure = await journal.commit(writes, { id: "undo", label, reason }, { emptied });
  } catch (error) {
    return afterFailure(planned, journal, error);
  }
  const report = withUnstaged(planned, await takeOut());
  const unfinished = await journal.close().catch(messageOf);
  const why = [folderFailure ?? [], unfinished ?? []].flat();
  if (why.length === 0) return { ...report, undoneBy: undoId };
  const message = `The files are taken back, but not all is in order: ${why.join("; ")}.`;
  const exit = exitOf({ failed: true });
  const hint = unfinished === undefined ? {} : { hint: "Run sluice recover." };
  return { ...report, undoneBy: undoId, ...exit, message, ...hint };
}

function refusedReport(report: UndoReport, refused: readonly RefusedFile[]): UndoReport {
  const failed = refused.every(({ code }) => code === "failed" || code === "unreadable");
  return { ...report, files: [], refused, ...exitOf({ failed, stale: !failed }) };
}

/** Reports a failure: nothing was written, or `recover` completes it. */
async function afterFailure(
  report: UndoReport,
  journal: RunJournal,
  error: unknown,
): Promise<UndoReport> {
  const unfinished = await journal.close().catch(messageOf);
  if (error instanceof StaleFileError && unfinished === undefined) {
    const { path, message } = error; // A sentence that begins with the path.
    const why = message.replace(`${path} `, "").replace(/\.$/, "");
    return refusedReport(report, [{ path, code: "changed", why }]);
  }
  const exit = exitOf({ failed: true });
  const message = `The run was not taken back: ${messageOf(error)}.`;
  const hint = unfinished === undefined ? {} : { hint: "Run sluice recover." };
  return { ...report, files: [], ...exit, message, ...hint };
}

/** Alerts about commits that the run made: only the work tree is taken back. */
function commitAlerts({ folder }: PastRun): readonly Alert[] {
  const ids = readKeptCommits(folder);
  if (ids.length === 0) return [];
  const stay = ids.length === 1 ? "which stays. Take it" : "which stay. Take them";
  const made = `${countOf(ids.length, "commit")} (${commitNames(ids)})`;
  const message = `The run made ${made}, ${stay} back with \`git revert\`.`;
  return [{ level: "warn", code: "commits-stay", message }];
}

const UNKNOWN_FILES = "the files that it wrote are unknown, and stay as they are";

/** Alerts about code of a recipe that wrote by itself: its files are unknown. */
function foreignAlerts({ records }: PastRun): readonly Alert[] {
  return records.flatMap((record): readonly Alert[] => {
    if (record.kind !== "foreign") return [];
    const { label, recipe, step } = record.action;
    const message = `\`${label}\` was applied by code of the recipe: ${UNKNOWN_FILES}.`;
    const place = {
      ...(recipe === undefined ? {} : { recipe }),
      ...(step === undefined ? {} : { step }),
    };
    return [{ level: "warn", code: "foreign-files", message, ...place }];
  });
}
