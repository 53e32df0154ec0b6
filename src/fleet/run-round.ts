import type { JobResult, RunFleetJob } from "../model/fleet/fleet-job.ts";
import type { FleetRow } from "../model/fleet/fleet-round.ts";
import { isFinal } from "../model/fleet/fleet-state.ts";
import { mapBounded } from "../shared/process/map-bounded.ts";
import type { Ledger, Transition } from "./ledger/ledger.ts";

/** The jobs of a round, and how they are done. */
export interface RoundWork {
  readonly ledger: Ledger;
  /** The repositories to work on, in order. */
  readonly names: readonly string[];
  readonly runJob: RunFleetJob;
  /** Keeps a result before its state is noted. */
  readonly keep: (result: JobResult) => Promise<void>;
  /** The most jobs at a time. */
  readonly concurrency: number;
  /** After more failures than this, no other job begins. */
  readonly maxFailed: number;
  /** Ends the round: jobs that are under way stay unfinished. */
  readonly signal: AbortSignal;
  /** Called with each final state, once it is noted. */
  readonly onRow: (row: FleetRow, result: JobResult) => void;
}

/** How a round ended; `undone` is the number of jobs that did not begin or end. */
export interface RoundEnd {
  readonly failed: number;
  readonly undone: number;
}

/**
 * Does the jobs of a round. Each repository ends in one state, and the fault of one is never another's (H2). Rejects if
 * a state cannot be noted: then nothing else is begun.
 */
export async function runRound(work: RoundWork): Promise<RoundEnd> {
  const { names, concurrency, maxFailed, signal } = work;
  const broken = new AbortController();
  const stop = AbortSignal.any([signal, broken.signal]);
  const end = { failed: 0, undone: 0 };
  await mapBounded(names, concurrency, async (name) => {
    if (stop.aborted || end.failed > maxFailed) {
      end.undone += 1;
      return;
    }
    try {
      const state = await runOne(name, { ...work, signal: stop });
      if (state === undefined) end.undone += 1;
      else if (state === "failed") end.failed += 1;
    } catch (error) {
      broken.abort(error);
      throw error;
    }
  });
  return end;
}

/** Returns the final state; undefined for a job that was stopped. */
async function runOne(name: string, work: RoundWork): Promise<FleetRow["state"] | undefined> {
  const { ledger, runJob, keep, signal, onRow } = work;
  const noted: Promise<void>[] = [];
  const fleet = ledger.round.rows.get(name)?.repository.job ?? "";
  const job = { version: 1, fleet, repository: name } as const;
  const tell: Parameters<RunFleetJob>[1] = (state, commit) => {
    if (isFinal(state)) return; // Only a result ends a job.
    const move = ledger.move(name, { state, commit });
    move.catch(() => undefined); // It is waited for below.
    noted.push(move);
  };
  let result: JobResult;
  try {
    result = await runJob(job, tell, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
  await Promise.all(noted);
  await keep(result);
  await ledger.move(name, transitionOf(result));
  const row = ledger.round.rows.get(name);
  if (row !== undefined) onRow(row, result);
  return result.state;
}

function transitionOf({ state, reason, commit }: JobResult): Transition {
  return { state, reason, commit: commit ?? undefined };
}
