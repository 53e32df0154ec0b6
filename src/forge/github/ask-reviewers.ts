import { isRecord } from "../../shared/is-record.ts";
import { ForgeFault } from "../forge.ts";
import type { NotAsked, OwnPull } from "../pulls.ts";
import { pathOf } from "./github-port.ts";
import type { OwnPulls } from "./own-pulls.ts";

/** Asks all at once; GitHub refuses all for one that it does not take, and then each is asked alone. */
export async function askReviewers(
  pulls: OwnPulls,
  pull: OwnPull,
  reviewers: readonly string[],
): Promise<readonly NotAsked[]> {
  const notAsked: NotAsked[] = [];
  const asked: string[] = [];
  const known = new Set(pull.reviewers.map((name) => name.toLowerCase()));
  for (const name of new Set(reviewers)) {
    const why = whyNot(name, pulls);
    if (why !== undefined) notAsked.push({ name, why });
    else if (!known.has(name.toLowerCase())) asked.push(name);
  }
  if (asked.length === 0) return notAsked;
  const refused = await attempt(pulls, pull, asked);
  if (refused === undefined) return notAsked;
  if (asked.length === 1) return [...notAsked, ...asked.map((name) => ({ name, why: refused }))];
  for (const name of asked) {
    const why = await attempt(pulls, pull, [name]);
    if (why !== undefined) notAsked.push({ name, why });
  }
  return notAsked;
}

/** Returns why a name cannot be asked here at all; undefined if it perhaps can. */
function whyNot(name: string, { viewer, owner }: OwnPulls): string | undefined {
  if (name.toLowerCase() === viewer.toLowerCase()) return "The pull request is its own.";
  const [org = "", slug, ...rest] = name.split("/");
  if (org === "" || slug === "" || rest.length > 0) return "This is no name of a person or team.";
  if (slug === undefined || org.toLowerCase() === owner.toLowerCase()) return undefined;
  return `The team is of another organization than ${owner}.`;
}

/** Returns why GitHub refuses; undefined if it asked all of them. */
async function attempt(
  pulls: OwnPulls,
  { number }: OwnPull,
  names: readonly string[],
): Promise<string | undefined> {
  const reviewers = names.filter((name) => !name.includes("/"));
  const slugs = names.flatMap((name) => name.split("/")[1] ?? []);
  try {
    const { value } = await pulls.port.send({
      method: "POST",
      path: `${pathOf(pulls)}/pulls/${number}/requested_reviewers`,
      body: { reviewers, team_reviewers: slugs },
      // Who was asked already is not asked twice.
      isRepeatable: true,
    });
    if (isRecord(value) && value.number === number) return undefined;
    throw new ForgeFault("failed", "GitHub answered about another pull request.");
  } catch (error) {
    if (error instanceof ForgeFault && error.kind === "refused") return error.message;
    throw error;
  }
}
