import type { PeopleForge } from "../forge/people.ts";
import { findPlace, notPublishable, type RepositoryPlace } from "../landing/find-place.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { DecideRequest, RunWorld } from "../request/request.ts";
import { type DecideEvent, findGithubEvent, findGitlabEvent } from "./find-event.ts";

/** The comment or pull request that a job is about, and the people of its repository. */
export interface DecidePlace<Event extends DecideEvent = DecideEvent> {
  readonly event: Event;
  readonly forge: PeopleForge;
  readonly to: RepositoryPlace;
}

/** Finds what the job is about and opens its forge; or says why nothing is decided here. */
export async function openPeople(
  request: DecideRequest,
  world: RunWorld,
): Promise<DecidePlace | { readonly fault: Diagnostic }> {
  const to = await findPlace(request, world);
  if ("fault" in to) return to;
  const find = to.repository.kind === "github" ? findGithubEvent : findGitlabEvent;
  const event = await find(world.env);
  if (event === undefined) return notPublishable(NO_EVENT, EVENT_HINT);
  return { event, forge: await openForge(to), to };
}

/** Loads the client of a forge only now that it is needed. */
async function openForge({ repository, options }: RepositoryPlace): Promise<PeopleForge> {
  if (repository.kind === "gitlab") {
    const { openGitlabPeople } = await import("../forge/gitlab/open-people.ts");
    return openGitlabPeople(repository, options);
  }
  const { openGithubPort } = await import("../forge/github/github-port.ts");
  const { openGithubPeople } = await import("../forge/github/open-people.ts");
  return openGithubPeople(repository, openGithubPort(options));
}

const NO_EVENT = "The job is neither about a comment on a pull request nor about its plan.";
const EVENT_HINT =
  "On GitHub use the workflow examples/workflows/decide.yml, on GitLab the jobs of docs/pull-requests.md.";
