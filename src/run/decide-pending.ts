import type { Facts } from "../model/facts.ts";
import type { Decision, Policy } from "../model/policy.ts";
import type { FileChange } from "../model/preview.ts";
import type { ActionReport, ActionState } from "../model/report.ts";
import { DIRECT_CALL, textOf } from "../model/tool.ts";
import { CancelledError, StalePreviewError, ToolError } from "../model/tool-error.ts";
import { evaluatePolicy } from "../policy/evaluate-policy.ts";
import type { PendingAction } from "../resolve/pending-action.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { messageOf } from "../shared/message-of.ts";
import { CustomPreview } from "../tools/custom/custom-preview.ts";
import { createResolveTool } from "../tools/resolve-tool.ts";
import type { ActionOrigin } from "./action-origin.ts";
import { previewOf } from "./preview-of.ts";
import type { RunContext } from "./run-context.ts";
import type { RunStop, StopCause } from "./run-stop.ts";

/** How one pending action ended. */
export interface EndedAction {
  readonly report: ActionReport;
  /** Those that were written, or would be. */
  readonly changes: readonly FileChange[];
  /** What an apply threw. */
  readonly error?: ToolError;
}

/**
 * Step 5 of a run: decides and resolves the next pending action, and answers how it ended.
 * Afterwards it is pending no longer, whatever happened; undefined where nothing was pending.
 */
export async function decideNext(
  context: RunContext,
  /** Ids of the actions of the batch whose edits overlap with those of one of them. */
  conflicts: ReadonlyMap<string, readonly string[]>,
): Promise<EndedAction | undefined> {
  const { session, policy, stop, forced } = context;
  const action = session.pending.peek();
  if (!action) return undefined;
  const previewed = previewOf(action);
  const origin = originOf(action.id, context);
  const facts: Facts = {
    recipe: origin.recipe,
    step: origin.step,
    tool: origin.tool,
    label: action.label,
    fromModel: origin.fromModel,
    untrusted: origin.untrusted,
    ...previewed.facts,
    conflicts: conflicts.get(action.id) ?? [],
    ...definedOnly({ dirtyFiles: await context.dirty.among(previewed.facts) }),
  };
  const decided = forced.get(action.id) ?? decide(facts, policy, stop);
  const first = decided && context.isPlanned ? heldUnlessKnown(decided, action) : decided;
  context.writer?.about({
    ...{ id: action.id, label: action.label, recipe: origin.recipe, step: origin.step },
    reason: first?.reason ?? "",
  });
  const ended = await carryOut(action, first, context);
  const decision = ended.decision ?? first;
  const { state, result, changes = previewed.changes, error } = ended;
  const report: ActionReport = {
    id: action.id,
    recipe: origin.recipe,
    step: origin.step,
    tool: origin.tool,
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
  return { report, changes, ...(error ? { error } : {}) };
}

function decide(facts: Facts, policy: Policy | undefined, stop: RunStop): Decision | undefined {
  const cause = stop.leaveOut();
  return cause ? stopped(cause) : policy && evaluatePolicy(policy, facts);
}

/** A plan writes just the bytes that it says; of what a custom tool would write nobody knows them. */
function heldUnlessKnown(decision: Decision, { details }: PendingAction): Decision {
  if (decision.verdict !== "apply" || !(details instanceof CustomPreview)) return decision;
  const reason =
    "What a custom tool would write is not known before it does, so that no plan can hold it. Use `sluice run`.";
  return { ...decision, verdict: "hold", reason, ruleId: "plan" };
}

interface CarriedOut {
  readonly state: ActionState;
  readonly result?: string;
  /** The changes as they were written. */
  readonly changes?: readonly FileChange[];
  readonly error?: ToolError;
  /** Where something else than the policy ended the action after all. */
  readonly decision?: Decision;
}

/** Ends the action as the decision says. One that fails to apply is taken out, so that nothing stays undecided. */
async function carryOut(
  action: PendingAction,
  decision: Decision | undefined,
  { session, isDryRun, stop, workspace, writer }: RunContext,
): Promise<CarriedOut> {
  if (!decision && !isDryRun) throw new Error("Nothing is applied without a policy.");
  if (decision?.verdict === "hold") {
    session.pending.pop(action.id);
    return { state: "held", result: `Held: ${action.label}. Reason: ${decision.reason}` };
  }
  const isCustom = action.details instanceof CustomPreview;
  if (isCustom && (isDryRun || stop.signal.aborted)) {
    // Code of somebody else, which may do anything, is not asked in a dry run, nor when the run is to end.
    session.pending.pop(action.id);
    if (decision?.verdict === "discard") return { state: "discarded" };
    return { state: decision ? "would-apply" : "pending" };
  }
  const resolve = createResolveTool(session);
  const verdict = decision?.verdict ?? "apply";
  const reason = decision?.reason ?? "A preview without a policy.";
  try {
    if (isCustom && verdict === "apply") await writer?.noteForeign().catch(refuseUnnoted);
    const request = { action: verdict, reason, id: action.id };
    const answer = await resolve.execute(request, DIRECT_CALL, stop.signal).finally(() => {
      // It may have written anything, also where it failed.
      if (isCustom) workspace.refresh();
    });
    const result = textOf(answer);
    if (verdict === "apply" && answer.isError === true) throw new ToolError(result);
    if (verdict === "discard") return { state: "discarded", result };
    const changes = isCustom ? undefined : changesIn(answer.details);
    const written = changes ? { changes } : {};
    if (!decision) return { state: "pending", ...written };
    return isDryRun
      ? { state: "would-apply", ...written }
      : { state: "applied", result, ...written };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    session.pending.pop(action.id);
    const cause = error instanceof CancelledError ? stop.leaveOut() : undefined;
    // What had begun may have done some of it.
    if (cause && !isCustom)
      return { state: "discarded", result: error.message, decision: stopped(cause) };
    return { state: "failed", result: error.message, error };
  }
}

/** What nobody could take note of is not done. */
function refuseUnnoted(error: unknown): never {
  throw new ToolError(`Apply failed: ${messageOf(error)}`, { cause: error });
}

const STOP_REASONS: Readonly<Record<StopCause, string>> = {
  interrupted: "The run was interrupted before this action was decided.",
  timeout: "The time limit ended the run before this action was decided.",
};

function stopped(cause: StopCause): Decision {
  const reason = STOP_REASONS[cause];
  return { verdict: "discard", reason, ruleId: "stopped", trace: [] };
}

function originOf(id: string, { origins }: RunContext): ActionOrigin {
  const origin = origins.get(id);
  if (!origin) throw new Error(`The pending action ${id} has no origin.`);
  return origin;
}

function changesIn(details: unknown): readonly FileChange[] | undefined {
  // The details of `resolve` hold those of ast_edit's apply (R8).
  const { sourceResultDetails } = details as {
    sourceResultDetails?: { changes?: readonly FileChange[] };
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
