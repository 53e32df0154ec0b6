import { resolve } from "node:path";
import type { Facts } from "../../../model/action/facts.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { type CiFacts, UNKNOWN_CI } from "../../../model/policy/ci-facts.ts";
import type { ExplainedRule } from "../../../model/policy/explanation.ts";
import type { Flip, Replay } from "../../../model/policy/replay.ts";
import { reportedVerdict, writtenVerdict } from "../../../model/policy/verdict.ts";
import type { Decision, Policy } from "../../../model/policy.ts";
import { factsFault } from "../../../plan-file/facts-fault.ts";
import { nameOf } from "../../../plan-file/find-differences.ts";
import { inDecisionOrder } from "../../../plan-file/in-decision-order.ts";
import type { Plan, PlannedAction } from "../../../plan-file/plan.ts";
import { MAX_PLAN_BYTES, readPlan } from "../../../plan-file/read-plan.ts";
import { isDecidedByPolicy } from "../../../policy/decided-by-policy.ts";
import { evaluatePolicy } from "../../../policy/evaluate-policy.ts";
import { explainPolicy, failingOf, leafOf } from "../../../policy/explain-policy.ts";
import { isByLimit, LIMITS, RunLimits } from "../../../policy/run-limits.ts";
import { shownPath } from "../../../request/shown-path.ts";
import { definedOnly } from "../../../shared/defined-only.ts";

/** The policy that decides stored plans again, and its surroundings. */
export interface Replaying {
  readonly policy: Policy;
  /** Absolute. */
  readonly root: string;
  readonly cwd: string;
  readonly places: readonly string[];
  readonly ci: CiFacts | undefined;
  /** For plans without a clock, in milliseconds since 1970. */
  readonly now: number;
  /** Lets signals in, and throws to end it. */
  pause(): Promise<void>;
}

/** The most flips that are listed. */
const MOST_FLIPS = 1000;

/**
 * Decides the actions of stored plans again, and compares. A plan's word counts for facts that do not follow from its
 * edits: nothing is written. Actions that something beside the policy decided are left out.
 */
export async function replayPlans(
  files: readonly string[],
  replaying: Replaying,
): Promise<{ readonly replay: Replay } | { readonly diagnostics: readonly Diagnostic[] }> {
  const plans: Replay["plans"][number][] = [];
  const flips: Flip[] = [];
  const counts: Record<string, number> = {};
  let beside = 0;
  for (const file of files) {
    const absolute = resolve(replaying.cwd, file);
    const path = shownPath(absolute, replaying.root);
    const planRead = await readPlan(absolute, path, MAX_PLAN_BYTES);
    if ("diagnostics" in planRead) return planRead;
    const forged = forgedIn(planRead.plan, path);
    if (forged !== undefined) return { diagnostics: [forged] };
    const decided = inDecisionOrder(planRead.plan, replaying.policy).filter(
      (action) => isDecidedByPolicy(action) || isByLimit(traced(action)),
    );
    beside += planRead.plan.actions.length - decided.length;
    let changed = 0;
    const { clock } = planRead.plan;
    const dated = clock === undefined ? replaying : { ...replaying, now: Date.parse(clock) };
    for await (const flipped of flipsOf(decided, dated)) {
      const way = `${writtenVerdict(flipped.action)} → ${writtenVerdict(flipped.to)}`;
      counts[way] = (counts[way] ?? 0) + 1;
      changed += 1;
      if (flips.length < MOST_FLIPS) flips.push(explainFlip(flipped, path, dated));
    }
    plans.push({ plan: path, actions: planRead.plan.actions.length, flips: changed });
  }
  const all = plans.reduce((sum, plan) => sum + plan.flips, 0);
  const { source: policy } = replaying.policy;
  const more = all - flips.length;
  return { replay: { formatVersion: "1.0", policy, plans, beside, counts, flips, more } };
}

/** The facts of a plan that contradict its own edits make all of it unbelievable. */
function forgedIn({ actions }: Plan, path: string): Diagnostic | undefined {
  for (const action of actions) {
    const fault = factsFault(action);
    if (fault === undefined) continue;
    const message = `${nameOf(action)}: ${fault}, so that no policy can decide on it.`;
    return { code: "plan-invalid", severity: "error", message, path };
  }
  return undefined;
}

/** An action whose verdict flips, with the facts that count. */
interface Flipped {
  readonly action: PlannedAction;
  readonly facts: Facts;
  readonly to: Flip["to"];
}

async function* flipsOf(
  actions: readonly PlannedAction[],
  { policy, places, ci = UNKNOWN_CI, now, pause }: Replaying,
): AsyncGenerator<Flipped> {
  const limits = new RunLimits(policy.limits); // A plan is one run.
  for (const action of actions) {
    await pause();
    const facts = action.facts as Facts; // The schema of a plan has the same fields.
    const decision = plannable(evaluatePolicy(policy, facts, places, ci, now), action);
    const decided = limits.decide(action.id, decision, facts);
    const { ruleId, reason } = decided;
    if (writtenVerdict(decided) !== writtenVerdict(action))
      yield { action, facts, to: { ...reportedVerdict(decided), ruleId, reason } };
  }
}

function explainFlip(
  { action, facts, to }: Flipped,
  plan: string,
  { policy, places, ci = UNKNOWN_CI, now }: Replaying,
): Flip {
  const { rules } = explainPolicy(policy, facts, places, ci, now);
  const { id, ruleId, reason } = action;
  const place = to.ruleId === LIMITS ? undefined : rules.find(({ decides }) => decides)?.place;
  const isLimited = [ruleId, to.ruleId].includes(LIMITS); // Its reason has the limit.
  const cause = isLimited ? undefined : causeOf(action, rules);
  const files = action.files.slice(0, 10).map(({ path }) => path);
  const from = { ...reportedVerdict(action), ruleId, reason };
  return { plan, action: id, files, from, to, ...definedOnly({ cause, place }) };
}

function traced({ trace }: PlannedAction): Pick<Decision, "trace"> {
  return { trace: trace as Decision["trace"] }; // Its names are those of conditions.
}

/** The changes of a custom tool are not in a plan, so that a plan holds what the policy would apply. */
function plannable(decision: Decision, { files }: PlannedAction): Decision {
  return decision.verdict === "apply" && files.length === 0
    ? { ...decision, verdict: "hold" }
    : decision;
}

/** Returns the condition by which the rule of then misses now, or else one by which the rule of now hits. */
function causeOf({ ruleId, trace }: PlannedAction, rules: readonly ExplainedRule[]): Flip["cause"] {
  const then = rules.find(({ id }) => id === ruleId);
  const now = rules.find(({ decides }) => decides);
  const missing = then === undefined || then.isHit ? undefined : missOf(then);
  if (then !== undefined && missing !== undefined) return about(then, missing);
  const failed = trace.find(({ id, hit }) => id === now?.id && !hit)?.failed;
  const made = now && (now.conditions.find(({ name }) => name === failed) ?? hitOf(now));
  return now === undefined || made === undefined ? undefined : about(now, made);
}

/** Returns the condition by which a guard or a rule hits; a guard may hit only because one is not known. */
function hitOf({ conditions }: ExplainedRule): ExplainedRule["conditions"][number] | undefined {
  return conditions.find(({ outcome }) => outcome === "unknown") ?? conditions[0];
}

/** Returns the condition by which a guard or a rule misses; one that is not known stops no guard by itself. */
function missOf(rule: ExplainedRule): ExplainedRule["conditions"][number] | undefined {
  const failing = failingOf(rule);
  return failing.find(({ outcome }) => outcome === "fails") ?? failing[0];
}

function about({ id: ruleId }: ExplainedRule, made: ExplainedRule["conditions"][number]) {
  const { name: condition, outcome, wanted, found } = leafOf(made);
  return definedOnly({ ruleId, condition, outcome, wanted, found });
}
