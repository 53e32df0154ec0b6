import type { FileChange } from "../../model/action/preview.ts";
import type { ActionReport, Report } from "../../model/report/report.ts";
import type { PlannedAction, PlannedFile } from "../../plan-file/plan.ts";
import type { KeptOutcome } from "../state/action-outcome.ts";
import type { RunOutcome } from "../state/run-outcome.ts";

/** Returns the actions of a run in which nothing failed, with the edits of each file. */
export function plannedActions({ outcomes }: RunOutcome): readonly PlannedAction[] {
  return outcomes.map(plannedAction);
}

/**
 * Returns the actions of a run that has written, as a plan has them: those that were applied would be. What checks took
 * back has no files: later ones do not rest on it any longer.
 */
export function actionsAsPlanned({ outcomes }: RunOutcome): readonly PlannedAction[] {
  return outcomes.map(({ report, changes }) => {
    const { result, ...unwritten } = report;
    if (report.state === "applied")
      return plannedAction({ report: { ...unwritten, state: "would-apply" }, changes });
    const isTakenBack = report.state === "discarded" && report.ruleId === "checks";
    return plannedAction({ report: isTakenBack ? { ...report, files: [] } : report, changes });
  });
}

/** Returns the held actions of a run, with the edits of each file. */
export function heldActions({ outcomes }: RunOutcome): readonly PlannedAction[] {
  return outcomes.filter(({ report }) => report.state === "held").map(plannedAction);
}

function plannedAction({ report: action, changes }: KeptOutcome): PlannedAction {
  const { verdict, state, reason, ruleId, ...known } = action;
  const { isStale: _isStale, isWritten: _isWritten, ...rest } = known;
  if (verdict === undefined || reason === undefined || ruleId === undefined)
    throw new Error("An action of a plan was not decided.");
  if (state === "applied" || state === "pending" || state === "failed")
    throw new Error(`An action of a plan is ${state}.`);
  const files = action.files.map((file, index) => plannedFile(file, changes[index]));
  return { ...rest, verdict, state, reason, ruleId, files };
}

/** Returns a file of a report with its edits. What is kept in a file is read each time that somebody asks for it. */
function plannedFile(
  file: ActionReport["files"][number],
  change: FileChange | undefined,
): PlannedFile {
  const edits = (): PlannedFile["edits"] =>
    (change?.edits ?? []).map(({ opId, start, end, text }) => ({ op: opId, start, end, text }));
  return Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(file),
    edits: { enumerable: true, get: edits },
  });
}

/** Returns why what a run did cannot be published: it did not come to its end. Checks that fail are a part of it. */
export function reasonsUnpublished(report: Report): readonly string[] {
  const alerts = report.alerts.filter(({ code }) => !ORDERLY.has(code));
  return reasonsAgainst({ ...report, alerts });
}

/** Errors after which it is known what was applied: checks took the rest back, or commits were not made of it. */
const ORDERLY: ReadonlySet<string> = new Set(["check-failed", "not-committed"]);

/** Returns why a dry run has no plan: everything that would make a run differ from the preview. */
export function reasonsAgainst({
  actions,
  alerts,
  outcome,
  diagnostics,
}: Report): readonly string[] {
  if (outcome === "invalid")
    return diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const reasons = alerts
    .filter(({ level, code }) => level === "error" || code === "batch-paused" || code === "timeout")
    .map(({ message }) => message);
  if (reasons.length > 0) return reasons;
  if (outcome === "interrupted" || outcome === "limit" || outcome === "fault")
    return [`The run did not come to its end: ${outcome}.`];
  return actions.filter(({ state }) => state === "failed").map(failureOf);
}

function failureOf({ id, result = "it failed" }: ActionReport): string {
  return `Action ${id}: ${result}`;
}
