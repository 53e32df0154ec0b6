import { hasOpenRuns } from "../apply/state/run-folder.ts";
import type { RecoveredRun } from "../model/past/recovered-run.ts";
import type { Recovery } from "../model/past/recovery.ts";
import type { PastWorld } from "./request/past-world.ts";
import { startGitListing } from "./tree/git-listing.ts";
import { holdLock, refusalOf } from "./write/hold-lock.ts";
import { recoverHere } from "./write/recover-here.ts";
import {
  exitWithoutWriting,
  findRootRefusal,
  type Refusal,
  withSignal,
} from "./write/stopped-exit.ts";

/** Where to put things in order, and how long to wait for it. */
export interface RecoverRequest {
  /** Absolute. */
  readonly root: string;
  /** How long another run is waited for; milliseconds. */
  readonly lockTimeout: number;
}

/**
 * Finishes or rolls back what killed runs left half done. What somebody else changed meanwhile is left alone and
 * named; so is a run that cannot be put in order, and one that the repository itself brings. Where no run is
 * unfinished, nothing is touched. Throws only where a promise of Sluice's own is broken.
 */
export async function recover(
  { root, lockTimeout }: RecoverRequest,
  surroundings: PastWorld,
): Promise<Recovery> {
  const signal = surroundings.interrupted;
  const without = (refusal: Refusal): Recovery => ({
    formatVersion: "1.0",
    ...exitWithoutWriting(refusal, signal),
    runs: [],
    message: refusal.message,
  });
  const rootRefusal = await findRootRefusal(root);
  if (rootRefusal) return without(rootRefusal);
  try {
    if (!hasOpenRuns(root)) return recoveryOf([]);
    const listing = startGitListing(root, surroundings.env);
    const request = { root, command: "recover", lockTimeout, signal, listing };
    const held = await holdLock(request, surroundings);
    if (held.kind !== "held") return without(held);
    try {
      return withSignal(recoveryOf(await recoverHere(root, listing)), signal);
    } finally {
      await held.lock.release();
    }
  } catch (error) {
    return without(refusalOf(error));
  }
}

function recoveryOf(runs: readonly RecoveredRun[]): Recovery {
  const isInOrder = runs.every(
    ({ failure, isBrought, actions }) =>
      failure === undefined && !isBrought && actions.every(({ left }) => left.length === 0),
  );
  const exit = isInOrder
    ? ({ outcome: "ok", exitCode: 0 } as const)
    : ({ outcome: "failed", exitCode: 1 } as const);
  return { formatVersion: "1.0", ...exit, runs };
}
