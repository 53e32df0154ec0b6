import { ForgeFault } from "../forge.ts";
import type { ChecksState, OwnPull } from "../pulls.ts";
import { checkAnswered, type GithubPort, type GithubRepository, pathOf } from "./github-port.ts";
import { checksSchema, pullsSchema, type RawPull } from "./pulls-schema.ts";
import { readPages } from "./read-pages.ts";

/**
 * Pull requests on a page: as many bodies of the longest form as an answer may have bytes, so that no stranger can stop
 * the reading with long ones.
 */
const PAGE = 40;
/** 3,000 pull requests. */
const MOST_PAGES = 75;
/** The most nodes of one query. */
const MOST_NODES = 100;

/** Pull requests of a repository, read for one account. */
export interface OwnPulls extends GithubRepository {
  readonly port: GithubPort;
  readonly viewer: string;
}

// REST and not GraphQL: there a query that names the team of a reviewer is refused as a whole for a token that may not
// read teams, and one page of REST has all but the checks.

/** Reads those of the account, in the order that the query asks for; `isEnough` ends the reading. */
export async function readOwn(
  pulls: OwnPulls,
  query: string,
  isEnough: (pull: RawPull) => boolean = () => false,
): Promise<readonly RawPull[]> {
  const found = new Map<number, RawPull>();
  const pages = { path: `${pathOf(pulls)}/pulls?${query}`, size: PAGE, most: MOST_PAGES };
  let count = 0;
  for await (const page of readPages(pages, pullsSchema(), pulls.port.send)) {
    count += page.length;
    // One that is opened meanwhile moves others to the next page.
    for (const pull of page) if (isOfAccount(pull, pulls)) found.set(pull.number, pull);
    if (page.some(isEnough)) return [...found.values()];
  }
  if (count < PAGE * MOST_PAGES) return [...found.values()];
  throw new ForgeFault("failed", `GitHub lists ${count} pull requests or more.`);
}

/** True for a pull request from a branch of the same repository that the account of the token opened. */
export function isOfAccount({ user, head, base }: RawPull, { viewer }: OwnPulls): boolean {
  // REST has the login of an app with `[bot]`, as the viewer has.
  if (user?.login !== viewer || head.repo === null) return false;
  return head.repo.full_name === base.repo?.full_name;
}

/** Returns one that is known to be of the account. */
export function ownPull(raw: RawPull, pulls: OwnPulls, checks: ChecksState): OwnPull {
  checkAnswered(pulls, { repository: raw.base.repo?.full_name ?? "" });
  return {
    number: raw.number,
    id: raw.node_id,
    url: raw.html_url,
    title: raw.title,
    body: raw.body ?? "",
    state: stateOf(raw),
    isDraft: raw.draft,
    base: raw.base.ref,
    branch: raw.head.ref,
    head: raw.head.sha,
    createdAt: Date.parse(raw.created_at),
    labels: raw.labels.map(({ name }) => name),
    reviewers: [
      ...raw.requested_reviewers.map(({ login }) => login),
      // Only teams of the owner can be asked.
      ...raw.requested_teams.map(({ slug }) => `${pulls.owner}/${slug}`),
    ],
    checks,
    mergesItself: raw.auto_merge !== null,
  };
}

/** Returns the state with that of a merge, for which REST has only a time. */
export function stateOf({
  state,
  merged_at,
}: Pick<RawPull, "state" | "merged_at">): OwnPull["state"] {
  return merged_at === null ? state : "merged";
}

const CHECKS = `query($ids: [ID!]!) {
  nodes(ids: $ids) { ... on PullRequest {
    id commits(last: 1) { nodes { commit { oid statusCheckRollup { state } } } }
  } }
}`;

/** Adds what the checks of the open ones say. */
export async function withChecks(
  found: readonly RawPull[],
  pulls: OwnPulls,
): Promise<readonly OwnPull[]> {
  const checks = await readChecks(
    found.filter(({ state }) => state === "open"),
    pulls,
  );
  return found.map((pull) => ownPull(pull, pulls, checks.get(pull.node_id) ?? "unknown"));
}

/** Reads what the checks of some heads say, by the ids of their pull requests. */
async function readChecks(
  pulls: readonly RawPull[],
  { port }: OwnPulls,
): Promise<ReadonlyMap<string, ChecksState>> {
  const checks = new Map<string, ChecksState>();
  const heads = new Map(pulls.map(({ node_id, head }) => [node_id, head.sha]));
  for (let from = 0; from < pulls.length; from += MOST_NODES) {
    const ids = [...heads.keys()].slice(from, from + MOST_NODES);
    try {
      const { nodes } = await port.graphql(CHECKS, { ids }, checksSchema());
      for (const node of nodes) {
        const commit = node?.commits.nodes[0]?.commit;
        // A head that has moved since it was listed says nothing about the listed one.
        if (node === null || commit === undefined || commit.oid !== heads.get(node.id)) continue;
        checks.set(node.id, checksOf(commit.statusCheckRollup?.state));
      }
    } catch (error) {
      // The token may write pull requests, and may not read checks.
      if (!(error instanceof ForgeFault && error.kind === "denied")) throw error;
    }
  }
  return checks;
}

function checksOf(state: string | undefined): ChecksState {
  if (state === undefined) return "none";
  if (state === "SUCCESS") return "success";
  if (state === "PENDING" || state === "EXPECTED") return "pending";
  return "failure";
}
