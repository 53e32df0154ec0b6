import type { Facts } from "../../model/action/facts.ts";
import type { FileChange } from "../../model/action/preview.ts";
import { reportedVerdict } from "../../model/policy/verdict.ts";
import type { Decision } from "../../model/policy.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { StalePreviewError } from "../../model/tool-error.ts";
import type { ResolveRequest } from "../../resolve/resolve-pending.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { readLater } from "../../shared/spill/read-later.ts";
import { countOfEdits, isSpilled } from "../../tools/changes/spilled-change.ts";
import { unprovenText } from "../checks/check-words.ts";
import { checksOf, withPlannedChecks } from "../checks/checks-of.ts";
import { proveOutcomes } from "../proof/prove-outcomes.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { ActionOutcome } from "../state/action-outcome.ts";
import type { RunContext } from "../state/run-context.ts";
import { awaitChecks, measureBefore } from "./await-checks.ts";
import { endByLimit } from "./end-by-limit.ts";
import { type Judgement, judgeAction } from "./judge-action.ts";
import { reportUnknown } from "./report-unknown.ts";
import { resolveAction } from "./resolve-action.ts";
import type { ResolveOutcome } from "./resolve-outcome.ts";

/**
 * Step 5 of a run: decides a pending action and resolves it. Afterwards it is no longer pending; only if a model
 * asked (`asked`) for an apply that fails, it waits for the next attempt.
 */
export async function decideAction(
  action: ActionRecord,
  context: RunContext,
  asked?: ResolveRequest,
): Promise<ActionOutcome> {
  return endAction(action, await judgeAction(action, context, asked), context, { asked });
}

/** The way in which an action is ended. */
interface Ending {
  /** The call of a model. */
  readonly asked?: ResolveRequest | undefined;
  /** True if an action may be previewed again when its apply fails. */
  readonly mayRetry?: boolean;
}

/** Resolves a pending action that was judged. */
export async function endAction(
  action: ActionRecord,
  { facts, decision: judged }: Judgement,
  context: RunContext,
  { asked, mayRetry = false }: Ending = {},
): Promise<ActionOutcome> {
  const decision = judged && (await refusedUnproven(action, judged, context));
  awaitChecks(action, decision, context.record);
  const onFailure = asked ? "keep" : "take-out";
  const options = { onFailure, asked, mayRetry } as const;
  const resolved = await resolveAction(action, decision, context, asked).catch(
    async (error: unknown) => {
      const { failedOutcome } = await import("./failed-apply.ts");
      return failedOutcome(action, { error, decision }, context, options);
    },
  );
  const { error, answer, isRetried } = resolved;
  const changes = action.written ?? previewedChanges(action);
  const ended = { decision: resolved.decision ?? decision, resolved, changes, asked };
  const report = withPlannedChecks(reportOf(action, facts, ended), context.record.policy);
  if (isRetried) {
    context.record.limits.end(action.pending.id, { isApplied: false });
    return { report, changes, isRetried };
  }
  const [proved] = await proveOutcomes([{ report, changes, error, answer }], "action", context);
  if (proved === undefined) throw new Error("A proof loses no action.");
  const { state, isWritten = false } = proved.report;
  const isApplied = state === "applied" || state === "would-apply" || isWritten;
  context.record.limits.end(action.pending.id, { isApplied });
  if (decision) {
    endByLimit(action, decision, context);
    reportUnknown(action, decision, context.record);
  }
  return proved;
}

/** Discards an action at once that could not be proved: its checks no longer run, or have nothing to compare with. */
async function refusedUnproven(
  action: ActionRecord,
  decision: Decision,
  { record }: RunContext,
): Promise<Decision> {
  const { policy, checks } = record;
  if (decision.verdict !== "apply" || checks === undefined) return decision;
  if (policy?.transaction === "run") return decision;
  const [check] = checksOf(policy, decision.ruleId, "action");
  const ended = check && checks.whyNot();
  const unproven =
    check !== undefined && ended !== undefined
      ? { check, why: ended }
      : await measureBefore(action, decision, record);
  if (unproven === undefined) return decision;
  const reason = unprovenText(unproven.check, unproven.why);
  return { ...decision, verdict: "discard", reason, ruleId: "checks" };
}

function previewedChanges({ preview }: ActionRecord): readonly FileChange[] {
  return preview.kind === "files" ? preview.changes : [];
}

/** The parts of an outcome. */
interface DecidedAction {
  readonly decision: Decision | undefined;
  readonly resolved: ResolveOutcome;
  readonly changes: readonly FileChange[];
  readonly asked: ResolveRequest | undefined;
}

function reportOf(
  { pending, origin }: ActionRecord,
  facts: Facts,
  { decision, resolved, changes, asked }: DecidedAction,
): ActionReport {
  const { state, result, error } = resolved;
  const { recipe, step, tool, context } = origin;
  return {
    id: pending.id,
    recipe,
    step,
    tool,
    ...context,
    label: pending.label,
    sourceToolName: pending.sourceToolName,
    ...(decision
      ? { ...reportedVerdict(decision), reason: decision.reason, ruleId: decision.ruleId }
      : {}),
    ...(asked ? { modelReason: asked.reason, ...definedOnly({ extra: asked.extra }) } : {}),
    state,
    trace: decision?.trace ?? [],
    facts,
    files: changes.map(fileReport),
    ...(result === undefined ? {} : { result }),
    ...(error !== undefined && state === "held" ? { applyError: error.message } : {}),
    ...(error instanceof StalePreviewError ? { isStale: true } : {}),
  };
}

type FileReport = ActionReport["files"][number];

/**
 * Returns a file of the report. If the texts of the change are in a file, those of the report are read from it, too.
 */
function fileReport(change: FileChange): FileReport {
  const { path, language, additions, deletions, preHash, postHash, mode, isJoint } = change;
  const fields = new ReportedFields(change);
  const isLater = isSpilled(change);
  const report: FileReport = {
    path,
    language,
    replacements: countOfEdits(change),
    superseded: isLater ? [] : fields.superseded(),
    additions,
    deletions,
    preHash,
    postHash,
    ...definedOnly({ mode }),
    regions: isLater ? [] : fields.regions(),
    ...definedOnly({ isJoint }),
    diff: isLater ? "" : fields.diff(),
  };
  return isLater ? readLater(report, ["superseded", "regions", "diff"], fields) : report;
}

class ReportedFields {
  readonly #change: FileChange;

  constructor(change: FileChange) {
    this.#change = change;
  }

  superseded(): FileReport["superseded"] {
    return this.#change.superseded.map(({ opId, byOpId, start, end }) => ({
      op: opId,
      by: byOpId,
      start,
      end,
    }));
  }

  regions(): FileReport["regions"] {
    return regionsOfOps(this.#change);
  }

  diff(): string {
    return this.#change.diff;
  }
}

/** Returns the regions of edits with the ops that made them. */
function regionsOfOps({ edits, regions }: Pick<FileChange, "edits" | "regions">) {
  return regions.map(({ before, after }, at) => ({ op: edits[at]?.opId ?? "", before, after }));
}
