import type { Plan } from "../../plan-file/plan.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { RunWriter } from "../../tree/write/run-writer.ts";
import { unfinishedAlert } from "../../tree/write/take-writing.ts";
import type { donePlanOf } from "../plan-content/done-plan-of.ts";
import type { heldPlanOf } from "../plan-content/held-plan-of.ts";
import { policyInForce } from "../state/policy-in-force.ts";
import { reportOf } from "../state/report-of.ts";
import type { RunOutcome } from "../state/run-outcome.ts";
import type { StartedRun } from "./start-run.ts";

/** The run to keep. */
interface KeptRun extends Pick<StartedRun, "settings" | "world" | "ledger"> {
  /** The commit that it began on; undefined if it is not to be published. */
  readonly base?: string | undefined;
}

/**
 * Keeps the report of a run that wrote, its held actions as a plan of their own, and all of it as a plan if it may be
 * published. A failure does not undo what was written; it is an alert of the ledger, and actions that are not kept are
 * not held (R29).
 */
export async function keepRun(
  writer: RunWriter,
  finished: RunOutcome,
  { settings, world, ledger, base }: KeptRun,
): Promise<void> {
  const { root } = settings;
  const hasHeld = finished.report.totals.held > 0;
  try {
    const held = hasHeld ? { root, plan: await heldPlan(finished, root, world) } : undefined;
    const plan = base === undefined ? undefined : await donePlan(finished, { root, base }, world);
    const unfinished = await writer.end(finished.report, { held, plan });
    if (unfinished !== undefined) ledger.alert(unfinishedAlert(unfinished));
  } catch (error) {
    const why = messageOf(error);
    ledger.alert(unfinishedAlert(why));
    if (hasHeld && !writer.hasKeptHeld) ledger.failHeld(why);
  }
}

/** Loaded when it is needed: most runs hold nothing. */
async function heldPlan(...args: Parameters<typeof heldPlanOf>): Promise<Plan> {
  const { heldPlanOf: make } = await import("../plan-content/held-plan-of.ts");
  return make(...args);
}

/** Loaded when it is needed, too. */
async function donePlan(...args: Parameters<typeof donePlanOf>): Promise<string | undefined> {
  const { donePlanOf: make } = await import("../plan-content/done-plan-of.ts");
  return make(...args);
}

/** Returns the outcome of a run at this moment. */
export function outcomeOf(run: StartedRun): RunOutcome {
  const { settings, world, prepared, ledger, stop, id, startedAt } = run;
  const { ci, trust, policy, sources, selection } = prepared;
  const { command, check, exitZero } = settings;
  const isFault = run.faults.length > 0;
  const report = reportOf(ledger, {
    run: {
      id,
      command,
      startedAt: new Date(startedAt).toISOString(),
      durationMs: world.now() - startedAt,
    },
    diagnostics: [...prepared.diagnostics, ...run.lacks],
    configuration: { ci, trust, policy: policyInForce(policy), sources },
    ...{ selection, stop, check, exitZero },
    findings: { isFault, ...(run.isLocked ? { limit: true } : {}) },
  });
  return { report, prepared, outcomes: ledger.outcomes };
}
