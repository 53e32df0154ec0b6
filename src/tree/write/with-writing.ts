import { RunJournal } from "../../apply/commit/run-journal.ts";
import type { JournalledRun } from "../../apply/state/open-journal.ts";
import { freeRunId } from "../../apply/state/run-folder.ts";
import type { RunLock } from "../../apply/state/run-lock.ts";
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
import { pruneOldRuns } from "./prune-old-runs.ts";
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
}

/** The work under a right, and the outcome if the right is refused. */
export interface GuardedWork<Right, Outcome> {
  readonly work: (right: Right) => Promise<Outcome>;
  readonly refused: (why: NoWriting) => Outcome | Promise<Outcome>;
}

/** Does work while the lock of a root is held. The lock is released in every case. */
export async function withLock<Outcome>(
  request: WritingRequest,
  world: WritingWorld,
  { work, refused }: GuardedWork<RunLock, Outcome>,
): Promise<Outcome> {
  const held = await holdLock(request, world);
  if (held.kind !== "held") return refused(held);
  try {
    return await work(held.lock);
  } finally {
    await held.lock.release();
  }
}

/** Does work that writes: under the lock, after the remains of crashed runs were put in order. */
export function withWriting<Outcome>(
  request: WritingRequest,
  world: WritingWorld,
  { work, refused }: GuardedWork<Writing, Outcome>,
): Promise<Outcome> {
  return withLock(request, world, {
    refused,
    async work(lock) {
      const writing = await openWriting(request, lock, world).catch(refusalOf);
      if (writing.kind !== "writing") return refused(writing);
      const outcome = await work(writing);
      await pruneOldRuns(request.root, { listing: request.listing, emit: quietly(world.emit) });
      return outcome;
    },
  });
}

async function openWriting(
  { root, listing }: WritingRequest,
  lock: RunLock,
  { emit, env }: Pick<WritingWorld, "emit" | "env">,
): Promise<Writing | NoWriting> {
  const recovered = await recoverHere(root, { listing, env });
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
  };
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
