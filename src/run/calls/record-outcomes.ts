import type { Alert } from "../../model/alert.ts";
import type { Recipe, RecipeStep } from "../../model/recipe.ts";
import { textOf } from "../../model/tool.ts";
import { CallFailedError, CancelledError, ToolError } from "../../model/tool-error.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { AstEditOutcome } from "../../tools/ast-edit/ast-edit-tool.ts";
import type { BatchOutcome } from "../../tools/batch-outcome.ts";
import type { BatchResult } from "../../tools/run-tool-batch.ts";
import { discardQueued } from "../decide/forced-decisions.ts";
import type { RunContext } from "../state/run-context.ts";

/** What a call that went wrong means for the run. */
type OnFailure =
  /** It has failed. */
  | "fails"
  /** Nothing: whoever called is told, and may call again. */
  | "told";

/** What one call came to. What a call queued that is not in order is not applied. */
export function recordOutcome(
  recipe: Recipe,
  { id: step }: { readonly id: string },
  outcome: BatchOutcome,
  context: RunContext,
  onFailure: OnFailure = "fails",
): void {
  const { ledger, stop } = context;
  const names = { recipe: recipe.name, step };
  const { callId } = outcome.context;
  for (const alert of context.callAlerts.get(callId) ?? []) ledger.alert({ ...alert, ...names });
  context.callAlerts.delete(callId);
  if (outcome.tool !== "ast_edit")
    ledger.call({
      ...names,
      tool: outcome.tool,
      ...outcome.context,
      outcome: outcome.kind === "synthetic" ? "done" : outcome.kind,
      ...(outcome.result.isError === true ? { isError: true } : {}),
      text: textOf(outcome.result),
    });
  switch (outcome.kind) {
    case "done":
    case "synthetic":
      recordSearch(outcome, names, context);
      if (outcome.result.isError === true) failed(textOf(outcome.result));
      return;
    case "failed": {
      const { error } = outcome;
      if (!(error instanceof ToolError)) throw error;
      if (error instanceof CancelledError || stop.signal.aborted) stop.leaveOut();
      if (error instanceof CallFailedError) ledger.look(step, error);
      failed(error.message);
      return;
    }
    case "denied": {
      const { reason, inner } = outcome;
      if (inner?.kind === "failed" && !(inner.error instanceof ToolError)) throw inner.error;
      if (inner?.kind === "done") recordSearch(inner, names, context);
      const level = onFailure === "fails" ? "error" : "warn";
      ledger.alert({ level, code: "call-denied", message: reason, ...names });
      discardQueued(callId, { ruleId: "hook", reason }, context);
      return;
    }
    case "skipped":
      return;
  }
  function failed(message: string): void {
    if (onFailure === "fails")
      ledger.alert({ level: "error", code: "tool-failed", message, ...names });
    const reason = "The call that queued it failed.";
    discardQueued(callId, { ruleId: "call-failed", reason }, context);
  }
}

/** The files that a tool looked at, where it is one that searches. */
function recordSearch(
  { tool, result: { details } }: BatchOutcome,
  names: Pick<Alert, "recipe"> & { readonly step: string },
  { ledger }: RunContext,
): void {
  if (!SEARCHING.includes(tool) || !isRecord(details) || !("searched" in details)) return;
  // What these tools answer.
  const { searched, skipped, alerts } = details as unknown as Omit<AstEditOutcome, "replacements">;
  ledger.look(names.step, { searched, skipped });
  for (const alert of alerts) ledger.alert({ ...alert, ...names });
}

const SEARCHING: readonly string[] = ["ast_edit", "ast_grep"];

/** What becomes of a batch that did not go on. Answers whether it did. */
export function endBatch(
  recipe: Recipe,
  step: RecipeStep,
  { state, reason = "", outcomes }: BatchResult,
  context: RunContext,
): boolean {
  const { ledger, stop } = context;
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
    for (const { context: call } of outcomes)
      discardQueued(call.callId, { ruleId: "hook", reason }, context);
  return (
    state === "finished" &&
    outcomes.every(
      ({ kind, result }) => (kind === "done" || kind === "synthetic") && result.isError !== true,
    )
  );
}
