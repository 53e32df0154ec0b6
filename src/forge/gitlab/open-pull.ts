import { ForgeFault } from "../forge.ts";
import { openOrFind } from "../open-or-find.ts";
import type { NewPull, OwnPull } from "../pulls.ts";
import { readShape } from "../read-shape.ts";
import { titleWith } from "./draft-title.ts";
import { pathOf } from "./gitlab-port.ts";
import { pullSchema } from "./gitlab-schema.ts";
import { isOfAccount, type OwnPulls, ownPull, readOwn, withChecks } from "./own-pulls.ts";
import { withoutQuickActions } from "./quick-actions.ts";

/** Opens one; GitLab has at most one open from a branch to a base. */
export async function openPull(pulls: OwnPulls, pull: NewPull): Promise<OwnPull> {
  const { project, send } = pulls;
  const { title, body, base, branch, isDraft } = pull;
  const create = async () => {
    const { value } = await send({
      method: "POST",
      path: `${pathOf(project)}/merge_requests`,
      body: {
        source_branch: branch,
        target_branch: base,
        title: titleWith(title, isDraft),
        description: withoutQuickActions(body),
      },
      isRepeatable: false,
    });
    const raw = readShape(pullSchema(), value, "GitLab");
    const isAsked = raw.source_branch === branch && raw.target_branch === base;
    if (isAsked && isOfAccount(raw, project)) return ownPull(raw, "unknown");
    throw new ForgeFault("failed", "An answer of GitLab is not about the new merge request.");
  };
  return await openOrFind(create, () => findOfBranch(pulls, branch, base, "opened"));
}

/** Finds those of the account from a branch to a base, the newest first. */
export async function findOfBranch(
  pulls: OwnPulls,
  branch: string,
  base: string,
  state: "opened" | "all",
): Promise<readonly OwnPull[]> {
  const between = new URLSearchParams({ state, source_branch: branch, target_branch: base });
  const found = await readOwn(pulls, `${between}`, "desc");
  const fit = found.filter((pull) => pull.source_branch === branch && pull.target_branch === base);
  return await withChecks(fit, pulls);
}
