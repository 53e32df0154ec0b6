import { ForgeFault } from "../forge/forge.ts";
import type { OwnPull, PullForge } from "../forge/pulls.ts";
import type { PolicyPublish } from "../model/policy/publish.ts";
import { boundedList } from "../shared/lists/bounded-list.ts";
import type { PublishGroup } from "./groups.ts";
import { type PullMark, readMark } from "./pull-mark.ts";

/** The means to end the opening of a pull request. */
export interface OpeningContext {
  readonly forge: PullForge;
  readonly policy: PolicyPublish;
  /** Returns the text of a body. */
  readonly bodyOf: (group: PublishGroup, mark: Omit<PullMark, "campaign" | "content">) => string;
}

/** The most people and teams that are asked for one pull request; GitHub takes fifteen. */
const MOST_REVIEWERS = 15;
/** The most people and teams that were not asked and are named. */
const MOST_NAMED = 20;

/**
 * Sets labels, asks reviewers and asks for the merge, each only if it is missing; then the mark says that it is done.
 * For a draft that is to merge itself, the mark says that this comes later.
 * Returns a clause about those that the forge did not take.
 */
export async function endOpening(
  group: PublishGroup,
  pull: OwnPull,
  tip: string,
  context: OpeningContext,
): Promise<string | undefined> {
  const { forge, policy, bodyOf } = context;
  const unasked =
    readMark(pull.body)?.missing === "merging" ? "" : await askPeople(group, pull, context);
  const isLater = policy.autoMerge !== "never" && pull.isDraft;
  const isAsked = isLater || pull.mergesItself;
  const unmerged = isAsked ? undefined : await whyNotMerged(pull, tip, { forge, policy });
  await forge.update(pull, {
    body: bodyOf(group, { tip, missing: isLater ? "merging" : undefined }),
  });
  const notes = [unasked === "" ? "" : `not asked: ${unasked}`, unmerged ?? ""];
  return notes.filter((note) => note !== "").join("; ") || undefined;
}

/** Sets labels and asks reviewers. Returns those that the forge did not ask, each with a reason. */
async function askPeople(
  group: PublishGroup,
  pull: OwnPull,
  { forge, policy }: OpeningContext,
): Promise<string> {
  const labels = policy.labels.filter((label) => !pull.labels.includes(label));
  if (labels.length > 0) await forge.addLabels(pull, labels);
  const wanted = policy.reviewers === "owners" ? group.owners : policy.reviewers;
  const first = wanted.slice(0, MOST_REVIEWERS);
  const people = first.filter((name) => !pull.reviewers.includes(name));
  const refused = people.length > 0 ? await forge.askReviewers(pull, people) : [];
  const others = wanted.slice(MOST_REVIEWERS).map((name) => ({ name, why: TOO_MANY }));
  return boundedList(
    [...refused, ...others].map(({ name, why }) => `${name} (${why})`),
    MOST_NAMED,
  );
}

const TOO_MANY = `more than ${MOST_REVIEWERS}`;

/** Asks for the merge. The forge may not offer it: then a person merges, which is no failure. */
async function whyNotMerged(
  pull: OwnPull,
  tip: string,
  { forge, policy }: Pick<OpeningContext, "forge" | "policy">,
): Promise<string | undefined> {
  if (policy.autoMerge === "never") return undefined;
  try {
    await forge.mergeWhenGreen({ ...pull, head: tip });
    return undefined;
  } catch (error) {
    if (!(error instanceof ForgeFault) || error.kind !== "refused") throw error;
    return `it does not merge itself: ${error.message.replace(/\.$/, "")}`;
  }
}
