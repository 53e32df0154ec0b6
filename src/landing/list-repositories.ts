import { findServer } from "../forge/find-repository.ts";
import { ForgeFault } from "../forge/forge.ts";
import type { ListedRepository } from "../forge/repositories.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { ForgeEntry } from "../model/fleet/fleet.ts";
import type { World } from "../model/world.ts";
import { clientOf } from "./find-place.ts";

/** Lists the repositories of an entry of a fleet by the API of its forge, sorted by their names; or says why not. */
export async function listRepositories(
  entry: ForgeEntry,
  world: Pick<World, "env" | "after" | "interrupted">,
): Promise<readonly ListedRepository[] | { readonly fault: Diagnostic }> {
  const { forge: kind, org } = entry;
  const server = findServer(kind, world.env);
  if (server === undefined)
    return notListed(org, "The variables of the job name no server of the forge.");
  const { baseUrl, web } = server;
  const options = clientOf({ kind, baseUrl }, world);
  if ("fault" in options)
    return { fault: { ...notListed(org, options.fault.message).fault, hint: TOKEN_HINT } };
  try {
    if (kind === "gitlab") {
      const { openGitlabPort } = await import("../forge/gitlab/gitlab-port.ts");
      const { listGitlab } = await import("../forge/gitlab/list-projects.ts");
      return await listGitlab(entry, web, openGitlabPort(options));
    }
    const { openGithubPort } = await import("../forge/github/github-port.ts");
    const { listGithub } = await import("../forge/github/list-repositories.ts");
    return await listGithub(entry, web, openGithubPort(options).send);
  } catch (error) {
    if (!(error instanceof ForgeFault)) throw error;
    return notListed(org, error.message);
  }
}

const TOKEN_HINT = "It needs the right to read the repositories of the organization or group.";

function notListed(org: string, why: string): { readonly fault: Diagnostic } {
  const message = `The repositories of \`${org}\` cannot be listed: ${why}`;
  return { fault: { code: "not-listed", severity: "error", message } };
}
