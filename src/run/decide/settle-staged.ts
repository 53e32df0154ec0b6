import type { KeptStaged } from "../../apply/state/kept-staged.ts";
import type { IndexChange } from "../../git/commit/change-index.ts";
import type { Alert } from "../../model/alert.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { StaleFileError } from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { StagedRun } from "../../tree/staged/staged-run.ts";
import { lockFault } from "../../tree/write/lock-fault.ts";
import type { RunWriter } from "../../tree/write/run-writer.ts";
import type { RunRecord } from "../state/run-context.ts";
import type { RunStop } from "../state/run-stop.ts";
import { isApplied, takenBack } from "./leave-transaction.ts";

/**
 * Ends a run on what is staged: the accepted edits go into the work tree and into the index, all of them or none. If
 * the run is cut off between both, the work tree has edits that are not staged, and nothing is lost.
 */
export async function settleStaged(
  { tree, merge, accepted }: StagedRun,
  { ledger, writer }: Pick<RunRecord, "ledger" | "writer">,
  stop: RunStop,
): Promise<void> {
  if (writer === undefined) return; // Of a dry run everything was told.
  const actions = ledger.actions.filter(isApplied);
  if (actions.length === 0) return ledger.settle();
  const { stale } = ledger.findings({ check: false, isDryRun: false });
  if (stale || stop.leaveOut() !== undefined) return ledger.settle(takenBack);
  const changes = accepted.list();
  const files = merge.list();
  let isWritten = false;
  try {
    const moved = await tree.movedAmong(changes.map(({ path }) => path));
    if (moved[0] !== undefined)
      throw new StaleFileError(moved[0], `${moved[0]} was staged again since the preview.`);
    const entries = await tree.store(changes);
    // Before anything is written, so that a recovery can end what a kill cuts off.
    await writer.noteStaged(entries.map(keptEntry));
    await writer.commit(files, {
      id: NOTE_ID,
      label: countOf(actions.length, "action"),
      reason: "Everything that the run applies to what is staged.",
    });
    isWritten = true;
    await tree.stage(entries);
    ledger.settle();
  } catch (error) {
    await writer.noteStaged([]).catch(() => undefined); // Undo compares the entries in any case.
    const left = isWritten ? await takeBack(files, writer) : undefined;
    ledger.settle((action) => failed(action, error, left));
    ledger.alert(alertOf(error, left));
  }
}

function keptEntry({ path, before, after }: IndexChange): KeptStaged {
  return { path, before: keptSide(before), after: keptSide(after) };
}

function keptSide(entry: IndexChange["after"]): KeptStaged["after"] {
  return entry === undefined ? null : { mode: entry.mode, id: entry.id };
}

/** The id in the note of the transaction in the journal. */
const NOTE_ID = "run";

/**
 * Takes the edits of the work tree back, file by file if another process has changed some of them meanwhile: those stay
 * as they are. Returns what was not put back, if anything.
 */
async function takeBack(
  files: ReturnType<StagedRun["merge"]["list"]>,
  writer: RunWriter,
): Promise<string | undefined> {
  const back = files.map(({ path, preHash, postHash, before, after }) => ({
    path,
    preHash: postHash,
    postHash: preHash,
    before: after,
    after: before,
    edits: [{ start: 0, end: after.length, text: before }],
  }));
  const note = { id: NOTE_ID, label: "taken back", reason: "What is staged could not be changed." };
  const faultOfWriting = (some: typeof back): Promise<unknown> =>
    writer.rewrite(some, note, { takesBack: [NOTE_ID], parts: [] }).then(
      () => undefined,
      (error: unknown) => error,
    );
  const fault = await faultOfWriting(back);
  if (fault === undefined) return undefined;
  if (!(fault instanceof StaleFileError)) return messageOf(fault);
  const left: string[] = [];
  for (const file of back) {
    const own = await faultOfWriting([file]);
    if (own !== undefined) left.push(messageOf(own));
  }
  return left.length === 0 ? undefined : left.join(" ");
}

function messageOfFailure(error: unknown, left: string | undefined): string {
  return left === undefined
    ? `Nothing of this run was written: ${lockFault(error)}`
    : `What is staged was not changed: ${lockFault(error)}; and this could not be put back in the work tree: ${left}`;
}

function failed(action: ActionReport, error: unknown, left: string | undefined): ActionReport {
  if (!isApplied(action)) return action;
  const isStale = error instanceof StaleFileError;
  const result = messageOfFailure(error, left);
  return { ...action, state: "failed", result, ...(isStale ? { isStale } : {}) };
}

function alertOf(error: unknown, left: string | undefined): Alert {
  const code = error instanceof StaleFileError ? "stale" : "apply-failed";
  return { level: "error", code, message: messageOfFailure(error, left) };
}
