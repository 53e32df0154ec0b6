import type { JournalledRun } from "../../apply/state/open-journal.ts";
import { freeRunId, listRunFolders, StateFolderError } from "../../apply/state/run-folder.ts";
import type { RunLock } from "../../apply/state/run-lock.ts";
import { RunJournal } from "../../apply/transaction/run-journal.ts";
import type { Alert } from "../../model/alert.ts";
import type { EmitEvent, WriteProgress } from "../../model/events.ts";
import type { RecoveredRun } from "../../model/past/recovered-run.ts";
import { runNames } from "../run-names.ts";
import {
  holdLock,
  type NoWriting,
  refusalOf,
  type WritingRequest,
  type WritingWorld,
} from "./hold-lock.ts";
import { NEWEST_KEPT } from "./newest-kept.ts";
import { recoverHere } from "./recover-here.ts";

/** The right to write in a root: the lock is held, and the remains of crashed runs are in order. */
export interface Writing {
  readonly kind: "writing";
  /** The runs that were put in order. */
  readonly recovered: readonly RecoveredRun[];
  /** Files may have changed since the lock was asked for. */
  readonly isTreeNew: boolean;
  /** Returns an id that no other run of the root has. */
  freeRunId(wished: string): string;
  /** The journal of a run. */
  journal(run: JournalledRun): RunJournal;
  /** Removes old runs beyond the bound, after work that went well. */
  prune(): Promise<void>;
  /** Gives the right back. */
  release(): Promise<void>;
}

/**
 * Takes the lock of a root, and puts the remains of crashed runs in order: the right to write there, to be released in
 * every case. Returns the reason if the right is refused; then there is nothing to release.
 */
export async function takeWriting(
  request: WritingRequest,
  world: WritingWorld,
): Promise<Writing | NoWriting> {
  const held = await holdLock(request, world);
  if (held.kind !== "held") return held;
  try {
    const writing = await openWriting(request, held.lock, world).catch(refusalOf);
    if (writing.kind !== "writing") await held.lock.release();
    return writing;
  } catch (error) {
    await held.lock.release();
    throw error;
  }
}

async function openWriting(
  { root, listing, staged }: WritingRequest,
  lock: RunLock,
  { emit, env, self }: Pick<WritingWorld, "emit" | "env" | "self">,
): Promise<Writing | NoWriting> {
  const recovered = await recoverHere(root, { listing, env, self, isStaging: staged });
  const failed = recovered.find(({ failure }) => failure !== undefined);
  if (failed) {
    const fault = `was cut off, and cannot be put in order: ${failed.failure}`;
    return { kind: "refused", message: `The run ${failed.id} ${fault}. See \`sluice recover\`.` };
  }
  return {
    kind: "writing",
    recovered,
    isTreeNew: lock.wasContended || recovered.length > 0 || runNames(root) !== listing.runs,
    freeRunId: (wished) => freeRunId(root, wished),
    journal: (run) => {
      const tell = quietly(emit);
      const onProgress = (progress: WriteProgress) => tell({ type: "writing", ...progress });
      return new RunJournal(root, run, { isLocked: lock.isHeld, onProgress });
    },
    async prune() {
      if (hasFewRuns(root)) return;
      const { pruneOldRuns } = await import("./prune-old-runs.ts");
      await pruneOldRuns(root, { listing, emit: quietly(emit) });
    },
    release: () => lock.release(),
  };
}

/** False if that is not known: who removes runs tells why. */
function hasFewRuns(root: string): boolean {
  try {
    return listRunFolders(root).length <= NEWEST_KEPT;
  } catch (error) {
    if (!(error instanceof StateFolderError)) throw error;
    return false;
  }
}

/** Returns an `emit` that never throws: a listener is foreign code, and must not end a write, nor hide its outcome. */
function quietly(emit: EmitEvent): EmitEvent {
  return (event) => {
    try {
      emit(event);
    } catch {
      // The listener's own fault; it hears the next event of the run.
    }
  };
}

/** The alert about a run that left something to do. */
export function unfinishedAlert(why: string): Alert {
  const message = `The run is not in order: ${why}. Run \`sluice recover\`.`;
  return { level: "error", code: "unfinished", message };
}
