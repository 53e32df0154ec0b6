import { ForgeFault } from "../forge.ts";
import { openOrFind } from "../open-or-find.ts";
import type { NewPull, OwnPull } from "../pulls.ts";
import { readShape } from "../read-shape.ts";
import { pathOf } from "./github-port.ts";
import { isOfAccount, type OwnPulls, ownPull, readOwn, withChecks } from "./own-pulls.ts";
import { pullSchema } from "./pulls-schema.ts";

/** Opens one; GitHub has at most one open from a branch to a base. */
export async function openPull(pulls: OwnPulls, pull: NewPull): Promise<OwnPull> {
  const { title, body, base, branch, isDraft } = pull;
  const create = async () => {
    const { value } = await pulls.port.send({
      method: "POST",
      path: `${pathOf(pulls)}/pulls`,
      body: { title, body, base, head: branch, draft: isDraft },
      isRepeatable: false,
    });
    const raw = readShape(pullSchema(), value, "GitHub");
    if (isOfAccount(raw, pulls) && raw.head.ref === branch && raw.base.ref === base)
      return ownPull(raw, pulls, "unknown");
    throw new ForgeFault("failed", "An answer of GitHub is not about the new pull request.");
  };
  return await openOrFind(create, () => findOfBranch(pulls, branch, base, "open"));
}

/** Finds those of the account from a branch to a base, the newest first. */
export async function findOfBranch(
  pulls: OwnPulls,
  branch: string,
  base: string,
  state: "open" | "all",
): Promise<readonly OwnPull[]> {
  const head = encodeURIComponent(`${pulls.owner}:${branch}`);
  const from = `head=${head}&base=${encodeURIComponent(base)}`;
  const found = await readOwn(pulls, `state=${state}&${from}&sort=created&direction=desc`);
  // GitHub ignores a filter whose form it does not expect.
  const fit = found.filter((pull) => pull.head.ref === branch && pull.base.ref === base);
  return await withChecks(fit, pulls);
}
