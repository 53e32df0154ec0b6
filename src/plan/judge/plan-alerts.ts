import { headCommit } from "../../git/head-commit.ts";
import type { Alert } from "../../model/alert.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ActionReport } from "../../model/report/report.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import { LIMITS } from "../../policy/run-limits.ts";
import type { RunWorld } from "../../request/request.ts";
import { countOf } from "../../shared/count-of.ts";
import { shown } from "../../shared/shown.ts";
import type { DifferingFile } from "../../tree/compare-tree.ts";
import type { PlanEnd, WrittenOutcome } from "./judged-plan.ts";

/** Returns the alert about a file that differs from the plan's. */
export function staleAlert({ path, expected, found }: DifferingFile): Alert {
  const wanted = expected === null ? "no file" : `sha256 ${expected.slice(0, 12)}…`;
  const message = `${shown(path)} ${found}; the plan expects ${wanted}.`;
  return { level: "error", code: "stale", message, path };
}

/** Returns the alert about a plan that differs from the same plan derived again. */
export function differsAlert(message: string): Alert {
  return { level: "error", code: "plan-differs", message };
}

/** Returns the fault of a plan that contradicts its own edits. */
export function forgedFault(fault: string): Diagnostic {
  const message = `The plan is not valid: ${fault}`;
  const hint = "Sluice makes no such plan. Do not trust where it came from.";
  return { code: "plan-invalid", severity: "error", message, hint };
}

/** Returns the outcome of an action of a run that was to end before it was written, perhaps by a limit. */
export function endedBy(exceeding: PlanEnd["exceeding"], id: string) {
  if (exceeding === undefined) return STOPPED;
  const reason = `A limit of the policy ended the run at the action ${exceeding.id}.`;
  return { ...STOPPED, ruleId: LIMITS, reason: id === exceeding.id ? exceeding.reason : reason };
}

const STOPPED = {
  verdict: "discard",
  state: "discarded",
  reason: "The run ended before the plan was written.",
  ruleId: "stopped",
} as const;

/** The note about a plan whose files are all as it would leave them. */
export const ALREADY_APPLIED: Alert = {
  level: "warn",
  code: "stale",
  message:
    "Every file that the plan changes is as it would leave it: the plan was applied already.",
};

/** Returns a note if another commit is checked out than the one that was planned: that is mostly the reason. */
export async function baseNote(
  { base }: Plan,
  root: string,
  { env }: RunWorld,
): Promise<readonly Alert[]> {
  const commit = await headCommit(root, env);
  if (base.commit === null || commit === null || base.commit === commit) return [];
  const message = `The plan was made at the commit ${base.commit.slice(0, 12)}; ${commit.slice(0, 12)} is checked out.`;
  return [{ level: "warn", code: "stale", message }];
}

/** Returns the report of an action that was written. */
export function appliedAction(action: PlannedAction): ActionReport {
  const { facts, files } = action;
  const result = `Applied ${countOf(facts.replacements ?? 0, "replacement")} in ${countOf(files.length, "file")}.`;
  return { ...action, state: "applied", result };
}

/** Returns the outcome of an action that is not written here. */
export function wouldApply(_action: PlannedAction): WrittenOutcome {
  return { state: "would-apply" };
}

/** The files of a plan of which none was searched. */
export const NOTHING_SEARCHED = { skipped: [], filesSearched: 0 } as const;

/** The alert of a branch or pull request that could not be brought in order. */
export function unpublished(branch: string, why: string): Alert {
  const message = `The pull request of \`${branch}\` is not in order: ${why}.`;
  return { level: "error", code: "not-published", message };
}
