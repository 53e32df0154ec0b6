import { type FileMode, fileModeOf } from "../../model/patch/file-mode.ts";
import type { JournalRecord } from "../state/journal-record.ts";
import { finished } from "../state/read-run.ts";

/** A stretch of a run in which no other process changed the file. */
export interface Stretch {
  /** The hash before; null for a new file. */
  readonly preHash: string | null;
  /** The hash afterwards; null for a file that the run removed. */
  readonly postHash: string | null;
  /** Mode bits before. */
  readonly mode?: number | undefined;
  /** Mode bits that the run gave the file; `new` if it made the file again. Absent if it left them as they were. */
  readonly modeAfter?: number | "new" | undefined;
}

/** The change of one file by all transactions of a run. */
export interface NetFile {
  readonly path: string;
  /** At least one; more if another process changed the file between two transactions of the run. */
  readonly stretches: readonly [Stretch, ...Stretch[]];
}

/** Returns the changes of the transactions that were done, in the order in which the files were first touched. */
export function netFilesOf(records: readonly JournalRecord[]): readonly NetFile[] {
  const byPath = new Map<string, [Stretch, ...Stretch[]]>();
  for (const file of finished(records).flatMap(({ files }) => files)) {
    const { path, preHash, postHash, mode, modeAfter } = file;
    const next = { preHash, postHash, mode, modeAfter };
    const known = byPath.get(path);
    const last = known?.at(-1);
    if (known === undefined) byPath.set(path, [next]);
    else if (last?.postHash !== preHash) known.push(next);
    else known[known.length - 1] = joined(last, next);
  }
  return [...byPath].map(([path, stretches]) => ({ path, stretches }));
}

function joined(last: Stretch, { preHash, postHash, modeAfter }: Stretch): Stretch {
  const isAgain = preHash === null && last.preHash !== null;
  return { ...last, postHash, modeAfter: isAgain ? "new" : (modeAfter ?? last.modeAfter) };
}

/**
 * Returns the mode bits that a file had before a run, if the run has changed them, and nobody else has since. `now` has
 * those of today.
 */
export function modeToPutBack({ stretches }: NetFile, now: number): number | FileMode | undefined {
  const [{ mode }] = stretches;
  const given = stretches.findLast(({ modeAfter }) => modeAfter !== undefined)?.modeAfter;
  if (mode === undefined || given === undefined || mode === now) return undefined;
  if (given === "new" || given === now) return mode;
  return fileModeOf(given) === fileModeOf(now) ? fileModeOf(mode) : undefined;
}

/** Returns the folders that a run made, the outer before the inner. */
export function foldersMadeBy(records: readonly JournalRecord[]): readonly string[] {
  const folders = finished(records).flatMap((begin) => begin.folders);
  return [...new Set(folders)].sort((a, b) => a.length - b.length);
}
