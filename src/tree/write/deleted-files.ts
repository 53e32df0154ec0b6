import type { FileWrite } from "../../apply/disk/file-write.ts";
import { foldersMadeBy, netFilesOf, type Stretch } from "../../apply/past/net-files.ts";
import type { JournalRecord } from "../../apply/state/journal-record.ts";
import { fileModeOf } from "../../model/patch/file-mode.ts";
import type { FileStep } from "../../model/workspace.ts";
import { foldersAbove } from "../../shared/paths/folders-above.ts";

/** Returns the folders that deleted files may leave empty, as `git rm` removes them; the outer before the inner. */
export function foldersOfDeleted(changes: readonly FileStep[]): readonly string[] {
  return [...foldersAbove(pathsOfDeleted(changes))];
}

/** Writes of a run that change what it wrote before. */
interface Rewriting {
  readonly writes: readonly FileWrite[];
  /** The folders that they may leave empty; the outer before the inner. */
  readonly emptied: readonly string[];
}

/**
 * Returns writes in which files have the mode that they had before the run, by its journal, if they come back, or if
 * they have no other and the run has changed it. A folder that was empty before the run stays.
 */
export function rewritingOf(
  writes: readonly FileWrite[],
  records: readonly JournalRecord[],
): Rewriting {
  const before = new Map(netFilesOf(records).map(({ path, stretches: [first] }) => [path, first]));
  const gone = pathsOfDeleted(writes);
  const again = gone.filter((path) => typeof before.get(path)?.preHash === "string");
  const emptied = gone.length === 0 ? [] : [...foldersMadeBy(records), ...foldersAbove(again)];
  return {
    writes: writes.map((write) => ({ ...write, mode: modeBack(write, before.get(write.path)) })),
    emptied: [...new Set(emptied)].sort((a, b) => a.length - b.length),
  };
}

function modeBack({ preHash, mode }: FileWrite, before: Stretch | undefined): FileWrite["mode"] {
  const bits = before?.mode;
  if (typeof mode === "string")
    return bits !== undefined && fileModeOf(bits) === mode ? bits : mode;
  return preHash === null || before?.modeAfter !== undefined ? bits : undefined;
}

function pathsOfDeleted(
  changes: readonly Pick<FileStep, "path" | "postHash">[],
): readonly string[] {
  return changes.flatMap(({ path, postHash }) => (postHash === null ? [path] : []));
}
