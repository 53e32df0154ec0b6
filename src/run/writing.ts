import { type RecoveredRun, recoverRuns } from "../apply/recover.ts";
import { freeRunId, StateFolderError } from "../apply/run-folder.ts";
import { type JournalledRun, RunJournal } from "../apply/run-journal.ts";
import { LockedError, type RunLock, takeRunLock } from "../apply/run-lock.ts";
import type { Alert } from "../model/alert.ts";
import type { EmitEvent } from "../model/events.ts";
import type { ProcessIdentity } from "../model/process-identity.ts";
import { messageOf } from "../shared/message-of.ts";

/** What whoever writes in a root needs of the world. */
export interface WritingSurroundings {
  /** This process, as others see it in the lock. */
  readonly self: ProcessIdentity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
  readonly emit: EmitEvent;
}

/** Who wants to write. */
export interface WritingRequest {
  readonly root: string;
  readonly command: string;
  /** How long another run is waited for; milliseconds. */
  readonly lockTimeout: number;
  /** Fires when the run is to end. */
  readonly signal: AbortSignal;
}

/** Why nothing can be written. */
export interface NoWriting {
  readonly kind: "locked" | "stopped" | "refused";
  readonly message: string;
}

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
  { root, command, lockTimeout, signal }: WritingRequest,
  { self, now, after, emit }: WritingSurroundings,
): Promise<Writing | NoWriting> {
  let lock: RunLock;
  try {
    lock = await takeRunLock(root, {
      ...{ command, self, signal },
      since: new Date(now()).toISOString(),
      expired: () => after(lockTimeout),
      onWait: () =>
        emit({ type: "log", level: "warn", message: "Another run writes in this root: waiting." }),
    });
  } catch (error) {
    if (signal.aborted) return { kind: "stopped", message: "The run was stopped while it waited." };
    if (error instanceof LockedError) return { kind: "locked", message: error.message };
    if (!isRefused(error)) throw error;
    const message = `Nothing can be written in this root: ${messageOf(error)}.`;
    return { kind: "refused", message };
  }
  try {
    const recovered = await recoverRuns(root);
    const failed = recovered.find(({ failure }) => failure !== undefined);
    if (failed) {
      await lock.release();
      const message = `The run ${failed.id} was cut off, and cannot be put in order: ${failed.failure}. See \`sluice recover\`.`;
      return { kind: "refused", message };
    }
    return {
      kind: "writing",
      recovered,
      isTreeNew: lock.wasContended || recovered.length > 0,
      freeRunId: (wished) => freeRunId(root, wished),
      journal: (run) => new RunJournal(root, run),
      release: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** What is said of a run that was put in order. */
export function recoveredAlerts(recovered: readonly RecoveredRun[]): readonly Alert[] {
  return recovered.flatMap(({ id, actions }) =>
    actions.map(({ label, how, left }): Alert => {
      const done = how === "completed" ? "was complete" : "was rolled back";
      const others = left.map(({ path, why }) => ` ${path} ${why}, and was left alone.`).join("");
      const message = `The run ${id} had been cut off in \`${label}\`, which ${done}.${others}`;
      return { level: "warn", code: "recovered", message };
    }),
  );
}

/** What is said of a run of which something is left to do. */
export function unfinishedAlert(why: string): Alert {
  const message = `The run is not in order: ${why}. Run \`sluice recover\`.`;
  return { level: "error", code: "unfinished", message };
}

/** As the system, or what stands in the place of the state, refuses it. */
function isRefused(error: unknown): boolean {
  if (error instanceof StateFolderError) return true;
  return error instanceof Error && "syscall" in error;
}
