import type { FileChange } from "../../model/action/preview.ts";
import type { KeptOutcome } from "../state/action-outcome.ts";

/** The part of a write that one action made. */
export interface WrittenPart {
  readonly id: string;
  readonly batchId: string;
  readonly change: FileChange;
}

/** One write of a file: by one action, or by several that are written jointly. */
export interface FileWritten {
  /** The hash of the text that all edits count in; null for a new file. */
  readonly preHash: string | null;
  /** null for a file that is deleted. */
  readonly postHash: string | null;
  readonly parts: WrittenPart[];
}

/** The writes of applied actions, file by file in the order of writing. */
export function writtenFiles(
  applied: readonly KeptOutcome[],
): ReadonlyMap<string, readonly FileWritten[]> {
  const files = new Map<string, FileWritten[]>();
  for (const { report, changes } of applied)
    for (const change of changes) {
      const { path, preHash, postHash, isJoint } = change;
      const writes = files.get(path) ?? [];
      files.set(path, writes);
      const isSame = (write: FileWritten) =>
        write.preHash === preHash && write.postHash === postHash;
      const joint = isJoint === true ? writes.find(isSame) : undefined;
      const part = { id: report.id, batchId: report.batchId, change };
      if (joint === undefined) writes.push({ preHash, postHash, parts: [part] });
      else joint.parts.push(part);
    }
  return files;
}

/** True if each write rests on the result of the one before: no other process wrote in between. */
export function isChain(writes: readonly FileWritten[]): boolean {
  return writes.every(
    ({ preHash }, index) => index === 0 || writes[index - 1]?.postHash === preHash,
  );
}
