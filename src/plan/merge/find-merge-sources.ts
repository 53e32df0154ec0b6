import { preparePolicy } from "../../config/prepare/prepare-policy.ts";
import { openSources } from "../../config/sources/open-sources.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { digestOfPolicy } from "../../plan-file/digests.ts";
import { APPLY_DEFAULTS } from "../../request/options/request-fields.ts";
import type { MergeRequest, PlanRequest, RunRequest, RunWorld } from "../../request/request.ts";
import { findPlanPolicy } from "../judge/find-plan-policy.ts";
import { findPlanRecipes } from "../judge/find-plan-sources.ts";
import { findInputsFault } from "../judge/inputs-fault.ts";
import { withPlanTexts } from "../judge/plan-texts.ts";
import { requestOfPlan } from "../judge/request-of-plan.ts";
import type { ShardHead } from "./check-shards.ts";

/** The request of the run that shards are parts of; or why it cannot be made here. */
export type MergeSources =
  | { readonly request: RunRequest }
  | { readonly diagnostics: readonly Diagnostic[] };

/** Finds the recipes, the policy and the inputs of shards: each must mean the same as it did there. */
export async function findMergeSources(
  { plan }: ShardHead,
  asked: MergeRequest,
  world: RunWorld,
): Promise<MergeSources> {
  const given: PlanRequest = { ...APPLY_DEFAULTS, ...asked, plan: "" };
  const request = withPlanTexts(given, plan);
  const signal = AbortSignal.any([world.interrupted, world.timedOut]);
  const opened = await openSources(request, world, signal);
  if (opened.kind === "refused") return { diagnostics: [opened.fault] };
  const { reader, trust } = opened;
  const inputs = await findInputsFault(plan, request, reader);
  if (inputs !== undefined && "diagnostics" in inputs) return inputs;
  const recipes = await findPlanRecipes(plan, request, { world, reader });
  const named = request.policy;
  const policy =
    named === undefined
      ? await findPlanPolicy(plan, request.root, reader)
      : await checkPolicy(named, plan.policy.sha256, reader);
  const faults = [
    ...("faults" in recipes ? recipes.faults : []),
    ...("fault" in policy ? [policy.fault] : []),
    ...(inputs === undefined ? [] : [inputs.fault]),
  ];
  if ("faults" in recipes || "fault" in policy || faults.length > 0)
    return { diagnostics: faults.map(staleFault) };
  const setting = {
    trust: trust.mode,
    base: trust.base ?? undefined, // The commit itself: a branch may move meanwhile.
    recipes: recipes.recipes,
    policy: policy.policy,
  };
  return { request: requestOfPlan(request, plan, setting) };
}

/** Compares a policy that the caller names with that of the shards: their later steps rest on its verdicts. */
async function checkPolicy(
  policy: string,
  sha256: string,
  reader: Parameters<typeof preparePolicy>[1],
): Promise<{ readonly policy: string } | { readonly fault: string }> {
  const prepared = await preparePolicy(policy, reader);
  const [problem] = prepared.diagnostics;
  if (prepared.policy === undefined)
    return { fault: problem?.message ?? `The policy ${policy} cannot be read.` };
  if (digestOfPolicy(prepared.policy) === sha256) return { policy };
  return { fault: `The policy ${policy} is not the one that the shards were decided with.` };
}

function staleFault(message: string): Diagnostic {
  const hint = "Merge where the recipes and the policy are as the shards had them.";
  return { code: "shards-stale", severity: "error", message, hint };
}
