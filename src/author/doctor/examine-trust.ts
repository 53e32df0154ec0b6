import {
  type ConsentPlace,
  findDistrusted,
  findDistrustedOnForge,
  refuseOnForge,
  waysToTrust,
} from "../../config/consent/policy-consent.ts";
import { prepareTreePolicy } from "../../config/prepare/prepare-policy.ts";
import type { ConfigReader } from "../../config/sources/config-reader.ts";
import { openSources } from "../../config/sources/open-sources.ts";
import type { TrustRequest } from "../../config/sources/resolve-trust.ts";
import type { Policy } from "../../model/policy.ts";
import type { World } from "../../model/world.ts";
import { examinePublishing } from "./examine-publishing.ts";
import { broken, type Finding, note, ok } from "./finding.ts";

/** Looks at what of the tree would configure a run, and if the policy of the root may run its checks. */
export async function examineTrust(
  { root, trust, base }: TrustRequest,
  world: World,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const opened = await openSources({ root, trust, base }, world, signal);
  if (opened.kind === "refused") {
    const { message, hint = "See docs/trust.md." } = opened.fault;
    return [broken("trust", message, hint)];
  }
  const { mode, base: commit } = opened.trust;
  const meaning = {
    all: "all: recipes, policy and rules are read from the work tree",
    base: `base: recipes, policy and rules are read from commit ${commit?.slice(0, 7)}`,
    none: "none: nothing of the tree configures a run",
  };
  return [ok("trust", meaning[mode]), ...(await examineConsent(opened.reader, world))];
}

/** A policy that cannot be read is a finding of its own. */
async function examineConsent(reader: ConfigReader, world: World): Promise<readonly Finding[]> {
  const { policy } = await prepareTreePolicy(undefined, reader);
  const onForge = await examineForge(policy, { ...world, reader });
  const distrusted = await findDistrusted(policy, { ...world, reader, allowCode: false });
  if (distrusted === undefined) return onForge;
  const { path, why } = distrusted;
  const message = `The checks, the \`allow\` and \`commits.sign\` of ${path} do not count: it is not accepted${why}.`;
  return [note("consent", message, waysToTrust(distrusted)), ...onForge];
}

async function examineForge(
  policy: Policy | undefined,
  place: Omit<ConsentPlace, "allowCode">,
): Promise<readonly Finding[]> {
  const part = policy?.publish === undefined ? policy?.approvals && "approvals" : "publish";
  if (policy === undefined || part === undefined) return [];
  const found = await examinePublishing(policy, place.env);
  const distrusted = await findDistrustedOnForge(policy, place);
  if (distrusted === undefined) return found;
  const { message, hint } = refuseOnForge(part, distrusted);
  return [note("forge-consent", message, hint ?? "See docs/trust.md."), ...found];
}
