import type { Forge } from "../forge/forge.ts";
import type { GithubPort } from "../forge/github/github-port.ts";
import type { HttpPort } from "../forge/http-port.ts";
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
  return "fault" in found ? found : openTargets()(found);
}

/**
 * Returns the function that opens repositories. All that are on one server have one way to it, on which writes are in
 * turn. The client of a forge is loaded only when it is needed.
 */
export function openTargets(): (place: RepositoryPlace) => Promise<Target> {
  const ways = new Map<string, Promise<GithubPort | HttpPort>>();
  const wayTo = <Way extends GithubPort | HttpPort>(
    { kind, baseUrl }: RepositoryPlace["repository"],
    open: () => Promise<Way>,
  ): Promise<Way> => {
    const key = `${kind} ${baseUrl}`;
    const known = ways.get(key) ?? open();
    ways.set(key, known);
    return known as Promise<Way>; // Each kind has its own form of ways.
  };
  return async (place) => {
    const { repository, options } = place;
    if (repository.kind === "gitlab") {
      const { openGitlabPort } = await import("../forge/gitlab/gitlab-port.ts");
      const { openGitlabPulls } = await import("../forge/gitlab/open-pulls.ts");
      const send = await wayTo(repository, async () => openGitlabPort(options));
      return {
        ...place,
        forge: openGitlabPulls(repository, options, send),
        async commentsOn(number) {
          const { openGitlabNotes } = await import("../forge/gitlab/open-gitlab.ts");
          return openGitlabNotes({ ...repository, number }, send);
        },
      };
    }
    const { openGithubPort } = await import("../forge/github/github-port.ts");
    const { openGithubPulls } = await import("../forge/github/open-pulls.ts");
    const port = await wayTo(repository, async () => openGithubPort(options));
    return {
      ...place,
      forge: openGithubPulls(repository, port),
      async commentsOn(number) {
        const { openGithubComments } = await import("../forge/github/open-github.ts");
        return openGithubComments({ ...repository, number }, port);
      },
    };
  };
}
