import { basename } from "node:path";
import { countHeld } from "../../apply/state/count-held.ts";
import { removeRun, sizeOfRun } from "../../apply/state/remove-run.ts";
import { readKnownResolved } from "../../apply/state/resolved-actions.ts";
import { holdsRun, listRunFolders, type RunFolder } from "../../apply/state/run-folder.ts";
import type { EmitEvent } from "../../model/events.ts";
import { countOf } from "../../shared/count-of.ts";
import type { GitListing } from "../request/git-listing.ts";
import { findBroughtState, type IsBrought } from "../tree/brought-state.ts";

/** The most runs that are kept. */
export interface KeptRuns {
  readonly count: number;
  readonly bytes: number;
  /** So many of the newest stay, whatever their size: they can be undone. */
  readonly newest: number;
}

/** Beyond this, the oldest runs are removed (docs/state.md). */
const KEPT_RUNS: KeptRuns = { count: 200, bytes: 500_000_000, newest: 10 };

/**
 * Removes the oldest runs beyond a bound, and tells so. Runs that hold actions, that have not ended, or that the
 * repository brings stay. The lock must be held; a failure is no failure of the command.
 */
export async function pruneOldRuns(
  root: string,
  { listing, emit }: { readonly listing: GitListing; readonly emit: EmitEvent },
  bound: KeptRuns = KEPT_RUNS,
): Promise<void> {
  try {
    const runs = listRunFolders(root).map((folder) => ({ folder, bytes: sizeOrNothing(folder) }));
    let count = runs.length;
    let bytes = runs.reduce((sum, run) => sum + run.bytes, 0);
    const isBeyond = () => count > bound.count || bytes > bound.bytes;
    if (!isBeyond()) return;
    const isBrought = await findBroughtState(listing);
    const removed: string[] = [];
    for (const run of runs.slice(0, -bound.newest)) {
      if (!isBeyond()) break;
      if (!isRemovable(run.folder, isBrought) || (await removeRun(run.folder)).length > 0) continue;
      removed.push(run.folder.id);
      count -= 1;
      bytes -= run.bytes;
    }
    if (removed.length === 0) return;
    const kept = `more than ${bound.count} runs or ${bound.bytes / 1_000_000} MB were kept`;
    const message = `Removed the records of ${countOf(removed.length, "old run")}: ${kept}. See sluice runs.`;
    emit({ type: "log", level: "warn", message });
  } catch {
    // The next command that writes tries again.
  }
}

function isRemovable(folder: RunFolder, isBrought: IsBrought): boolean {
  if (folder.isOpen || isBrought(`runs/${basename(folder.path)}`) || !holdsRun(folder))
    return false;
  return countHeld(folder, readKnownResolved(folder)) === 0;
}

function sizeOrNothing(folder: RunFolder): number {
  try {
    return sizeOfRun(folder);
  } catch {
    return 0; // It cannot be read, or it was removed meanwhile.
  }
}
