import { StateFolderError, stateFolder } from "../../apply/state/run-folder.ts";
import { LockedError, type RunLock, takeRunLock } from "../../apply/state/run-lock.ts";
import { realPathOf } from "../../files/real-path.ts";
import type { EmitEvent } from "../../model/events.ts";
import type { ProcessIdentity } from "../../model/process-identity.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { GitListing } from "../request/git-listing.ts";
import { findLikelyState } from "../tree/brought-state.ts";

/** What whoever writes in a root needs of the world. */
export interface WritingWorld {
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
  /** What git knows of the root: the state that a repository brings is not believed. */
  readonly listing: GitListing;
}

/** Why nothing can be written. */
export interface NoWriting {
  readonly kind: "locked" | "stopped" | "refused";
  readonly message: string;
}

/** The lock of a root, held. */
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
    const message =
      "The repository brings a `.sluice/lock`, which is not from here. Take it out of git's index (`git rm --cached .sluice/lock`), and remove it.";
    return { kind: "refused", message };
  }
  try {
    const lock = await takeRunLock(root, {
      ...{ command, self, signal },
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

/** Where none is there, git is not waited for. */
async function bringsLock(root: string, listing: GitListing): Promise<boolean> {
  if (realPathOf(`${stateFolder(root)}/lock`) === undefined) return false;
  return (await findLikelyState(listing))("lock"); // A forged one keeps others waiting, and no more.
}

/** What the system, or what stands in the place of the state, has refused. Throws any other error. */
export function refusalOf(error: unknown): NoWriting {
  const isOfSystem = error instanceof Error && "syscall" in error;
  if (!isOfSystem && !(error instanceof StateFolderError)) throw error;
  const message = `Nothing can be written in this root: ${messageOf(error)}.`;
  return { kind: "refused", message };
}
