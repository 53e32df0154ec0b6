import { basename, join } from "node:path";
import { readKeptReport } from "../apply/kept-report.ts";
import { isGone, readHolder } from "../apply/lock-holder.ts";
import { finished, type PastRun, readRun } from "../apply/read-run.ts";
import { sizeOfRun } from "../apply/remove-run.ts";
import { readResolved } from "../apply/resolved-actions.ts";
import { listRunFolders, type RunFolder, stateFolder } from "../apply/run-folder.ts";
import type { Report } from "../model/report.ts";
import type { ResolvedAction } from "../model/resolution.ts";
import type { RunState, RunSummary } from "../model/run-summary.ts";
import { findBroughtState, type IsBrought } from "./brought-state.ts";
import { startGitListing } from "./git-listing.ts";
import type { KeepSurroundings } from "./keep-request.ts";

/** A past run with what is kept of it. */
export interface ListedRun {
  readonly folder: RunFolder;
  readonly summary: RunSummary;
  /** Absent where it cannot be read, or is not believed. */
  readonly past?: PastRun;
  readonly report?: Report;
  /** What a person has made of what was held. */
  readonly resolved?: readonly ResolvedAction[];
}

/** Every run that has a folder, the oldest first. Reads only; throws a `StateFolderError` where they cannot be listed. */
export async function listRuns(
  root: string,
  { env, self }: Pick<KeepSurroundings, "env" | "self">,
): Promise<readonly ListedRun[]> {
  const folders = listRunFolders(root);
  if (folders.length === 0) return [];
  const isBrought = await findBroughtState(startGitListing(root, env));
  const holder = readHolder(join(stateFolder(root), "lock"));
  const isHeld = holder === "unreadable" || (holder !== undefined && !isGone(holder, self));
  return withUndoers(folders.map((folder) => readListed(folder, isBrought, isHeld)));
}

function readListed(folder: RunFolder, isBrought: IsBrought, isHeld: boolean): ListedRun {
  const { id, isOpen } = folder;
  const unknown = (state: RunState): ListedRun => {
    const counts = { transactions: 0, files: 0, held: 0, bytes: sizeOrNothing(folder) };
    const summary = { id, command: "?", startedAt: "", recipes: [], state, ...counts };
    return { folder, summary };
  };
  if (isBrought(`runs/${basename(folder.path)}`)) return unknown("brought");
  const state = isOpen ? (isHeld ? "under-way" : "cut-off") : "ended";
  let past: PastRun;
  try {
    past = readRun(folder);
  } catch {
    return unknown(isOpen ? state : "unreadable"); // Why is told by undo, or by recover.
  }
  const { run, records } = past;
  if (run === undefined) return unknown(isOpen ? state : "unreadable");
  const report = readKeptReport(folder);
  const resolved = readResolved(folder);
  const done = finished(records);
  const { command, startedAt, recipes, undoes } = run;
  const summary: RunSummary = {
    ...{ id, command, startedAt, recipes, state },
    ...(undoes === undefined ? {} : { undoes }),
    transactions: done.length,
    files: new Set(done.flatMap(({ files }) => files.map(({ path }) => path))).size,
    held: Math.max(0, (report?.totals.held ?? 0) - resolved.length),
    bytes: sizeOrNothing(folder),
  };
  return { folder, summary, past, resolved, ...(report === undefined ? {} : { report }) };
}

/** An undo counts as long as it was not undone itself: looked at from the newest on. */
function withUndoers(runs: readonly ListedRun[]): readonly ListedRun[] {
  const undoers = new Map<string, string>();
  for (const { summary } of [...runs].reverse()) {
    const { id, undoes, transactions } = summary;
    const counts = undoes !== undefined && transactions > 0 && !undoers.has(id);
    if (counts && !undoers.has(undoes)) undoers.set(undoes, id);
  }
  return runs.map((listed) => {
    const undoneBy = undoers.get(listed.summary.id);
    return undoneBy === undefined
      ? listed
      : { ...listed, summary: { ...listed.summary, undoneBy } };
  });
}

function sizeOrNothing(folder: RunFolder): number {
  try {
    return sizeOfRun(folder);
  } catch {
    return 0; // It may not be looked into, or is gone meanwhile.
  }
}
