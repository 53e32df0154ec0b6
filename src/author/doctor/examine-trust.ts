import { openSources } from "../../config/sources/open-sources.ts";
import type { TrustRequest } from "../../config/sources/resolve-trust.ts";
import type { World } from "../../model/world.ts";
import { broken, type Finding, ok } from "./finding.ts";

/** Looks at what of the tree would configure a run. */
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
  return [ok("trust", meaning[mode])];
}
