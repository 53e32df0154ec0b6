import type { Facts } from "../../../model/action/facts.ts";
import type { ResolvedAction } from "../../../model/past/resolution.ts";
import { type CiFacts, UNKNOWN_CI } from "../../../model/policy/ci-facts.ts";
import type {
  ActionRow,
  ExplainedAction,
  ExplainedRule,
  NearMiss,
  WayToApply,
  WhyNotApplied,
} from "../../../model/policy/explanation.ts";
import type { DecisionTime } from "../../../model/policy/rule-window.ts";
import { reportedVerdict } from "../../../model/policy/verdict.ts";
import type { Policy, Verdict } from "../../../model/policy.ts";
import { type ActionReport, whyOf } from "../../../model/report/report.ts";
import { approvalsFor } from "../../../policy/approvals-for.ts";
import { isDecidedByPolicy } from "../../../policy/decided-by-policy.ts";
import { explainPolicy, explainWays, leafOf, waysToApply } from "../../../policy/explain-policy.ts";
import { writtenApprovals } from "../../../policy/written-of.ts";
import { definedOnly } from "../../../shared/defined-only.ts";

/** The most rules that an explanation has beside the one that decided. */
const MOST_WAYS = 100;

/** The means to decide an action of a record again. */
export interface Deciding {
  readonly policy: Policy | undefined;
  readonly places: readonly string[];
  readonly ci: CiFacts | undefined;
  readonly now: DecisionTime;
  /** True if the policy decided then, or is what became of the one that did. */
  readonly isRecorded: boolean;
  /** The held actions that a person has ended since. */
  readonly resolved: readonly ResolvedAction[];
}

/** Explains an action: by what was recorded, and by the policy at hand on the recorded facts. */
export function explainAction(action: ActionReport, deciding: Deciding): ExplainedAction {
  const { recipe, step, tool, trace, result, modelReason } = action;
  const again = decideAgain(action, deciding);
  const row = rowOf(action, again && nearMissOf(again.rules), deciding);
  const rules = again?.rules ?? trace.map(recordedRule);
  const decided = deciding.isRecorded ? rules.find((rule) => rule.id === action.ruleId) : undefined;
  return {
    ...row,
    ...definedOnly({ result, modelReason }),
    recipe,
    step,
    tool,
    ...definedOnly({ place: decided?.place, approvals: approvalsOf(action, deciding) }),
    trace: trace as ExplainedAction["trace"], // Its names are those of conditions.
    ...definedOnly({ now: again?.now, rules: again?.rules }),
    whyNot: whyNotApplied(action, rules, { later: row.later?.verdict, now: again?.now.verdict }),
    facts: factsIn(action),
  };
}

function approvalsOf({ state, ruleId }: ActionReport, { policy }: Deciding) {
  const approvals = state === "held" ? policy && approvalsFor(policy, ruleId) : undefined;
  return approvals && writtenApprovals(approvals);
}

/** Returns an action for a table. */
export function explainRow(action: ActionReport, deciding: Deciding): ActionRow {
  const { policy, places, ci = UNKNOWN_CI, now } = deciding;
  const isOver = policy === undefined || isApplied(action);
  const near = isOver
    ? undefined
    : nearestOf(explainWays(policy, factsIn(action), places, ci, now));
  return rowOf(action, near, deciding);
}

function decideAgain(action: ActionReport, { policy, places, ci = UNKNOWN_CI, now }: Deciding) {
  if (policy === undefined) return undefined;
  const { decision, rules } = explainPolicy(policy, factsIn(action), places, ci, now);
  const { ruleId, reason } = decision;
  return { rules, now: { ...reportedVerdict(decision), ruleId, reason } };
}

function factsIn({ facts }: ActionReport): Facts {
  return facts as Facts; // The schema of a report has the same fields.
}

/** Returns a guard or a rule of which only the trace is known. */
function recordedRule({ id, kind, hit }: ActionReport["trace"][number]): ExplainedRule {
  return { id, kind, isHit: hit, decides: false, conditions: [] };
}

/** The most files of an action that a table has. */
const MOST_FILES = 100;

function rowOf(
  action: ActionReport,
  near: NearMiss | undefined,
  { resolved }: Pick<Deciding, "resolved">,
): ActionRow {
  const { id, label, state, verdict, warned, ruleId, files, facts } = action;
  const ended = resolved.find((one) => one.action === id);
  const later = ended && { verdict: ended.verdict, reason: ended.reason, by: ended.by };
  const paths = files.length === 0 ? facts.files : files.map(({ path }) => path);
  const reason = whyOf(action);
  const nearMiss = isApplied(action) || later?.verdict === "apply" ? undefined : near;
  return {
    id,
    label,
    files: paths.slice(0, MOST_FILES),
    state,
    ...definedOnly({ verdict, warned, ruleId, reason, nearMiss, later }),
  };
}

function isApplied({ state }: ActionReport): boolean {
  return state === "applied" || state === "would-apply";
}

/** A guard that hits decides before all rules, so that no rule came near. */
function nearMissOf(rules: readonly ExplainedRule[]): NearMiss | undefined {
  if (rules.some(({ kind, isHit }) => kind === "guard" && isHit)) return undefined;
  return nearestOf(waysToApply(rules));
}

function nearestOf(ways: readonly WayToApply[]): NearMiss | undefined {
  const way = ways.find(({ failing }) => failing.length > 0);
  const [first] = way?.failing ?? [];
  if (way === undefined || first === undefined) return undefined;
  const { id: ruleId, place } = way.rule;
  const { name: condition, wanted, found } = leafOf(first);
  return {
    ruleId,
    failing: way.failing.length,
    condition,
    wanted,
    ...definedOnly({ place, found }),
  };
}

/** The verdicts on an action beside the one that was recorded. */
interface OtherVerdicts {
  /** The verdict of a person, who ended it. */
  readonly later: string | undefined;
  /** The verdict of the policy at hand; undefined without one. */
  readonly now: Verdict | undefined;
}

/** Returns all that stands between an action and an apply. */
function whyNotApplied(
  action: ActionReport,
  rules: readonly ExplainedRule[],
  { later, now = "apply" }: OtherVerdicts,
): WhyNotApplied {
  const { state } = action;
  const isDone = state === "applied" || state === "would-apply";
  const isApplied = isDone || later === "apply";
  if (later === "apply" || (isDone && now === "apply")) return { isApplied, guards: [], ways: [] };
  const guards = rules.filter(
    ({ kind, isHit, verdict }) => kind === "guard" && isHit && verdict !== "apply",
  );
  const beside = besideOf(action);
  const rule = rules.find(
    ({ kind, decides, verdict }) =>
      decides && (verdict === "apply" ? beside === undefined : kind !== "guard"),
  );
  const ways = waysToApply(rules).slice(0, MOST_WAYS);
  return { isApplied, guards, ways, ...definedOnly({ beside, rule }) };
}

/** Returns the reason of an outcome that the policy did not decide; undefined if it did. */
function besideOf(action: ActionReport): WhyNotApplied["beside"] {
  const { state, result, ruleId, reason, applyError } = action;
  if (state === "failed" && result !== undefined) return { reason: result };
  if (reason === undefined || isDecidedByPolicy(action)) return undefined;
  return definedOnly({ ruleId, reason: applyError ?? reason });
}
