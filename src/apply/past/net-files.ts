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
  for (const { path, preHash, postHash, mode } of finished(records).flatMap(({ files }) => files)) {
    const next = { preHash, postHash, mode };
    const known = byPath.get(path);
    const last = known?.at(-1);
    if (known === undefined) byPath.set(path, [next]);
    else if (last?.postHash !== preHash) known.push(next);
    else known[known.length - 1] = { ...last, postHash };
  }
  return [...byPath].map(([path, stretches]) => ({ path, stretches }));
}

/** Returns the folders that a run made, the outer before the inner. */
export function foldersMadeBy(records: readonly JournalRecord[]): readonly string[] {
  const folders = finished(records).flatMap((begin) => begin.folders);
  return [...new Set(folders)].sort((a, b) => a.length - b.length);
}
