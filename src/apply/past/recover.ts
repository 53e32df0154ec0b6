import { join } from "node:path";
import type {
  LeftFile,
  RecoveredAction,
  RecoveredRun,
  StagedAgain,
} from "../../model/past/recovered-run.ts";
import { messageOf } from "../../shared/message-of.ts";
import { BEHIND_LINK } from "../disk/file-state.ts";
import { removeOldFolders } from "../disk/new-folders.ts";
import { JournalFile } from "../state/journal-file.ts";
import { writeRecord } from "../state/journal-lines.ts";
import {
  actionsOf,
  type BeginRecord,
  type JournalFile as JournalFileRecord,
  type JournalRecord,
} from "../state/journal-record.ts";
import type { JournalTexts } from "../state/journal-texts.ts";
import { removeUnkept } from "../state/keep-run-file.ts";
import { readKeptStaged } from "../state/kept-staged.ts";
import {
  type PastRun,
  readRun,
  standingActions,
  unfinished,
  unprovedActions,
} from "../state/read-run.ts";
import { removeEmptyRun } from "../state/remove-run.ts";
import { resolutionsBy } from "../state/resolutions-by.ts";
import { keepResolved } from "../state/resolved-actions.ts";
import { closeRunFolder, listRunFolders, RUN_FILES, type RunFolder } from "../state/run-folder.ts";
import { isAllThere } from "../transaction/is-all-there.ts";
import { type FileIntent, removeTemporaries, rollBack } from "../transaction/roll-back.ts";
import { recoverCommits } from "./recover-commits.ts";
import { hashesAfter, type Recovered, type RecoveryMeans } from "./recovery-means.ts";
import { refuseForged } from "./refuse-forged.ts";

/**
 * Recovers the runs that crashed: completes a transaction whose files were all written, and rolls back any other. The
 * caller must hold the lock of the root; a run that the repository brings (`isBrought`) is not trusted, and stays as it
 * is. `findMade` tells which of the commits that a run was about to make were made.
 */
export async function recoverRuns(
  root: string,
  isBrought: (folder: RunFolder) => boolean,
  { findMade = async (ids) => ids, stage = async () => undefined }: RecoveryMeans = {},
): Promise<readonly RecoveredRun[]> {
  const recovered: RecoveredRun[] = [];
  for (const folder of listRunFolders(root).filter(({ isOpen }) => isOpen)) {
    const { id } = folder;
    const actions: RecoveredAction[] = [];
    let command = "run";
    try {
      if (isBrought(folder)) {
        recovered.push({ id, command, actions, isBrought: true });
        continue;
      }
      const past = readRun(folder);
      command = past.run?.command ?? command;
      const commits = await recoverCommits(folder, findMade);
      const { unproved, staged } = await recoverRun(past, actions, { root, isBrought, stage });
      recovered.push({
        ...{ id, command, actions },
        ...(staged === undefined ? {} : { staged }),
        ...(unproved.length === 0 ? {} : { unproved }),
        ...(commits.length === 0 ? {} : { commits }),
      });
    } catch (error) {
      recovered.push({ id, command, actions, failure: messageOf(error) });
    }
  }
  return recovered;
}

/** A root to put in order; a run of it that the repository brings is not trusted. */
interface Recoverable {
  readonly root: string;
  readonly isBrought: (folder: RunFolder) => boolean;
  readonly stage: NonNullable<RecoveryMeans["stage"]>;
}

/** Adds the transactions that it puts in order to `actions`. */
async function recoverRun(
  past: PastRun,
  actions: RecoveredAction[],
  { root, isBrought, stage }: Recoverable,
): Promise<Recovered> {
  const { folder, run, records, length, texts, damagedLine } = past;
  if (damagedLine !== undefined)
    throw new Error(
      `line ${damagedLine} of its journal is damaged, and what the run wrote after that is unknown`,
    );
  if (run === undefined) {
    // Texts are kept only after the journal has begun.
    if (texts.hasImages()) throw new Error("its journal is missing, but texts of files are there");
    await removeEmptyRun(folder.path);
    return { unproved: [], staged: undefined };
  }
  const settled: JournalRecord[] = [...records];
  const journal = await JournalFile.open(join(folder.path, RUN_FILES.journal), length);
  let staged: StagedAgain | undefined;
  try {
    for (const begin of unfinished(records)) {
      const recovered = await recoverTransaction(root, begin, { journal, texts });
      actions.push(...recovered);
      if (recovered.some(({ how }) => how === "completed"))
        settled.push({ kind: "done", index: begin.index, by: "recover" });
    }
    await removeUnkept(folder.path, Object.values(RUN_FILES));
    await keepResolution(settled, { root, isBrought });
    const kept = readKeptStaged(folder);
    const standing = hashesAfter(standingActions(settled));
    if (kept.length > 0 && standing.size > 0) staged = await stage(kept, standing);
    await note(journal, { kind: "end", by: "recover" });
  } finally {
    await journal.close();
  }
  await closeRunFolder(folder);
  return { unproved: unprovedActions(settled), staged };
}

/** Notes that held actions were applied: the run was cut off between its write and that note. */
async function keepResolution(
  records: readonly JournalRecord[],
  { root, isBrought }: Pick<Recoverable, "root" | "isBrought">,
): Promise<void> {
  if (standingActions(records).length === 0) return;
  const folders = listRunFolders(root);
  for (const { run, resolved } of resolutionsBy(records)) {
    const folder = folders.find(({ id, isOpen }) => id === run && !isOpen);
    if (folder !== undefined && !isBrought(folder)) await keepResolved(folder, resolved);
  }
}

/** Completes a transaction whose files were all written, and rolls back any other. */
async function recoverTransaction(
  root: string,
  begin: BeginRecord,
  { journal, texts }: { readonly journal: JournalFile; readonly texts: JournalTexts },
): Promise<readonly RecoveredAction[]> {
  refuseForged(begin);
  const { index, token, files, folders, emptied = [] } = begin;
  if (await isAllThere(root, begin)) {
    await removeTemporaries(root, { token, files });
    // An empty folder that stays does no harm, and must not stop every later run.
    await removeOldFolders(root, emptied).catch(() => undefined);
    await note(journal, { kind: "done", index, by: "recover" });
    return recoveredActions(begin, "completed");
  }
  const intents = files.map((file) => intentOf(file, texts));
  const left = await rollBack(root, { token, files: intents, folders, emptied });
  refuseHidden(left);
  await note(journal, { kind: "rolled-back", index, by: "recover", left: [...left] });
  return recoveredActions(begin, "rolled-back", left);
}

/** Returns the actions of a transaction, the last first. */
function recoveredActions(
  begin: BeginRecord,
  how: RecoveredAction["how"],
  left: readonly LeftFile[] = [],
): readonly RecoveredAction[] {
  const recovered = actionsOf(begin).map(({ action: { id, label }, files }) => {
    const paths = files.map(({ path }) => path);
    return { id, label, files: paths, how, left: left.filter(({ path }) => paths.includes(path)) };
  });
  return recovered.reverse();
}

function intentOf(
  { path, preHash, postHash, mode, modeAfter }: JournalFileRecord,
  texts: JournalTexts,
): FileIntent {
  const textBefore = () => (preHash === null ? "" : texts.textOf(preHash));
  return { path, preHash, postHash, mode, modeAfter, textBefore };
}

/** Throws if a file is behind a link, because it can be put back once the link is gone. */
function refuseHidden(left: readonly LeftFile[]): void {
  const hidden = left.filter(({ why }) => why === BEHIND_LINK);
  if (hidden.length === 0) return;
  const names = hidden.map(({ path, why }) => `${path} ${why}`).join("; ");
  throw new Error(`what it wrote cannot be reached: ${names}`);
}

async function note(journal: JournalFile, record: JournalRecord): Promise<void> {
  await journal.append(writeRecord(record));
  await journal.sync();
}
