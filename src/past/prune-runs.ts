import { isRestOfRun, removeRun } from "../apply/state/remove-run.ts";
import { holdsRun, listRunFolders } from "../apply/state/run-folder.ts";
import { hasLeftLock } from "../apply/state/run-lock.ts";
import { exitOf } from "../model/exit-code.ts";
import type { Pruning } from "../model/past/pruning.ts";
import type { FieldsOf } from "../request/options/request-fields.ts";
import type { PastWorld } from "../request/past-world.ts";
import { countOf } from "../shared/count-of.ts";
import { messageOf } from "../shared/message-of.ts";
import { findBroughtState } from "../tree/brought-state.ts";
import { askIndex } from "../tree/index-question.ts";
import { holdLock } from "../tree/write/hold-lock.ts";
import { type ListedRun, listRuns } from "./list-runs.ts";
import { pastCommand, withSignal } from "./record/past-command.ts";

/** The runs to remove. If both an age and a count are given, both must hold. */
export interface PruneRequest extends FieldsOf<"runs"> {
  /** Absolute. */
  readonly root: string;
}

/**
 * Removes the records of past runs: they can then no longer be undone. A run that has not ended stays. If it is
 * interrupted, it ends after the run in hand.
 */
export function pruneRuns(request: PruneRequest, world: PastWorld): Promise<Pruning> {
  const { root, isDryRun, lockTimeout } = request;
  const { env, interrupted: signal } = world;
  return pastCommand<Pruning>(
    {
      root,
      refused: ({ message }, exit) => ({ ...pruningOf([], [], isDryRun), ...exit, message }),
      async work(refuse) {
        const isEmpty = listRunFolders(root).length === 0 && !hasLeftLock(root, world.self);
        if (isDryRun || isEmpty) return choose(await listRuns(root, world), request, world.now());
        const listing = askIndex(root, env);
        await findBroughtState(listing); // A run that may be the repository's is not removed.
        const lockRequest = { root, command: "runs --prune", lockTimeout, signal, listing };
        const held = await holdLock(lockRequest, world);
        if (held.kind !== "held") return refuse(held);
        try {
          const runs = await listRuns(root, world);
          const plan = choose(runs, request, world.now());
          return withSignal(await removeAll(plan, runs, signal), signal);
        } finally {
          await held.lock.release();
        }
      },
    },
    world,
  );
}

function choose(
  runs: readonly ListedRun[],
  { olderThan, keep, withHeld, isDryRun }: PruneRequest,
  now: number,
): Pruning {
  const beyond = keep === undefined ? runs.length : Math.max(0, runs.length - keep);
  const wanted = runs.filter(({ folder, summary }, index) => {
    if (!holdsRun(folder) && !isRestOfRun(folder)) return false; // A folder of another program.
    // An unreadable run is the rest of one that was half removed.
    if (summary.state !== "ended" && summary.state !== "unreadable") return false;
    if (index >= beyond) return false;
    // A run without a readable date is chosen by its count only.
    return olderThan === undefined || now - Date.parse(summary.startedAt) > olderThan;
  });
  const isKept = ({ summary }: ListedRun) => summary.held > 0 && !withHeld;
  return pruningOf(
    wanted.filter((run) => !isKept(run)),
    wanted.filter(isKept),
    isDryRun,
  );
}

function pruningOf(
  removed: readonly ListedRun[],
  kept: readonly ListedRun[],
  isDryRun: boolean,
): Pruning {
  return {
    formatVersion: "1.0",
    ...exitOf({}),
    isDryRun,
    removed: removed.map(({ summary }) => summary.id),
    bytes: removed.reduce((sum, { summary }) => sum + summary.bytes, 0),
    keptForHeld: kept.map(({ summary }) => summary.id),
    failures: [],
  };
}

async function removeAll(
  plan: Pruning,
  runs: readonly ListedRun[],
  signal: AbortSignal,
): Promise<Pruning> {
  const failures: string[] = [];
  const removed: ListedRun[] = [];
  const wanted = new Set(plan.removed);
  for (const run of runs.filter(({ summary }) => wanted.has(summary.id))) {
    await new Promise(setImmediate); // Signals get their turn.
    if (signal.aborted) break;
    try {
      const others = await removeRun(run.folder);
      if (others.length === 0) removed.push(run);
      else
        failures.push(
          `${run.summary.id}: its folder has ${countOf(others.length, "file")} that Sluice did not write, and stays`,
        );
    } catch (error) {
      failures.push(`${run.summary.id}: ${messageOf(error)}`);
    }
  }
  const exit = exitOf({ failed: failures.length > 0 });
  const { bytes, removed: ids } = pruningOf(removed, [], false);
  return { ...plan, ...exit, bytes, removed: ids, failures };
}
