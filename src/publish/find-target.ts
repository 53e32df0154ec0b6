import type { Forge } from "../forge/forge.ts";
import type { PullForge } from "../forge/pulls.ts";
import { findPlace, type RepositoryPlace } from "../landing/find-place.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { World } from "../model/world.ts";
import type { PublishRequest } from "../request/request.ts";

/** The repository that pull requests are kept in. */
export interface Target extends Pick<RepositoryPlace, "address" | "token" | "user" | "server"> {
  readonly forge: PullForge;
  /** Opens the comments of a pull request. */
  readonly commentsOn: (number: number) => Promise<Forge>;
}

/** Finds the repository of a job and opens it, or says why nothing may be published there. */
export async function findTarget(
  request: Pick<PublishRequest, "forge" | "remote">,
  world: Pick<World, "env" | "after" | "interrupted">,
): Promise<Target | { readonly fault: Diagnostic }> {
  const found = await findPlace(request, world);
  if ("fault" in found) return found;
  return { ...found, ...(await openForge(found)) };
}

/** Loads the client of a forge only now that it is needed. */
async function openForge({
  repository,
  options,
}: RepositoryPlace): Promise<Pick<Target, "forge" | "commentsOn">> {
  if (repository.kind === "gitlab") {
    const { openGitlabPort } = await import("../forge/gitlab/gitlab-port.ts");
    const { openGitlabPulls } = await import("../forge/gitlab/open-pulls.ts");
    const send = openGitlabPort(options);
    return {
      forge: openGitlabPulls(repository, options, send),
      async commentsOn(number) {
        const { openGitlabNotes } = await import("../forge/gitlab/open-gitlab.ts");
        return openGitlabNotes({ ...repository, number }, send);
      },
    };
  }
  const { openGithubPort } = await import("../forge/github/github-port.ts");
  const { openGithubPulls } = await import("../forge/github/open-pulls.ts");
  const port = openGithubPort(options);
  return {
    forge: openGithubPulls(repository, port),
    async commentsOn(number) {
      const { openGithubComments } = await import("../forge/github/open-github.ts");
      return openGithubComments({ ...repository, number }, port);
    },
  };
}
