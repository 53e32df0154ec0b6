import { findDistrustedOnForge, refuseOnForge } from "../config/consent/policy-consent.ts";
import type { ConfigReader } from "../config/sources/config-reader.ts";
import { type OpenedSources, openSources } from "../config/sources/open-sources.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Policy } from "../model/policy.ts";
import type { Report } from "../model/report/report.ts";
import { policyOfPlan } from "../plan/judge/commit-plan.ts";
import type { PlanReporter } from "../plan/judge/plan-reporter.ts";
import { withPlanTexts } from "../plan/judge/plan-texts.ts";
import { readPlanRequest } from "../plan/judge/read-plan-request.ts";
import type { Plan } from "../plan-file/plan.ts";
import type { PlanRequest, RunWorld } from "../request/request.ts";
import { startGitListing } from "../tree/git-listing.ts";
import { notPublishable } from "./find-place.ts";

/** A plan that was read, and the means to judge it. */
export interface OpenedPlan<Request extends PlanRequest> {
  readonly plan: Plan;
  /** With the recipes that the plan brings by itself. */
  readonly request: Request;
  readonly world: RunWorld;
  /** Opens the files that the plan is judged by, at the first call. */
  readonly openSources: () => Promise<OpenedSources>;
  /** The commit below those that Sluice itself has made on it. Default: HEAD. */
  readonly head?: string | undefined;
}

/** Reads the plan of a request; or returns the report that says what is wrong with it. */
export async function openPlan<Request extends PlanRequest>(
  asked: Request,
  world: RunWorld,
  reporter: PlanReporter,
): Promise<OpenedPlan<Request> | { readonly refused: Report }> {
  const read = await readPlanRequest(asked, world.cwd);
  if ("diagnostics" in read) return { refused: reporter.invalid(read.diagnostics) };
  const { plan } = read;
  const request = withPlanTexts(asked, plan);
  reporter.name(plan);
  const listing = world.listing ?? startGitListing(request.root, world.env);
  let opened: Promise<OpenedSources> | undefined;
  return {
    plan,
    request,
    world: { decidesAt: reporter.startedAt, ...world, listing },
    openSources() {
      opened ??= openSources(request, world, reporter.signal);
      return opened;
    },
  };
}

/** A policy that no pull request can change, and the reader of the files beside it. */
interface TrustedPolicy {
  readonly policy: Policy;
  readonly reader: ConfigReader;
}

/** Finds the policy of a plan, if it may say what is done on a forge; or returns why it may not. */
export async function findTrustedPolicy(
  { plan, request, world, openSources, head }: OpenedPlan<PlanRequest>,
  key: "publish" | "approvals",
): Promise<TrustedPolicy | { readonly fault: Diagnostic }> {
  const sources = await openSources();
  if (sources.kind === "refused") return { fault: sources.fault };
  const { reader } = sources;
  const policy = await policyOfPlan(plan, request, openSources);
  if (policy === undefined) return NO_POLICY;
  const distrusted = await findDistrustedOnForge(policy, { ...world, reader, head });
  return distrusted === undefined ? { policy, reader } : { fault: refuseOnForge(key, distrusted) };
}

const NO_POLICY: { readonly fault: Diagnostic } = notPublishable(
  "The policy of the plan is not the one of the base, or cannot be read there.",
  "Make a new plan with the policy of the base, or name that with --policy.",
);
