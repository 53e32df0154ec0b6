import { RunJournal } from "../../apply/commit/run-journal.ts";
import type { JournalledRun } from "../../apply/state/open-journal.ts";
import { freeRunId } from "../../apply/state/run-folder.ts";
import type { Alert } from "../../model/alert.ts";
import type { RecoveredRun } from "../../model/past/recovered-run.ts";
import { runNames } from "../tree/run-names.ts";
import {
  holdLock,
  type NoWriting,
  refusalOf,
  type WritingRequest,
  type WritingWorld,
} from "./hold-lock.ts";
import { recoverHere } from "./recover-here.ts";

/** The right to write in a root: the lock is held, and what crashes had left is in order. */
export interface Writing {
  readonly kind: "writing";
  /** What was put in order. */
  readonly recovered: readonly RecoveredRun[];
  /** Files may be others than when the lock was asked for. */
  readonly isTreeNew: boolean;
  /** An id that no other run of the root has. */
  freeRunId(wished: string): string;
  /** The journal of a run. */
  journal(run: JournalledRun): RunJournal;
  release(): Promise<void>;
}

/** Waits for the lock, and puts in order what a crash has left. */
export async function beginWriting(
  request: WritingRequest,
  surroundings: WritingWorld,
): Promise<Writing | NoWriting> {
  const { root, listing } = request;
  const held = await holdLock(request, surroundings);
  if (held.kind !== "held") return held;
  const { lock } = held;
  try {
    const recovered = await recoverHere(root, listing);
    const failed = recovered.find(({ failure }) => failure !== undefined);
    if (failed) {
      await lock.release();
      const message = `The run ${failed.id} was cut off, and cannot be put in order: ${failed.failure}. See \`sluice recover\`.`;
      return { kind: "refused", message };
    }
    return {
      kind: "writing",
      recovered,
      isTreeNew: lock.wasContended || recovered.length > 0 || runNames(root) !== listing.runs,
      freeRunId: (wished) => freeRunId(root, wished),
      journal: (run) => new RunJournal(root, run, { isLocked: lock.isHeld }),
      release: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    return refusalOf(error);
  }
}

/** What is said of a run of which something is left to do. */
export function unfinishedAlert(why: string): Alert {
  const message = `The run is not in order: ${why}. Run \`sluice recover\`.`;
  return { level: "error", code: "unfinished", message };
}
