import { basename, join } from "node:path";
import { countHeld } from "../apply/state/count-held.ts";
import { isGone, readLock } from "../apply/state/lock-holder.ts";
import { finished, type PastRun, readRun, standingActions } from "../apply/state/read-run.ts";
import { sizeOfRun } from "../apply/state/remove-run.ts";
import { resolutionsBy, type WrittenResolutions } from "../apply/state/resolutions-by.ts";
import { readKnownResolved } from "../apply/state/resolved-actions.ts";
import { listRunFolders, type RunFolder, stateFolder } from "../apply/state/run-folder.ts";
import type { ResolvedAction } from "../model/past/resolution.ts";
import type { RunState, RunSummary } from "../model/past/run-summary.ts";
import type { PastWorld } from "../request/past-world.ts";
import { findLikelyState, type IsBrought } from "../tree/brought-state.ts";
import { askIndex } from "../tree/index-question.ts";

/** A past run in short: the full records of many runs would not fit into memory. */
export interface ListedRun {
  readonly folder: RunFolder;
  readonly summary: RunSummary;
  /** The held actions of the run that a person has resolved. */
  readonly resolved: readonly ResolvedAction[];
  /** The resolutions that the run has written: it may have been cut off before it could note them. */
  readonly resolves?: readonly WrittenResolutions[];
}

/**
 * Returns every run that has a folder, the oldest first. Only reads; throws a `StateFolderError` if they cannot be
 * listed.
 */
export async function listRuns(
  root: string,
  { env, self }: Pick<PastWorld, "env" | "self">,
): Promise<readonly ListedRun[]> {
  const folders = listRunFolders(root);
  if (folders.length === 0) return [];
  const isBrought = await findLikelyState(askIndex(root, env));
  const lock = readLock(join(stateFolder(root), "lock"));
  const isHeld = lock.kind === "unreadable" || (lock.kind === "held" && !isGone(lock.holder, self));
  const runs = folders.map((folder) => readListed(folder, isBrought, isHeld));
  return withUndoers(withResolutions(runs));
}

function readListed(folder: RunFolder, isBrought: IsBrought, isHeld: boolean): ListedRun {
  const { id, isOpen } = folder;
  const unknown = (state: RunState): ListedRun => {
    const resolved = state === "brought" ? [] : readKnownResolved(folder);
    const held = state === "brought" ? 0 : countHeld(folder, resolved);
    const counts = { transactions: 0, files: 0, held, bytes: sizeOrNothing(folder) };
    const summary = { id, command: "?", startedAt: "", recipes: [], state, ...counts };
    return { folder, summary, resolved };
  };
  if (isBrought(`runs/${basename(folder.path)}`)) return unknown("brought");
  const state = isOpen ? (isHeld ? "under-way" : "cut-off") : "ended";
  let past: PastRun;
  try {
    past = readRun(folder);
  } catch {
    return unknown(isOpen ? state : "unreadable"); // Undo and recover report the reason.
  }
  const { run, records } = past;
  if (run === undefined) return unknown(isOpen ? state : "unreadable");
  const done = finished(records);
  const hasResolved = standingActions(records).length > 0;
  const resolved = readKnownResolved(folder);
  const { command, startedAt, recipes, undoes } = run;
  const summary: RunSummary = {
    id,
    command,
    startedAt,
    recipes,
    state,
    ...(undoes === undefined ? {} : { undoes }),
    transactions: done.length,
    files: new Set(done.flatMap(({ files }) => files.map(({ path }) => path))).size,
    held: countHeld(folder, resolved),
    bytes: sizeOrNothing(folder),
  };
  return { folder, summary, resolved, resolves: hasResolved ? resolutionsBy(records) : [] };
}

/** Adds the resolutions that later runs have written, and that are not noted yet. */
function withResolutions(runs: readonly ListedRun[]): readonly ListedRun[] {
  const written = runs.flatMap(({ resolves }) => resolves ?? []);
  return runs.map((listed) => {
    const { folder, summary } = listed;
    const known = new Set(listed.resolved.map(({ action }) => action));
    const later = written
      .filter(({ run }) => run === folder.id)
      .flatMap((resolutions) => resolutions.resolved)
      .filter(({ action }) => !known.has(action));
    if (later.length === 0 || summary.state === "brought") return listed;
    const resolved = [...listed.resolved, ...later];
    return { ...listed, resolved, summary: { ...summary, held: countHeld(folder, resolved) } };
  });
}

/** Notes which runs were undone, from the newest on: an undo counts only if it was not undone itself. */
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
    return 0; // It cannot be read, or it was removed meanwhile.
  }
}
