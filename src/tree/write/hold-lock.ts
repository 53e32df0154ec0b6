import { StateFolderError, stateFolder } from "../../apply/state/run-folder.ts";
import { LockedError, type RunLock, takeRunLock } from "../../apply/state/run-lock.ts";
import { realPathOf } from "../../files/real-path.ts";
import type { Environment } from "../../git/run-git.ts";
import type { EmitEvent } from "../../model/events.ts";
import type { ProcessIdentity } from "../../model/process-identity.ts";
import type { IndexQuestion } from "../../request/git-listing.ts";
import { messageOf } from "../../shared/message-of.ts";
import { findLikelyState } from "../brought-state.ts";

/** The world that a command writes in. */
export interface WritingWorld {
  /** This process, as other processes see it in the lock. */
  readonly self: ProcessIdentity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
  readonly emit: EmitEvent;
  /** The environment that git runs in. */
  readonly env: Environment;
}

/** A request for the lock of a root. */
export interface WritingRequest {
  readonly root: string;
  readonly command: string;
  /** The longest wait for another run; milliseconds. */
  readonly lockTimeout: number;
  /** Fires when the run is to end. */
  readonly signal: AbortSignal;
  /** The answers of git about the root: state that the repository brings is not believed. */
  readonly listing: IndexQuestion;
  /** A run on what is staged follows. */
  readonly staged?: boolean | undefined;
}

/** The reason why nothing can be written. */
export interface NoWriting {
  readonly kind: "locked" | "stopped" | "refused";
  readonly message: string;
}

/** The lock of a root, held by this process. */
export interface HeldLock {
  readonly kind: "held";
  readonly lock: RunLock;
}

/** Waits for the lock of a root. */
export async function holdLock(
  { root, command, lockTimeout, signal, listing }: WritingRequest,
  { self, now, after, emit }: WritingWorld,
): Promise<HeldLock | NoWriting> {
  if (await bringsLock(root, listing)) {
    return { kind: "refused", message: BROUGHT_LOCK };
  }
  try {
    const lock = await takeRunLock(root, {
      command,
      self,
      signal,
      since: new Date(now()).toISOString(),
      expired: () => after(lockTimeout),
      onWait: () =>
        emit({ type: "log", level: "warn", message: "Another run writes in this root: waiting." }),
    });
    return { kind: "held", lock };
  } catch (error) {
    if (signal.aborted) return { kind: "stopped", message: "The run was stopped while it waited." };
    if (error instanceof LockedError) return { kind: "locked", message: error.message };
    return refusalOf(error);
  }
}

const BROUGHT_LOCK =
  "The repository brings a `.sluice/lock`, which was not made here. " +
  "Remove it from git's index (`git rm --cached .sluice/lock`), and delete it.";

/** Without a lock file, git is not waited for. */
async function bringsLock(root: string, listing: IndexQuestion): Promise<boolean> {
  if (realPathOf(`${stateFolder(root)}/lock`) === undefined) return false;
  return (await findLikelyState(listing))("lock"); // A forged lock makes other runs wait, and does no more harm.
}

/** Returns a refusal by the system, or by what takes the place of the state folder. Throws any other error. */
export function refusalOf(error: unknown): NoWriting {
  const isOfSystem = error instanceof Error && "syscall" in error;
  if (!isOfSystem && !(error instanceof StateFolderError)) throw error;
  const message = `Nothing can be written in this root: ${messageOf(error)}.`;
  return { kind: "refused", message };
}
