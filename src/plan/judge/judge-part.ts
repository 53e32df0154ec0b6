import type { ConfigReader } from "../../config/sources/config-reader.ts";
import type { Alert } from "../../model/alert.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Report } from "../../model/report/report.ts";
import type { TextChange } from "../../model/workspace.ts";
import { nameOf } from "../../plan-file/find-differences.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import { PROTECTED_IDS } from "../../policy/protected-guards.ts";
import { tidyReason } from "../../request/reason.ts";
import type { PlanRequest } from "../../request/request.ts";
import { decideAgain } from "./decide-again.ts";
import { isDerivedHere } from "./derived-here.ts";
import { findAcceptedPart, findHeldPart, findPart, type PlanPart } from "./find-part-changes.ts";
import { findPlanPolicy } from "./find-plan-policy.ts";
import { judgeDerived } from "./judge-derived.ts";
import { judgePlan, SINCE_UNUSED } from "./judge-plan.ts";
import type { JudgedPlan, PlanDerivation, PlanFindings } from "./judged-plan.ts";
import { differsAlert } from "./plan-alerts.ts";
import type { PlanReporter } from "./plan-reporter.ts";
import { rederivePlan } from "./rederive-plan.ts";

/** The means to judge a part of a plan. */
interface PartSetting extends PlanDerivation {
  readonly reporter: PlanReporter;
}

/** The actions that `--only` names, ready to be written. */
interface ReadyPart {
  readonly judged: PlanFindings;
  readonly changes: readonly TextChange[];
}

/**
 * Judges the actions of a plan that a person names with `--only`. Accepted ones are judged with the whole plan; held
 * ones have the person's consent, but no guard for a protected path is lifted by it. Writes nothing.
 */
export async function judgePart(
  plan: Plan,
  request: PlanRequest,
  setting: PartSetting,
): Promise<ReadyPart | Report> {
  const { reporter, sources } = setting;
  const part = findPart(plan, request.only ?? []);
  if ("diagnostics" in part) return reporter.invalid(part.diagnostics);
  reporter.choose(part.chosen);
  const found = part.isHeld
    ? await findHeldPart(plan, part, { request, env: setting.world.env, reporter })
    : await findAcceptedPart(plan, part, { root: request.root, reporter });
  if ("report" in found) return found.report;
  if (sources.kind === "refused") return reporter.invalid([sources.fault]);
  const { isMoved } = found;
  const judged = part.isHeld
    ? await judgeHeld(plan, part, { request, setting, reader: sources.reader, isMoved })
    : await judgePlan(plan, request, setting);
  if (judged.kind === "invalid") return reporter.invalid(judged.diagnostics);
  if (judged.kind === "ended") return reporter.left(plan, judged);
  if (judged.kind === "differs") return reporter.stale(plan, judged.messages.map(differsAlert));
  const actions = part.isHeld ? found.written.map((one) => consented(one, request)) : found.written;
  const refused = part.isHeld ? undefined : refusedNow(part, judged.actions);
  if (refused !== undefined) return reporter.stale(plan, [differsAlert(refused)]);
  const held = part.isHeld ? { held: judged.actions } : {};
  return { judged: { ...judged, ...held, actions }, changes: found.changes };
}

function consented(
  { warned: _warned, ...action }: PlannedAction,
  { reason }: PlanRequest,
): PlannedAction {
  const why = tidyReason(reason) ?? "Named with --only.";
  return { ...action, verdict: "apply", state: "would-apply", reason: why, ruleId: "only" };
}

/** Another policy may have decided otherwise. */
function refusedNow({ chosen }: PlanPart, actions: readonly PlannedAction[]): string | undefined {
  const byId = new Map(actions.map((action) => [action.id, action]));
  const refused = chosen.find(({ id }) => byId.get(id)?.state !== "would-apply");
  const reason = refused && byId.get(refused.id)?.reason;
  return refused && `${nameOf(refused)} is not accepted by the policy. ${reason ?? ""}`.trim();
}

/** The circumstances in which held actions are judged. */
interface JudgingHeld {
  readonly request: PlanRequest;
  readonly setting: PartSetting;
  readonly reader: ConfigReader;
  /** Not all files are as in the plan: the recipes would make other actions now. */
  readonly isMoved: boolean;
}

async function judgeHeld(
  plan: Plan,
  part: PlanPart,
  { request, setting, reader, isMoved }: JudgingHeld,
): Promise<JudgedPlan> {
  const guarded = await judgeGuards(plan, part, { request, setting, reader });
  if (guarded !== undefined) return guarded;
  const canDerive = plan.recipes.every(
    ({ hasCode, asksModel }) => !asksModel && (request.allowCode || !hasCode),
  );
  if (request.verify ?? (canDerive && !isMoved)) {
    if (isMoved) return { kind: "differs", messages: [MOVED] };
    if (isDerivedHere(plan, request, setting)) {
      const differs = await judgeDerived(plan, request, setting, reader);
      return differs ?? accepted(plan, part, plan.alerts as readonly Alert[]); // Codes that Sluice gave.
    }
    return rederivePlan({ ...plan, actions: part.chosen }, request, setting, reader, {
      isPart: true,
    });
  }
  if (request.since !== undefined) return { kind: "invalid", diagnostics: [SINCE_UNUSED] };
  const { mode } = reader.trust;
  if (mode !== "all")
    return { kind: "differs", messages: [`${NEEDS_TRUST} With --trust ${mode}, they are not.`] };
  const message = "The held actions were not derived again: only their places were compared.";
  const alerts = [{ level: "warn", code: "not-verified", message }] as const;
  return accepted(plan, part, alerts);
}

function accepted(
  { skipped, filesSearched }: Plan,
  { chosen }: PlanPart,
  alerts: readonly Alert[] = [],
): JudgedPlan {
  return { kind: "accepted", actions: chosen, skipped, filesSearched, alerts };
}

const MOVED =
  "Files have changed since the plan was made, so that its held actions cannot be derived again. Leave --verify out.";
const NEEDS_TRUST =
  "Held actions are applied without being derived again only if all of the tree is trusted.";

/** Returns why a policy stands against held actions: it protects their paths, or was named and discards them. */
async function judgeGuards(
  plan: Plan,
  { chosen }: PlanPart,
  { request, setting: { world }, reader }: Omit<JudgingHeld, "isMoved">,
): Promise<JudgedPlan | undefined> {
  const found =
    request.policy === undefined
      ? await findPlanPolicy(plan, request.root, reader)
      : { policy: request.policy };
  if ("fault" in found) return { kind: "differs", messages: [found.fault] };
  const believed = reader.trust.mode === "all" ? "claims" : "edits";
  const part = { ...plan, actions: chosen };
  const setting = { request, world, reader, believed, isLimited: () => false } as const;
  const decided = await decideAgain(part, found.policy, setting);
  if ("kind" in decided) return decided;
  if ("diagnostics" in decided) return { kind: "invalid", diagnostics: decided.diagnostics };
  const diagnostics = decided.actions.flatMap((action): Diagnostic[] => {
    const guard = action.trace.find(({ id, hit }) => hit && PROTECTED_IDS.includes(id));
    const isDiscarded = request.policy !== undefined && action.verdict === "discard";
    if (guard === undefined && !isDiscarded) return [];
    const why =
      guard === undefined ? `${decided.source} discards it` : `its path is protected (${guard.id})`;
    const message = `${nameOf(action)} is not applied: ${why}.`;
    const hint =
      "Use a policy that allows it, with --policy, or `sluice resolve` where it was held.";
    return [{ code: "invalid-option", severity: "error", message, hint }];
  });
  return diagnostics.length > 0 ? { kind: "invalid", diagnostics } : undefined;
}
