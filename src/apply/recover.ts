import { join } from "node:path";
import { isDependency, isReserved } from "../files/scope.ts";
import { messageOf } from "../shared/message-of.ts";
import { pathFault } from "../shared/posix-path.ts";
import { removeEmptyFolder, removeIfThere } from "./disk.ts";
import type { FileState } from "./file-state.ts";
import { JournalFile } from "./journal-file.ts";
import { type BeginRecord, type JournalRecord, writeRecord } from "./journal-record.ts";
import { removeUnkept } from "./keep-run-file.ts";
import { type PastRun, readRun, unfinished } from "./read-run.ts";
import { findStanding, type LeftFile, removeTemporaries, rollBack } from "./roll-back.ts";
import { closeRunFolder, listRunFolders, RUN_FILES } from "./run-folder.ts";

/** What became of a transaction that a crash had cut off. */
export interface RecoveredAction {
  /** Of the action. */
  readonly id: string;
  readonly label: string;
  /** `completed`: every file was already what it was to become. */
  readonly how: "completed" | "rolled-back";
  /** Its files. */
  readonly files: readonly string[];
  /** Those that somebody else had changed, and that were left alone. */
  readonly left: readonly LeftFile[];
}

/** A run that did not end, and what was done about it. */
export interface RecoveredRun {
  readonly id: string;
  readonly command: string;
  readonly actions: readonly RecoveredAction[];
  /** Why it could not be put in order; it is tried again the next time. */
  readonly failure?: string;
}

/**
 * Puts in order what crashes left: a transaction that is all there is completed, any other is rolled back. The lock
 * of the root must be held. Does what is left to do, however often it is cut off itself.
 */
export async function recoverRuns(root: string): Promise<readonly RecoveredRun[]> {
  const recovered: RecoveredRun[] = [];
  for (const folder of listRunFolders(root).filter(({ isOpen }) => isOpen)) {
    const past = readRun(folder);
    const actions: RecoveredAction[] = [];
    const names = { id: folder.id, command: past.run?.command ?? "run" };
    try {
      await recoverRun(root, past, actions);
      recovered.push({ ...names, actions });
    } catch (error) {
      recovered.push({ ...names, actions, failure: messageOf(error) });
    }
  }
  return recovered;
}

async function recoverRun(
  root: string,
  { folder, run, records, length, texts }: PastRun,
  actions: RecoveredAction[],
): Promise<void> {
  if (run === undefined) return removeEmptyRun(folder.path);
  const journal = await JournalFile.open(join(folder.path, RUN_FILES.journal), length);
  try {
    const note = async (record: JournalRecord) => {
      await journal.append(writeRecord(record));
      await journal.sync();
    };
    for (const begin of unfinished(records)) {
      refuseForged(begin);
      const { index, action, token, files, folders } = begin;
      const names = { id: action.id, label: action.label, files: files.map(({ path }) => path) };
      if (await isAllThere(root, begin)) {
        await removeTemporaries(root, { token, files });
        await note({ kind: "done", index, by: "recover" });
        actions.push({ ...names, how: "completed", left: [] });
        continue;
      }
      const intents = files.map(({ path, preHash, postHash, mode }) => ({
        ...{ path, preHash, postHash },
        ...(mode === undefined ? {} : { mode }),
        textBefore: () => (preHash === null ? "" : texts.textOf(preHash)),
      }));
      const left = await rollBack(root, { token, files: intents, folders });
      await note({ kind: "rolled-back", index, by: "recover", left: [...left] });
      actions.push({ ...names, how: "rolled-back", left });
    }
    await removeUnkept(folder.path, Object.values(RUN_FILES));
    await note({ kind: "end", by: "recover" });
  } finally {
    await journal.close();
  }
  await closeRunFolder(folder);
}

async function isAllThere(root: string, { files, token }: BeginRecord): Promise<boolean> {
  for (const [index, file] of files.entries()) {
    const standing = await findStanding(root, file, { token, index });
    const isEmptied = standing.kind === "after" && hashOf(standing.state) !== file.postHash;
    if (standing.kind !== "after" || isEmptied) return false;
  }
  return true;
}

function hashOf(state: FileState): string | null {
  return state.kind === "file" ? state.hash : null;
}

/** A journal that Sluice wrote names only what it may write. */
function refuseForged({ files, folders }: BeginRecord): void {
  for (const path of [...files.map((file) => file.path), ...folders]) {
    const fault = pathFault(path);
    const isForbidden = isReserved(path) || isDependency(path);
    if (fault !== undefined || isForbidden)
      throw new Error(
        `The journal names \`${path}\`, which no run may write: it is not from Sluice.`,
      );
  }
}

/** The process died before its first line was on the disk: nothing else had begun. */
async function removeEmptyRun(folder: string): Promise<void> {
  for (const name of [RUN_FILES.journal, RUN_FILES.images]) await removeIfThere(join(folder, name));
  await removeEmptyFolder(folder);
}
