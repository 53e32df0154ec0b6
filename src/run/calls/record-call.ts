import { CallFailedError } from "../../model/call-failed-error.ts";
import type { Recipe, RecipeStep } from "../../model/recipe/recipe.ts";
import type { StepName } from "../../model/step-name.ts";
import { textOf } from "../../model/tool.ts";
import { CancelledError, LimitError, ToolError } from "../../model/tool-error.ts";
import type { BatchOutcome } from "../../tools/batch/batch-outcome.ts";
import type { BatchResult } from "../../tools/batch/run-tool-batch.ts";
import { discardQueued } from "../decide/impose-decision.ts";
import type { RunContext, RunRecord } from "../state/run-context.ts";
import type { CallNotes } from "./call-notes.ts";
import { lossAlerts } from "./loss-alerts.ts";
import { unnamedAlerts } from "./unnamed-actions.ts";

/** The meaning of a failed call for the run. */
type OnFailure =
  /** The run has failed. */
  | "fails"
  /** The model that called learns why, and may call again. */
  | "informs";

/** A call that ended. */
export interface EndedCall {
  readonly outcome: BatchOutcome;
  /** Undefined if the call reached no tool. */
  readonly notes: CallNotes | undefined;
  readonly onFailure: OnFailure;
}

/** Records the outcome of one call. Actions that a failed call queued are discarded. */
export function recordCall(step: StepName, ended: EndedCall, context: RunContext): void {
  const { ledger, policy } = context.record;
  const { tool } = ended.outcome;
  const queued = ended.notes?.queued ?? [];
  const previews = queued.map(({ preview }) => preview);
  const alerts = [
    ...(ended.notes?.alerts ?? []),
    ...lossAlerts(previews, tool),
    ...unnamedAlerts(queued, tool, policy),
  ];
  for (const alert of alerts) ledger.alert({ ...alert, ...step });
  if (ended.notes?.found) ledger.find(step, ended.notes.found);
  else if (tool !== "ast_edit") reportCall(step, ended.outcome, context.record);
  recordKind(step, ended, context);
}

function reportCall(
  step: StepName,
  { tool, context, kind, result }: BatchOutcome,
  { ledger }: RunRecord,
): void {
  ledger.call({
    ...step,
    tool,
    ...context,
    outcome: kind === "synthetic" ? "done" : kind,
    ...(result.isError === true ? { isError: true } : {}),
    text: textOf(result),
  });
}

function recordKind(step: StepName, ended: EndedCall, context: RunContext): void {
  const { outcome, notes, onFailure } = ended;
  switch (outcome.kind) {
    case "done":
      recordSearch(step, notes, context.record);
      if (outcome.result.isError === true) fail(step, ended, textOf(outcome.result), context);
      return;
    case "synthetic":
      if (outcome.result.isError === true) fail(step, ended, textOf(outcome.result), context);
      return;
    case "failed":
      recordError(step, ended, outcome.error, context);
      return;
    case "denied": {
      const { reason, inner } = outcome;
      if (inner?.kind === "failed" && !(inner.error instanceof ToolError)) throw inner.error;
      if (inner?.kind === "done") recordSearch(step, notes, context.record);
      const level = onFailure === "fails" ? "error" : "warn";
      context.record.ledger.alert({ level, code: "call-denied", message: reason, ...step });
      discardQueued(outcome.context, { ruleId: "hook", reason }, context.record.book);
      return;
    }
    case "skipped":
      return;
  }
}

function recordError(step: StepName, ended: EndedCall, error: unknown, context: RunContext): void {
  const { world, record } = context;
  if (!(error instanceof ToolError)) throw error;
  if (error instanceof CancelledError || world.stop.signal.aborted) world.stop.leaveOut();
  if (error instanceof CallFailedError) record.ledger.search(step.step, error);
  if (error instanceof LimitError && ended.onFailure === "fails") record.ledger.isLimited = true;
  fail(step, ended, error.message, context);
}

function fail(
  step: StepName,
  { outcome, onFailure }: EndedCall,
  message: string,
  { record: { ledger, book } }: RunContext,
): void {
  if (onFailure === "fails")
    ledger.alert({ level: "error", code: "tool-failed", message, ...step });
  const reason = "The call that queued it failed.";
  discardQueued(outcome.context, { ruleId: "call-failed", reason }, book);
}

/** Records the files that a call searched, if its tool searches. */
function recordSearch(step: StepName, notes: CallNotes | undefined, { ledger }: RunRecord): void {
  if (notes?.findings === undefined) return;
  ledger.search(step.step, notes.findings);
  for (const alert of notes.findings.alerts) ledger.alert({ ...alert, ...step });
}

/** Reports a batch that did not finish. Returns true if the batch finished and every call went well. */
export function endBatch(
  recipe: Recipe,
  step: Pick<RecipeStep, "id">,
  { state, reason = "", outcomes }: BatchResult,
  { record: { ledger, book }, world: { stop } }: RunContext,
): boolean {
  const alert = { recipe: recipe.name, step: step.id, message: reason };
  if (state === "aborted") ledger.alert({ level: "error", code: "batch-aborted", ...alert });
  if (state === "paused") {
    ledger.alert({ level: "warn", code: "batch-paused", ...alert });
    ledger.isPaused = true;
  }
  if (state === "cancelled" && stop.leaveOut() === undefined) {
    ledger.alert({ level: "error", code: "run-cancelled", ...alert });
    stop.cancel();
  }
  if (state !== "finished")
    for (const { context: call } of outcomes) discardQueued(call, { ruleId: "hook", reason }, book);
  return (
    state === "finished" &&
    outcomes.every(
      ({ kind, result }) => (kind === "done" || kind === "synthetic") && result.isError !== true,
    )
  );
}
