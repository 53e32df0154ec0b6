import { preparePolicy } from "../../config/prepare/prepare-policy.ts";
import type { OpenedSources } from "../../config/sources/open-sources.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { DEFAULT_CHECK_RUNS, type PolicyCheck } from "../../model/policy/checks.ts";
import type { Policy } from "../../model/policy.ts";
import type { TextChange } from "../../model/workspace.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import type { GitListing } from "../../request/git-listing.ts";
import type { PlanRequest, RunWorld } from "../../request/request.ts";
import { CheckRuns } from "../../run/checks/check-runs.ts";
import { checksOfAll } from "../../run/checks/checks-of.ts";
import { proveWhole, type WholeEnd } from "../../run/proof/prove-whole.ts";
import type { RunLedger } from "../../run/state/run-ledger.ts";
import { createOverlayWorkspace } from "../../tree/overlay-workspace.ts";
import { watchTree } from "../../tree/watch-tree.ts";
import type { RunWriter } from "../../tree/write/run-writer.ts";
import { noneIfStopped } from "./commit-plan.ts";
import { findPlanPolicy } from "./find-plan-policy.ts";

/** A plan whose actions are about to be written. */
export interface CheckedPlan {
  readonly plan: Plan;
  readonly actions: readonly PlannedAction[];
  readonly request: PlanRequest;
  readonly world: RunWorld;
  readonly sources: OpenedSources;
}

/** The policy whose checks prove a plan; undefined without any. `refused`: it is not trusted with commands. */
export type PlanChecks =
  | { readonly policy: Policy | undefined }
  | { readonly fault: string; readonly refused?: readonly Diagnostic[] };

/**
 * Finds the policy in force: the named one, otherwise that of the plan as far as it is trusted. A plan itself brings no
 * commands. Without the policy, a plan is refused whose actions have checks by their own word; so is one whose checks
 * are those of a policy that is not trusted with commands.
 */
export async function findPlanChecks(found: CheckedPlan): Promise<PlanChecks> {
  const { actions, request } = found;
  const policy = await findPolicy(found);
  if (policy === undefined) {
    const isChecked = actions.some(
      ({ state, checks = [] }) => state === "would-apply" && checks.length > 0,
    );
    return isChecked ? { fault: UNKNOWN } : { policy: undefined };
  }
  if (policy.checks === undefined) return { policy: undefined };
  const run = checksOfPlan({ actions, policy }, request);
  const refused = run.length === 0 ? [] : await refusedChecks(policy, run, found);
  const [first] = refused;
  return first === undefined
    ? { policy }
    : { fault: `${first.message} ${first.hint ?? ""}`, refused };
}

async function refusedChecks(
  policy: Policy,
  run: readonly PolicyCheck[],
  { request: { allowCode }, world, sources }: CheckedPlan,
): Promise<readonly Diagnostic[]> {
  if (sources.kind !== "opened") return [];
  const { findDistrusted, refuseChecks } = await import("../../config/consent/policy-consent.ts");
  const distrusted = await findDistrusted(policy, { ...world, reader: sources.reader, allowCode });
  return refuseChecks(run, distrusted);
}

/** Returns the fault of a plan whose commits would be signed, or not, by a policy that is not trusted. */
export async function refusePlanSigning(
  policy: Policy | undefined,
  {
    request: { allowCode },
    world,
    openSources,
  }: Pick<CheckedPlan, "request" | "world"> & {
    readonly openSources: () => Promise<OpenedSources>;
  },
): Promise<readonly Diagnostic[]> {
  if (policy?.commits?.sign === undefined) return [];
  const sources = await openSources();
  if (sources.kind !== "opened") return [];
  const { findDistrusted, refuseSigning } = await import("../../config/consent/policy-consent.ts");
  const place = { ...world, reader: sources.reader, allowCode };
  return refuseSigning(policy, await findDistrusted(policy, place));
}

const UNKNOWN =
  "Its actions have checks, and the policy that describes them cannot be read. Name the policy with --policy FILE.";

async function findPolicy({ plan, request, sources }: CheckedPlan): Promise<Policy | undefined> {
  if (sources.kind !== "opened") return undefined;
  const { reader } = sources;
  if (request.policy !== undefined) return (await preparePolicy(request.policy, reader)).policy;
  const found = await findPlanPolicy(plan, request.root, reader);
  return "policy" in found ? (await preparePolicy(found.policy, reader)).policy : undefined;
}

/** Returns the fault of a plan whose checks are commands of a policy that is not trusted with any. */
export async function refusePlanChecks({
  plan,
  openSources,
  ...applying
}: Omit<CheckedPlan, "actions" | "sources"> & {
  readonly openSources: () => Promise<OpenedSources>;
}): Promise<readonly Diagnostic[]> {
  const { actions } = plan;
  if (!actions.some(({ state }) => state === "would-apply")) return [];
  const sources = await openSources().catch(noneIfStopped);
  if (sources?.kind !== "opened") return [];
  const found = await findPlanChecks({ ...applying, plan, actions, sources });
  return "fault" in found ? (found.refused ?? []) : [];
}

/** A plan that was written as one transaction. */
export interface WrittenPlan {
  readonly actions: readonly PlannedAction[];
  readonly changes: readonly TextChange[];
  /** The id in the note of the transaction. */
  readonly noteId: string;
  readonly policy: Policy;
}

/** The surroundings in which the checks of a plan run. */
export interface PlanCheckSetting {
  readonly request: PlanRequest;
  readonly world: RunWorld;
  readonly listing: GitListing;
  readonly writer: RunWriter;
  readonly ledger: RunLedger;
  readonly signal: AbortSignal;
  /** Called if a check is left out because the run is to end. */
  readonly onLeftOut: () => void;
}

/** Opens the checks of a plan that is about to be written, and has those that compare numbers measure the tree. */
export async function openPlanChecks(
  { actions, policy }: Pick<WrittenPlan, "actions" | "policy">,
  { request, world, listing, writer, ledger, signal, onLeftOut }: PlanCheckSetting,
): Promise<CheckRuns> {
  const { root } = request;
  const workspace = createOverlayWorkspace(root, listing);
  const checks = new CheckRuns({
    root,
    env: world.env,
    signal,
    most: policy.maxCheckRuns ?? DEFAULT_CHECK_RUNS,
    now: world.now,
    emit: world.emit,
    watch: () => watchTree(root, workspace, new Set()),
    writes: () => writer.writes,
    workspace,
    onLeftOut,
    ledger,
  });
  const ids = provedActions(actions, request).map(({ id }) => id);
  const due = checksOfPlan({ actions, policy }, request);
  // A check that has nothing to compare with takes everything back.
  await checks.measureBefore(due, { ids, rule: undefined, files: new Set() });
  return checks;
}

/** Runs the checks of a plan that was written. */
export function provePlan(
  { actions, changes, noteId, policy }: WrittenPlan,
  checks: CheckRuns,
  { request, writer }: Pick<PlanCheckSetting, "request" | "writer">,
): Promise<WholeEnd> {
  const proved = provedActions(actions, request);
  return proveWhole({ actions: proved, changes, noteId }, { policy, checks, writer });
}

/** Returns the checks of the actions of a plan that are about to be written. */
export function checksOfPlan(
  { actions, policy }: Pick<WrittenPlan, "actions"> & { readonly policy: Policy | undefined },
  request: PlanRequest,
): readonly PolicyCheck[] {
  return policy === undefined ? [] : checksOfAll(provedActions(actions, request), policy);
}

/** Returns the actions of a plan that need a proof: those that a person named have that person's consent. */
function provedActions(
  actions: readonly PlannedAction[],
  { only }: Pick<PlanRequest, "only">,
): readonly PlannedAction[] {
  return actions.filter(
    ({ state, ruleId }) => state === "would-apply" && (only === undefined || ruleId !== "only"),
  );
}
