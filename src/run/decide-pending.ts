import type { Facts } from "../model/facts.ts";
import type { Decision, Policy } from "../model/policy.ts";
import type { FileChange } from "../model/preview.ts";
import type { ActionReport, ActionState } from "../model/report.ts";
import { textOf } from "../model/tool.ts";
import { StalePreviewError, ToolError } from "../model/tool-error.ts";
import { evaluatePolicy } from "../policy/evaluate-policy.ts";
import type { PendingAction } from "../resolve/pending-action.ts";
import type { Session } from "../resolve/session.ts";
import type { AstEditDetails } from "../tools/ast-edit/ast-edit-tool.ts";
import { createResolveTool } from "../tools/resolve-tool.ts";
import type { ActionOrigin } from "./action-origin.ts";

/** How one pending action ended. */
export interface EndedAction {
  readonly report: ActionReport;
  /** What an apply threw. */
  readonly error?: ToolError;
}

/** How actions are decided. */
export interface Deciding {
  readonly session: Session;
  /** Without a policy (a preview) every action stays `pending`, and later steps see it. */
  readonly policy?: Policy;
  readonly isDryRun: boolean;
  /** Ids of the actions of the batch whose edits overlap with those of one of them (fact `conflicts`). */
  readonly conflicts: ReadonlyMap<string, readonly string[]>;
  /** Where an action came from, by its id. */
  readonly originOf: (id: string) => ActionOrigin;
  /** Why nothing more may be applied: the run was interrupted, or its time is up. */
  readonly stopReason: () => string | undefined;
}

/**
 * Step 5 of a run: decides and resolves the next pending action, and answers how it ended.
 * Afterwards it is pending no longer, whatever happened; undefined where nothing was pending.
 */
export async function decideNext(deciding: Deciding): Promise<EndedAction | undefined> {
  const { session, policy } = deciding;
  const action = session.pending.peek();
  if (!action) return undefined;
  const details = detailsOf(action);
  const origin = deciding.originOf(action.id);
  const facts: Facts = {
    recipe: origin.recipe,
    step: origin.step,
    tool: action.sourceToolName,
    label: action.label,
    ...details.facts,
    conflicts: deciding.conflicts.get(action.id) ?? [],
  };
  const stopReason = deciding.stopReason();
  const decision =
    stopReason === undefined ? policy && evaluatePolicy(policy, facts) : stopped(stopReason);
  const ended = await carryOut(action, decision, deciding);
  const { state, result, changes = details.changes, error } = ended;
  const report: ActionReport = {
    id: action.id,
    recipe: origin.recipe,
    step: origin.step,
    tool: action.sourceToolName,
    ...origin.context,
    label: action.label,
    ...(decision
      ? { verdict: decision.verdict, reason: decision.reason, ruleId: decision.ruleId }
      : {}),
    state,
    trace: decision?.trace ?? [],
    facts,
    files: changes.map(fileReport),
    ...(result === undefined ? {} : { result }),
    ...(error instanceof StalePreviewError ? { isStale: true } : {}),
  };
  return { report, ...(error ? { error } : {}) };
}

interface CarriedOut {
  readonly state: ActionState;
  readonly result?: string;
  /** The changes as they were written. */
  readonly changes?: readonly FileChange[];
  readonly error?: ToolError;
}

/** Ends the action as the decision says. One that fails to apply is taken out, so that nothing stays undecided. */
async function carryOut(
  action: PendingAction,
  decision: Decision | undefined,
  { session, isDryRun }: Deciding,
): Promise<CarriedOut> {
  if (decision?.verdict === "hold") {
    session.pending.pop(action.id);
    return { state: "held", result: `Held: ${action.label}. Reason: ${decision.reason}` };
  }
  const resolve = createResolveTool(session);
  const verdict = decision?.verdict ?? "apply";
  const reason = decision?.reason ?? "A preview without a policy.";
  const context = { callId: `resolve-${action.id}`, batchId: "direct", callIndex: 0 };
  try {
    const answer = await resolve.execute({ action: verdict, reason, id: action.id }, context);
    const result = textOf(answer);
    if (verdict === "discard") return { state: "discarded", result };
    const changes = changesIn(answer.details);
    const written = changes ? { changes } : {};
    if (!decision) return { state: "pending", ...written };
    return isDryRun
      ? { state: "would-apply", ...written }
      : { state: "applied", result, ...written };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    session.pending.pop(action.id);
    return { state: "failed", result: error.message, error };
  }
}

function stopped(reason: string): Decision {
  return { verdict: "discard", reason, ruleId: "stopped", trace: [] };
}

/** What a pending action of this run tells whoever decides. */
export function detailsOf(action: PendingAction): AstEditDetails {
  // Every action of this run was queued by ast_edit, with these details.
  return action.details as AstEditDetails;
}

function changesIn(details: unknown): readonly FileChange[] | undefined {
  // The details of `resolve` hold those of ast_edit's apply (R8).
  const { sourceResultDetails } = details as {
    sourceResultDetails?: { changes: readonly FileChange[] };
  };
  return sourceResultDetails?.changes;
}

function fileReport(change: FileChange): ActionReport["files"][number] {
  const { path, language, edits, superseded, additions, deletions, preHash, postHash, diff } =
    change;
  return {
    path,
    language,
    replacements: edits.length,
    superseded: superseded.map(({ opId, byOpId, start, end }) => ({
      op: opId,
      by: byOpId,
      start,
      end,
    })),
    additions,
    deletions,
    preHash,
    postHash,
    diff,
  };
}
