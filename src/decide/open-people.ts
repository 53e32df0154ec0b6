import type { PeopleForge } from "../forge/people.ts";
import { findPlace, notPublishable, type RepositoryPlace } from "../landing/find-place.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { DecideRequest, RunWorld } from "../request/request.ts";
import type { CommentEvent } from "./comment-event.ts";
import { readCommentEvent } from "./comment-event.ts";

/** The comment that a job is about, and the people of its repository. */
export interface DecidePlace {
  readonly event: CommentEvent;
  readonly forge: PeopleForge;
  readonly to: RepositoryPlace;
}

/** Finds the comment of the job and opens its forge; or says why nothing is decided here. */
export async function openPeople(
  request: DecideRequest,
  world: RunWorld,
): Promise<DecidePlace | { readonly fault: Diagnostic }> {
  const to = await findPlace(request, world);
  if ("fault" in to) return to;
  const { repository, options } = to;
  if (repository.kind !== "github")
    return notPublishable(
      "Decisions are read on GitHub only.",
      "Use `sluice resolve` or `apply --only`.",
    );
  const event = await readCommentEvent(world.env.GITHUB_EVENT_PATH);
  if (event === undefined) return notPublishable(NO_EVENT, EVENT_HINT);
  const { openGithubPort } = await import("../forge/github/github-port.ts");
  const { openGithubPeople } = await import("../forge/github/open-people.ts");
  return { event, forge: openGithubPeople(repository, openGithubPort(options)), to };
}

const NO_EVENT = "The event of the job is no new or edited comment on a pull request.";
const EVENT_HINT =
  "Run in a workflow for `issue_comment` with the types `created` and `edited`: see examples/workflows/decide.yml.";
