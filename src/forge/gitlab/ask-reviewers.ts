import { ForgeFault } from "../forge.ts";
import type { NotAsked, OwnPull } from "../pulls.ts";
import { findUser } from "./find-user.ts";
import type { RawPull, RawUser } from "./gitlab-schema.ts";
import { type OwnPulls, readPull } from "./own-pulls.ts";

/**
 * Adds people to the reviewers. GitLab takes the whole list, leaves out those who may not see the merge request without
 * a word, and without a licence takes the first one alone.
 */
export async function askReviewers(
  pulls: OwnPulls,
  { number }: OwnPull,
  reviewers: readonly string[],
  change: (body: object) => Promise<RawPull>,
): Promise<readonly NotAsked[]> {
  const notAsked: NotAsked[] = [];
  const found: RawUser[] = [];
  for (const name of new Set(reviewers)) {
    const user = name.includes("/") ? GROUP : await findReviewer(name, pulls);
    if (typeof user === "string") notAsked.push({ name, why: user });
    else found.push(user);
  }
  if (found.length === 0) return notAsked;
  // Who reviews now stays, also somebody whom a person has asked meanwhile.
  const before = idsOf(await readPull(pulls, number));
  const added = found.filter(({ id }) => !before.includes(id));
  if (added.length === 0) return notAsked;
  const after = await change({ reviewer_ids: [...before, ...added.map(({ id }) => id)] }).then(
    idsOf,
    (error: unknown) => {
      if (error instanceof ForgeFault && error.kind === "refused") return error.message;
      throw error;
    },
  );
  for (const { id, username: name } of added)
    if (typeof after === "string") notAsked.push({ name, why: after });
    else if (!after.includes(id)) notAsked.push({ name, why: LEFT_OUT });
  return notAsked;
}

const GROUP = "GitLab asks people for reviews, and no groups.";
const LEFT_OUT = "GitLab left it out.";

/** Returns the user, or why it cannot be asked. */
async function findReviewer(name: string, { project, send }: OwnPulls): Promise<RawUser | string> {
  const user = await findUser(name, send);
  if (user === undefined) return "GitLab has no such user.";
  return user.id === project.viewer.id ? "The merge request is its own." : user;
}

function idsOf({ reviewers }: RawPull): readonly number[] {
  return reviewers.map(({ id }) => id);
}
