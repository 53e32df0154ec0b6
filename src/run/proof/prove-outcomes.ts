import type { CheckTime } from "../../model/policy/checks.ts";
import type { KeptOutcome } from "../state/action-outcome.ts";
import type { RunContext } from "../state/run-context.ts";
import type { Proving } from "./prove-unit.ts";

/**
 * Proves what was applied by the checks of one time, and returns all outcomes: those that did not pass are taken back.
 * The others were proved in a tree that is gone. Their checks run again, also those of earlier times, until
 * all pass in one tree. `outcomes` are in the order of writing; nothing else was written after them.
 */
export async function proveOutcomes<Outcome extends KeptOutcome>(
  outcomes: readonly Outcome[],
  time: CheckTime,
  context: RunContext,
): Promise<readonly Outcome[]> {
  const proving = provingOf(context);
  if (proving === undefined) return outcomes;
  const { ledger } = context.record;
  const { OutcomesProof } = await import("./outcomes-proof.ts"); // Most runs have no checks.
  const proof = new OutcomesProof(outcomes, proving, (alert) => ledger.alert(alert));
  await proof.proveAt(time);
  return proof.outcomes;
}

/** Proves everything that a run has applied by the checks that run once, and makes the outcomes final. */
export async function proveRun(context: RunContext): Promise<void> {
  const { ledger, policy } = context.record;
  if (ledger.isSettled || policy?.transaction === "run") return;
  ledger.replace(await proveOutcomes(ledger.outcomes, "run", context));
  ledger.settle();
}

/** Returns undefined if the run has no checks, or if all of it is one transaction. */
function provingOf({ record, world }: RunContext): Proving | undefined {
  const { policy, checks, writer } = record;
  if (policy === undefined || checks === undefined || writer === undefined) return undefined;
  if (policy.transaction === "run") return undefined; // Nothing is on the disk before the end.
  return { policy, checks, writer, workspace: world.workspace, stop: world.stop };
}
