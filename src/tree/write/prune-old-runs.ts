import { basename } from "node:path";
import { countHeld } from "../../apply/state/count-held.ts";
import { removeRun, sizeOfRun } from "../../apply/state/remove-run.ts";
import { readKnownResolved } from "../../apply/state/resolved-actions.ts";
import { holdsRun, listRunFolders, type RunFolder } from "../../apply/state/run-folder.ts";
import type { EmitEvent } from "../../model/events.ts";
import type { IndexQuestion } from "../../request/git-listing.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import { findBroughtState, type IsBrought } from "../brought-state.ts";
import { NEWEST_KEPT } from "./newest-kept.ts";

/** The most runs that are kept of those that may be removed. */
export interface KeptRuns {
  readonly count: number;
  /** The size of those that are not among the newest. */
  readonly bytes: number;
  /** The number of the newest, which stay whatever their size. */
  readonly newest: number;
}

/** Beyond this, old runs are removed (docs/state.md). */
const KEPT_RUNS: KeptRuns = { count: 200, bytes: 500_000_000, newest: NEWEST_KEPT };

/**
 * Removes old runs beyond a bound, and tells so, and what could not be removed. Runs that hold actions, that have not
 * ended, or that the repository brings stay, and do not count. The lock must be held. A failure is only told.
 */
export async function pruneOldRuns(
  root: string,
  { listing, emit }: { readonly listing: IndexQuestion; readonly emit: EmitEvent },
  bound: KeptRuns = KEPT_RUNS,
): Promise<void> {
  const warn = (message: string) => emit({ type: "log", level: "warn", message });
  const removed: string[] = [];
  try {
    for (const folder of await findBeyond(root, listing, bound)) {
      const fault = await faultOfRemoval(folder);
      if (fault === undefined) removed.push(folder.id);
      else warn(`The old run ${folder.id} is not removed as a whole: ${fault}.`);
    }
  } catch (error) {
    warn(`Old runs are not removed: ${messageOf(error)}.`); // The next command that writes tries again.
  }
  if (removed.length === 0) return;
  const kept = `more than ${bound.count} runs or ${bound.bytes / 1_000_000} MB were kept`;
  warn(`Removed the records of ${countOf(removed.length, "old run")}: ${kept}. See sluice runs.`);
}

/** Returns the runs beyond the bound, the oldest first. */
async function findBeyond(
  root: string,
  listing: IndexQuestion,
  bound: KeptRuns,
): Promise<readonly RunFolder[]> {
  const all = listRunFolders(root);
  const sizes = new Map(all.map((folder) => [folder, sizeOrNothing(folder)]));
  const sizeOf = (folders: readonly RunFolder[]) =>
    folders.reduce((sum, folder) => sum + (sizes.get(folder) ?? 0), 0);
  if (all.length <= bound.count && sizeOf(all) <= bound.bytes) return [];
  const isBrought = await findBroughtState(listing);
  const older = all.slice(0, -bound.newest).filter((folder) => isRemovable(folder, isBrought));
  if (older.length === 0) return [];
  const newest = all.slice(-bound.newest).filter((folder) => isRemovable(folder, isBrought));
  let count = newest.length;
  let bytes = 0;
  // A run that does not fit goes; smaller ones before it stay.
  const beyond = older.reverse().filter((folder) => {
    const size = sizes.get(folder) ?? 0;
    if (count >= bound.count || bytes + size > bound.bytes) return true;
    count += 1;
    bytes += size;
    return false;
  });
  return beyond.reverse();
}

function isRemovable(folder: RunFolder, isBrought: IsBrought): boolean {
  if (folder.isOpen || isBrought(`runs/${basename(folder.path)}`)) return false;
  try {
    return holdsRun(folder) && countHeld(folder, readKnownResolved(folder)) === 0;
  } catch {
    return false; // It cannot be read: `sluice runs` tells.
  }
}

async function faultOfRemoval(folder: RunFolder): Promise<string | undefined> {
  try {
    const others = await removeRun(folder);
    if (others.length === 0) return undefined;
    return `its folder has ${countOf(others.length, "file")} that Sluice did not write`;
  } catch (error) {
    return messageOf(error);
  }
}

function sizeOrNothing(folder: RunFolder): number {
  try {
    return sizeOfRun(folder);
  } catch {
    return 0; // It cannot be read, or it was removed meanwhile.
  }
}
