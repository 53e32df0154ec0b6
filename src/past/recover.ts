import { hasOpenRuns } from "../apply/state/run-folder.ts";
import { hasLeftLock } from "../apply/state/run-lock.ts";
import { exitOf } from "../model/exit-code.ts";
import type { RecoveredRun } from "../model/past/recovered-run.ts";
import type { Recovery } from "../model/past/recovery.ts";
import type { FieldsOf } from "../request/options/request-fields.ts";
import type { PastWorld } from "../request/past-world.ts";
import { askIndex } from "../tree/index-question.ts";
import { holdLock } from "../tree/write/hold-lock.ts";
import { recoverHere } from "../tree/write/recover-here.ts";
import { pastCommand, withSignal } from "./record/past-command.ts";

/** A root to put in order. */
export interface RecoverRequest extends FieldsOf<"recover"> {
  /** Absolute. */
  readonly root: string;
}

/**
 * Completes or rolls back what killed runs left half done. Files that another process changed meanwhile are left alone
 * and named; so is a run that cannot be put in order, and one that the repository itself brings. If no run is
 * unfinished, only the lock of a killed process is removed. Actions that their checks had not proved stay and are
 * named: a person decides about them. Throws only if a promise of Sluice's own is broken.
 */
export function recover(
  { root, lockTimeout }: RecoverRequest,
  world: PastWorld,
): Promise<Recovery> {
  const { interrupted: signal } = world;
  return pastCommand<Recovery>(
    {
      root,
      refused: ({ message }, exit) => ({ formatVersion: "1.0", ...exit, runs: [], message }),
      async work(refuse) {
        if (!hasOpenRuns(root) && !hasLeftLock(root, world.self)) return recoveryOf([]);
        const listing = askIndex(root, world.env);
        const asked = { root, command: "recover", lockTimeout, signal, listing };
        const held = await holdLock(asked, world);
        if (held.kind !== "held") return refuse(held);
        try {
          const runs = await recoverHere(root, { ...world, listing });
          return withSignal(recoveryOf(runs), signal);
        } finally {
          await held.lock.release();
        }
      },
    },
    world,
  );
}

function recoveryOf(runs: readonly RecoveredRun[]): Recovery {
  const isInOrder = runs.every(
    ({ failure, isBrought, actions, unproved }) =>
      failure === undefined &&
      !isBrought &&
      unproved === undefined &&
      actions.every(({ left }) => left.length === 0),
  );
  return { formatVersion: "1.0", ...exitOf({ failed: !isInOrder }), runs };
}
