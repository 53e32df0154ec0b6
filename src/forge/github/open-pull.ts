import { ForgeFault } from "../forge.ts";
import type { NewPull, OwnPull } from "../pulls.ts";
import { readShape } from "../read-shape.ts";
import { pathOf } from "./github-port.ts";
import { isOfAccount, type OwnPulls, ownPull, readOwn, withChecks } from "./own-pulls.ts";
import { pullSchema } from "./pulls-schema.ts";

/** Opens one; if that is refused because there is one, or its outcome is not known, looks for it. */
export async function openPull(pulls: OwnPulls, pull: NewPull): Promise<OwnPull> {
  const { title, body, base, branch, isDraft } = pull;
  try {
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
  } catch (error) {
    if (!(error instanceof ForgeFault) || error.kind === "stopped") throw error;
    // An answer that cannot be read is one of a request that was perhaps done.
    const isUncertain = error.isUncertain || error.kind === "failed";
    if (error.kind !== "refused" && !isUncertain) throw error;
    const [found] = await findOfBranch(pulls, branch, base, "open");
    if (found !== undefined) return found;
    throw new ForgeFault(error.kind, error.message, { isUncertain });
  }
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
