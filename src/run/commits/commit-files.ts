import type { TextEdit } from "../../model/edit.ts";
import type { FileMode } from "../../model/patch/file-mode.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { FileSteps, FileWriteStep } from "./text-of-actions.ts";

/** An action that was applied, with its edits. */
export interface AppliedAction {
  readonly id: string;
  readonly changes: readonly AppliedChange[];
}

/** The change of one file by an action; see `FileChange`. */
interface AppliedChange {
  readonly path: string;
  readonly preHash: string | null;
  readonly postHash: string | null;
  readonly edits: readonly TextEdit[];
  readonly mode?: FileMode | undefined;
  readonly isJoint?: true | undefined;
}

/** The writes of a file, and the hash of the text before the first; null for a new file. */
interface Timeline {
  readonly preHash: string | null;
  readonly steps: FileWriteStep[];
  /** A process other than the run wrote the file in between. */
  isBroken: boolean;
}

/** Finds the text before the first write by its hash. Undefined if it is gone. */
export type FindText = (path: string, hash: string) => Promise<string | undefined>;

/**
 * Returns the writes of each file, in order. A file is missing if its texts are not certain: another process wrote it
 * in between, or the text before is gone.
 */
export async function stepsOfFiles(
  actions: readonly AppliedAction[],
  findText: FindText,
): Promise<ReadonlyMap<string, FileSteps & { readonly isNew: boolean }>> {
  const timelines = new Map<string, Timeline>();
  for (const { id, changes } of actions)
    for (const change of changes) addChange(timelines, id, change);
  const files = new Map<string, FileSteps & { readonly isNew: boolean }>();
  for (const [path, { preHash, steps, isBroken }] of timelines) {
    const before = preHash === null ? "" : await findText(path, preHash);
    if (before !== undefined && !isBroken)
      files.set(path, { before, steps, isNew: preHash === null });
  }
  return files;
}

function addChange(
  timelines: Map<string, Timeline>,
  action: string,
  { path, preHash, postHash, edits, mode, isJoint }: AppliedChange,
): void {
  const timeline = timelines.get(path) ?? { preHash, steps: [], isBroken: false };
  timelines.set(path, timeline);
  const last = timeline.steps.at(-1);
  const part = { action, edits, ...definedOnly({ mode }) };
  if (isJoint && last?.preHash === preHash && last.postHash === postHash) {
    last.parts.push(part);
    return;
  }
  if (last !== undefined && last.postHash !== preHash) timeline.isBroken = true;
  timeline.steps.push({ preHash, postHash, parts: [part] });
}
