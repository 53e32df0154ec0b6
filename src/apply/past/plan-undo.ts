import type { RunGit } from "../../git/run-git.ts";
import { messageOf } from "../../shared/message-of.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { finished, journalGap, type PastRun } from "../state/read-run.ts";
import { netFilesOf } from "./net-files.ts";
import { refuseForged } from "./refuse-forged.ts";
import { ScratchMerge } from "./scratch-merge.ts";
import { type FileUndo, type OnChanged, planFileUndo } from "./undo-file.ts";

/** The means to take a run back. */
export interface UndoMeans {
  readonly root: string;
  readonly onChanged: "refuse" | "force" | "merge";
  readonly git: RunGit;
  /** The id of the run that takes it back, in whose folder files are merged; undefined if nothing may be written. */
  readonly undoId: string | undefined;
}

/** Plans how to take back each file that a run wrote; sorted by path. Writes no file of the user. */
export async function planUndo(
  past: PastRun,
  { root, onChanged, git, undoId }: UndoMeans,
): Promise<readonly FileUndo[]> {
  const { folder, records, texts } = past;
  const fault = journalFault(past);
  if (fault !== undefined) {
    const path = `.sluice/runs/${folder.id}`;
    return [{ kind: "refused", refusal: { path, code: "failed", why: fault } }];
  }
  const scratch = undoId === undefined ? undefined : new ScratchMerge(root, undoId, git);
  const plans: FileUndo[] = [];
  try {
    const how = howOf(onChanged, scratch);
    for (const net of [...netFilesOf(records)].sort((a, b) => comparePaths(a.path, b.path)))
      plans.push(await planFileUndo(root, net, { texts, onChanged: how }));
  } finally {
    await scratch?.close();
  }
  return plans;
}

/** Returns why a journal must not be followed, in words that follow its name; undefined if it may be. */
export function journalFault(past: PastRun): string | undefined {
  const gap = journalGap(past);
  if (gap !== undefined) return gap;
  try {
    for (const begin of finished(past.records)) refuseForged(begin);
    return undefined;
  } catch (error) {
    return `cannot be followed: ${messageOf(error)}`;
  }
}

function howOf(onChanged: UndoMeans["onChanged"], scratch: ScratchMerge | undefined): OnChanged {
  if (onChanged !== "merge") return { kind: onChanged };
  if (scratch === undefined) return { kind: "list" };
  return { kind: "merge", merge: (texts) => scratch.merge(texts) };
}
