import { ForgeFault } from "../forge.ts";
import { getJson } from "../get-json.ts";
import type { HttpPort } from "../http-port.ts";
import type { ChecksState, OwnPull } from "../pulls.ts";
import { readShape } from "../read-shape.ts";
import { bareTitle } from "./draft-title.ts";
import { pathOf } from "./gitlab-port.ts";
import { pullSchema, pullsSchema, type RawPull } from "./gitlab-schema.ts";
import { withQuickActions } from "./quick-actions.ts";
import { readPages } from "./read-pages.ts";
import { checkAnswered, type KnownProject } from "./read-project.ts";

/** Merge requests on a page: as many of the longest bodies as an answer may have bytes. */
const PAGE = 40;
/** 3,000 merge requests. */
const MOST_PAGES = 75;

/** Merge requests of a project, read for one account. */
export interface OwnPulls {
  readonly project: KnownProject;
  readonly send: HttpPort;
}

/** Reads those of the account, by the order that they were made in. */
export async function readOwn(
  { project, send }: OwnPulls,
  query: string,
  sort: "asc" | "desc",
): Promise<readonly RawPull[]> {
  const of = `scope=all&author_id=${project.viewer.id}&order_by=created_at&sort=${sort}`;
  const path = `${pathOf(project)}/merge_requests?${of}&${query}`;
  const { items, isWhole } = await readPages(
    { path, size: PAGE, most: MOST_PAGES },
    pullsSchema(),
    send,
  );
  if (!isWhole)
    throw new ForgeFault("failed", `GitLab lists merge requests on over ${MOST_PAGES} pages.`);
  const own = items.filter((pull) => isOfAccount(pull, project));
  // One that is opened meanwhile moves others to the next page.
  return [...new Map(own.map((pull) => [pull.iid, pull])).values()];
}

/** True for a merge request from a branch of the same project that the account of the token opened. */
export function isOfAccount(pull: RawPull, { id, viewer }: KnownProject): boolean {
  const { author, source_project_id: source, target_project_id: target } = pull;
  return author.id === viewer.id && source === id && target === id;
}

/** Reads one merge request whole. */
export async function readPull({ project, send }: OwnPulls, number: number): Promise<RawPull> {
  const raw = readShape(pullSchema(), await getJson(pathOf(project, number), send), "GitLab");
  checkAnswered(project, raw, number);
  return raw;
}

/** Returns one that is known to be of the account. */
export function ownPull(raw: RawPull, checks: ChecksState): OwnPull {
  return {
    number: raw.iid,
    id: `${raw.id}`,
    url: raw.web_url,
    title: bareTitle(raw.title),
    body: withQuickActions(raw.description ?? ""),
    state: stateOf(raw),
    isDraft: raw.draft,
    base: raw.target_branch,
    branch: raw.source_branch,
    head: raw.sha ?? "",
    createdAt: Date.parse(raw.created_at),
    labels: raw.labels,
    reviewers: raw.reviewers.map(({ username }) => username),
    checks,
    mergesItself: raw.merge_when_pipeline_succeeds,
  };
}

/** Returns the state in the words of all forges. */
export function stateOf({ state }: Pick<RawPull, "state">): OwnPull["state"] {
  // While it is being merged, nobody else may change it; this may still fail.
  return state === "opened" || state === "locked" ? "open" : state;
}

/** Adds what the pipelines of the open ones say, which no list tells. */
export async function withChecks(
  found: readonly RawPull[],
  pulls: OwnPulls,
): Promise<readonly OwnPull[]> {
  const own: OwnPull[] = [];
  for (const raw of found) {
    if (stateOf(raw) !== "open") own.push(ownPull(raw, "unknown"));
    else {
      const whole = await readPull(pulls, raw.iid);
      // A head that has moved since it was listed says nothing about the listed one.
      own.push(ownPull(raw, whole.sha === raw.sha ? checksOf(whole) : "unknown"));
    }
  }
  return own;
}

/**
 * Returns what the pipeline of the head says. After a push GitLab shows the one before for a moment; the pipeline of a
 * merged result has a commit of its own, which nothing ties to the head.
 */
export function checksOf({ sha, head_pipeline: pipeline }: RawPull): ChecksState {
  if (pipeline === null) return "none";
  if (pipeline === undefined || pipeline.sha !== sha) return "unknown";
  return STATES[pipeline.status] ?? "pending";
}

const STATES: Readonly<Record<string, ChecksState>> = {
  success: "success",
  failed: "failure",
  canceled: "failure",
  canceling: "failure",
  skipped: "none",
};
