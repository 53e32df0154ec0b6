import { preparePolicy } from "../../config/prepare/prepare-policy.ts";
import type { ConfigReader } from "../../config/sources/config-reader.ts";
import { ciAskedBy } from "../../config/surroundings/ci-asked-by.ts";
import { prepareSurroundings } from "../../config/surroundings/prepare-surroundings.ts";
import { TextThreats } from "../../config/surroundings/text-threats.ts";
import { readTextFile } from "../../files/read-file.ts";
import type { Facts } from "../../model/action/facts.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { reportedVerdict } from "../../model/policy/verdict.ts";
import type { Decision, Policy } from "../../model/policy.ts";
import { factsFault } from "../../plan-file/facts-fault.ts";
import { nameOf } from "../../plan-file/find-differences.ts";
import { inDecisionOrder } from "../../plan-file/in-decision-order.ts";
import { inPlanOrder } from "../../plan-file/in-plan-order.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import { evaluatePolicy } from "../../policy/evaluate-policy.ts";
import { factsAskedBy } from "../../policy/facts-asked-by.ts";
import { isByLimit, RunLimits } from "../../policy/run-limits.ts";
import type { PlanRequest, RunWorld } from "../../request/request.ts";
import { withPlannedChecks } from "../../run/checks/checks-of.ts";
import { limitAlert } from "../../run/decide/end-by-limit.ts";
import { policyInForce } from "../../run/state/policy-in-force.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { NO_LISTING } from "../../tree/no-listing.ts";
import { placesOfRoot } from "../../tree/places-of-root.ts";
import { claimedFactsOf, factsOfPlan } from "./facts-of-plan.ts";
import { judgeByTime, timesOf } from "./judge-time.ts";
import type { Configuration, PlanEnd } from "./judged-plan.ts";
import { traceOf } from "./trace-of.ts";

/** The request of a plan that is decided again, its world and its sources. */
export interface DecidingAgain {
  readonly request: PlanRequest;
  readonly world: Pick<RunWorld, "cwd" | "env" | "now" | "decidesAt" | "treeBefore">;
  readonly reader: ConfigReader;
  /** `edits`: only facts that follow from the edits count. `claims`: the plan's word on all others counts, too. */
  readonly believed: "edits" | "claims";
  /** True for the actions to which the limits of the policy apply. A person's choice has no limits. */
  readonly isLimited: (action: PlannedAction) => boolean;
}

/** The outcome of deciding again. */
export type DecidedAgain =
  | {
      /** By the time of now; one that is applied is also applied at the time of the plan. */
      readonly actions: readonly PlannedAction[];
      /** By the time of the plan. */
      readonly ofPlan: readonly PlannedAction[];
      readonly source: string;
      /** With the facts of the CI system, if the policy looks at them. */
      readonly configuration: Configuration;
    }
  /** A limit of the policy ends the run. */
  | PlanEnd
  | { readonly diagnostics: readonly Diagnostic[] };

/** Decides the plan's actions again by a policy, as `--policy` takes it. */
export async function decideAgain(
  plan: Plan,
  named: string,
  { request, world, reader, believed, isLimited }: DecidingAgain,
): Promise<DecidedAgain> {
  const { policy, diagnostics } = await preparePolicy(named, reader);
  if (policy === undefined) return { diagnostics };
  const forged = forgedFacts(plan.actions);
  if (forged.length > 0) return { diagnostics: forged };
  const factsOf = await createFactsOf(plan, policy, { request, world, reader, believed });
  const places = placesOfRoot(request.root);
  const ci = await ciAskedBy(policy, request.root, world.env);
  const times = timesOf(plan, request, world);
  const limits = new RunLimits(policy.limits);
  const decided: DecidedAction[] = [];
  for (const action of inDecisionOrder(plan, policy)) {
    const facts = await factsOf(action);
    const own = heldUnlessKnown(evaluatePolicy(policy, facts, places, ci, times.planned), action);
    const decision = isLimited(action) ? limits.decide(action.id, own, facts) : own;
    decided.push({ action, facts, decision });
  }
  const end = endByLimit(decided, policy);
  if (end !== undefined) return end;
  const ofPlan = inPlanOrder(plan, decided, ({ action }) => action).map((one) =>
    withDecision(one, policy),
  );
  const deciding = { policy, places, ci, times };
  return {
    ofPlan,
    actions: ofPlan.map((action) => judgeByTime(action, action.facts as Facts, deciding)),
    source: policy.source,
    configuration: {
      ...definedOnly({ ci }),
      trust: reader.trust,
      policy: policyInForce(policy),
      get sources() {
        return reader.sources;
      },
    },
  };
}

/** Returns the end of a run in which an action exceeds a limit that ends it; undefined otherwise. */
function endByLimit(decided: readonly DecidedAction[], { limits }: Policy): PlanEnd | undefined {
  if (limits?.onExceed !== "fail") return undefined;
  const ending = decided.find(({ decision }) => isByLimit(decision));
  if (ending === undefined) return undefined;
  const { action, decision } = ending;
  const exceeding = { id: action.id, reason: decision.reason };
  return { kind: "ended", cause: "limit", alerts: [limitAlert(decision)], exceeding };
}

/** Returns what is wrong with facts that contradict the files of their action. */
function forgedFacts(actions: readonly PlannedAction[]): readonly Diagnostic[] {
  return actions.flatMap((action): Diagnostic[] => {
    const fault = factsFault(action);
    if (fault === undefined) return [];
    const message = `${nameOf(action)}: ${fault}, so that no policy can decide on them.`;
    return [{ code: "plan-invalid", severity: "error", message }];
  });
}

/** Returns a function that finds the facts by which an action of the plan is decided. */
async function createFactsOf(
  plan: Plan,
  policy: Policy,
  { request, world, reader, believed }: Omit<DecidingAgain, "isLimited">,
): Promise<(action: PlannedAction) => Promise<Facts>> {
  const known = factsOfPlan(plan, { request, cwd: world.cwd, source: policy.source });
  const factsOf = believed === "claims" ? claimedFactsOf(known) : known;
  const asked = factsAskedBy(policy);
  const { surroundings } = await prepareSurroundings(reader, asked, world);
  const before = await world.treeBefore?.openWorkspace(request.root, NO_LISTING);
  const threats = new TextThreats(
    async (path) => before?.read(path) ?? readTextFile(request.root, path),
  );
  return async (action) => ({
    ...factsOf(action),
    ...(await surroundings.of(action.facts.files, asked)),
    ...(action.files.length > 0 ? await threats.of(action.files, asked) : {}),
  });
}

/** Holds an action of a custom tool, as the plan did: what it would write is unknown, and uses up no limit. */
function heldUnlessKnown(decision: Decision, { files }: PlannedAction): Decision {
  if (decision.verdict !== "apply" || files.length > 0) return decision;
  const reason = "What a custom tool would write is not in the plan. Use `sluice run`.";
  return { ...decision, verdict: "hold", reason, ruleId: "plan" };
}

/** An action of a plan, the facts that counted, and the decision on them. */
interface DecidedAction {
  readonly action: PlannedAction;
  readonly facts: Facts;
  readonly decision: Decision;
}

const STATES = { apply: "would-apply", discard: "discarded", hold: "held" } as const;

/** The record of an action has the facts that counted: an explanation evaluates them again. */
function withDecision(
  { action, facts: counted, decision }: DecidedAction,
  policy: Policy,
): PlannedAction {
  const { result: _result, checks: _checks, warned: _warned, ...rest } = action;
  const { verdict, reason, ruleId } = decision;
  const facts = counted as PlannedAction["facts"]; // Its schema has the same fields.
  const trace = traceOf(decision);
  return withPlannedChecks(
    { ...rest, ...reportedVerdict(decision), state: STATES[verdict], reason, ruleId, trace, facts },
    policy,
  );
}
