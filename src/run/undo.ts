import { basename } from "node:path";
import { listRunFolders, type RunFolder } from "../apply/state/run-folder.ts";
import type { Alert } from "../model/alert.ts";
import { exitOf } from "../model/exit-code.ts";
import type { UndoReport } from "../model/past/undo-report.ts";
import { type FoundRun, findNewestRun, findRunNamed } from "./past/find-run.ts";
import { takeRunBack } from "./past/take-run-back.ts";
import type { PastWorld } from "./request/past-world.ts";
import type { UndoRequest } from "./request/undo-request.ts";
import { findBroughtState, type IsBrought } from "./tree/brought-state.ts";
import { startGitListing } from "./tree/git-listing.ts";
import { refusalOf } from "./write/hold-lock.ts";
import { recoveredAlerts } from "./write/recover-here.ts";
import { exitWithoutWriting, findRootRefusal, withSignal } from "./write/stopped-exit.ts";
import { beginWriting, type Writing } from "./write/writing.ts";

/**
 * Takes a run back: every file that it wrote gets the text that it had before, all or none, as a run of its own that
 * can be taken back too. Nothing is written where a file stands in the way; the report names each. Throws only where
 * a promise of Sluice's own is broken.
 */
export async function undo(request: UndoRequest, surroundings: PastWorld): Promise<UndoReport> {
  const { root, isDryRun, lockTimeout } = request;
  const { env, interrupted: signal } = surroundings;
  const nothing = emptyReport(isDryRun);
  const fault = await findRootRefusal(root);
  if (fault) return { ...nothing, ...exitWithoutWriting(fault, signal), message: fault.message };
  try {
    // Where there is no run there is nothing to wait for, and no `.sluice` to make.
    if (listRunFolders(root).length === 0)
      return await undoHere(request, surroundings, { isBrought: () => false });
    const listing = startGitListing(root, env);
    if (isDryRun) {
      return await undoHere(request, surroundings, { isBrought: await findBroughtState(listing) });
    }
    const writing = await beginWriting(
      { root, command: "undo", lockTimeout, signal, listing },
      surroundings,
    );
    if (writing.kind !== "writing")
      return { ...nothing, ...exitWithoutWriting(writing, signal), message: writing.message };
    try {
      const isBrought = await findBroughtState(listing);
      const report = await undoHere(request, surroundings, { isBrought, writing });
      const alerts = [...recoveredAlerts(writing.recovered), ...report.alerts];
      return withSignal({ ...report, alerts }, signal);
    } finally {
      await writing.release();
    }
  } catch (error) {
    const refusal = refusalOf(error);
    return { ...nothing, ...exitWithoutWriting(refusal, signal), message: refusal.message };
  }
}

async function undoHere(
  request: UndoRequest,
  surroundings: PastWorld,
  { isBrought, writing }: { readonly isBrought: IsBrought; readonly writing?: Writing },
): Promise<UndoReport> {
  const folders = listRunFolders(request.root);
  const found: FoundRun =
    request.run === undefined
      ? findNewestRun(folders, isBrought)
      : findRunNamed(request.run, folders, isBrought);
  if (found.kind === "found") {
    const report = await takeRunBack(found.past, request, {
      ...surroundings,
      ...(writing ? { writing } : {}),
    });
    const alerts = request.isDryRun ? unfinishedAlerts(folders, isBrought) : [];
    return { ...report, alerts: [...alerts, ...report.alerts] };
  }
  const { message, hint, isInvalid } = found;
  const findings = { stale: false, limit: false, failed: false, held: false };
  return {
    ...emptyReport(request.isDryRun),
    ...exitOf({ ...findings, invalid: isInvalid }),
    message,
    ...(hint === undefined ? {} : { hint }),
  };
}

/** A dry run puts nothing in order, so that it may be about another run than the undo will be. */
function unfinishedAlerts(folders: readonly RunFolder[], isBrought: IsBrought): readonly Alert[] {
  const open = folders.filter(({ isOpen, path }) => isOpen && !isBrought(`runs/${basename(path)}`));
  return open.map(({ id }) => {
    const message = `The run ${id} has not ended: undo would put it in order first, and without an id it may take that one back.`;
    return { level: "warn", code: "unfinished", message };
  });
}

function emptyReport(isDryRun: boolean): UndoReport {
  const lists = { files: [], alreadyBefore: [], refused: [], toMerge: [], alerts: [] };
  return { formatVersion: "1.0", outcome: "ok", exitCode: 0, isDryRun, ...lists };
}
