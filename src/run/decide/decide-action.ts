import type { Facts } from "../../model/facts.ts";
import type { FileChange } from "../../model/preview.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { StalePreviewError, type ToolError } from "../../model/tool-error.ts";
import type { PendingAction } from "../../resolve/pending-action.ts";
import type { ResolveRequest } from "../../resolve/resolve-pending.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { ActionOrigin } from "../state/action-origin.ts";
import type { RunContext } from "../state/run-context.ts";
import { decisionOf } from "./decision-of.ts";
import { previewOf } from "./preview-of.ts";
import { resolveAction } from "./resolve-action.ts";

/** How one pending action ended. */
export interface ActionOutcome {
  readonly report: ActionReport;
  /** Those that were written, or would be. */
  readonly changes: readonly FileChange[];
  /** What an apply threw. */
  readonly error?: ToolError;
  /** What its handler answered; also in a dry run. */
  readonly answer?: string;
}

/** What a decision rests on beside the action itself. */
export interface DecisionBasis {
  /** Ids of the actions of the batch whose edits overlap with those of one of them. */
  readonly conflicts: ReadonlyMap<string, readonly string[]>;
  /** What a model asked for; the policy has the last word. */
  readonly asked?: ResolveRequest;
}

/**
 * Step 5 of a run: decides and resolves a pending action, and answers how it ended. Afterwards it is pending no
 * longer, whatever happened; only where a model asked for an apply that fails it waits for the next attempt.
 */
export async function decideAction(
  action: PendingAction,
  { conflicts, asked }: DecisionBasis,
  context: RunContext,
): Promise<ActionOutcome> {
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
  const first = decisionOf(action, facts, context, asked);
  context.writer?.about({
    ...{ id: action.id, label: action.label, recipe: origin.recipe, step: origin.step },
    reason: first?.reason ?? "",
  });
  const ended = await resolveAction(action, first, context, {
    onFailure: asked ? "keep" : "take-out",
    ...definedOnly({ extra: asked?.extra }),
  });
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
    ...(asked ? { modelReason: asked.reason } : {}),
    state,
    trace: decision?.trace ?? [],
    facts,
    files: changes.map(fileReport),
    ...(result === undefined ? {} : { result }),
    ...(error instanceof StalePreviewError ? { isStale: true } : {}),
  };
  return { report, changes, ...(error ? { error } : {}), ...definedOnly({ answer: ended.answer }) };
}

function originOf(id: string, { origins }: RunContext): ActionOrigin {
  const origin = origins.get(id);
  if (!origin) throw new Error(`The pending action ${id} has no origin.`);
  return origin;
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
