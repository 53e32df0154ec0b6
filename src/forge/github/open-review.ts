import type { PlacedSuggestion } from "../../model/forge/placed-suggestion.ts";
import type { Review } from "../forge.ts";
import type { HttpPort } from "../http-port.ts";
import { pathOf } from "./github-port.ts";
import { filesSchema, type ReviewAnswer, reviewSchema } from "./github-schema.ts";
import type { Graphql } from "./graphql.ts";
import { isOwn } from "./is-own.ts";
import { hiddenPull, type PullRequest, variablesOf } from "./pull-request.ts";
import { readPages } from "./read-pages.ts";

/** A hundred threads or files each; GitHub lists at most 3,000 files. */
const MOST_PAGES = 30;
/** GitHub gives fewer on every page but the last one. */
const PAGE = 100;

const THREADS = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  viewer { login }
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    headRefOid
    reviewThreads(first: 100, after: $after) {
      nodes { comments(first: 1) { nodes { body viewerDidAuthor author { __typename login } } } }
      pageInfo { hasNextPage endCursor }
    }
  } }
}`;

/** Opens the review of a pull request. */
export function openReview(pull: PullRequest, send: HttpPort, graphql: Graphql): Review {
  const path = `${pathOf(pull)}/pulls/${pull.number}`;
  return {
    async readState() {
      const threads: string[] = [];
      let head = "";
      let after: string | null = null;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const variables = variablesOf(pull, { after });
        const answer: ReviewAnswer = await graphql(THREADS, variables, reviewSchema());
        const found = answer.repository?.pullRequest ?? undefined;
        if (found === undefined) throw hiddenPull();
        const { nodes, pageInfo } = found.reviewThreads;
        head = found.headRefOid;
        const first = nodes.flatMap(({ comments }) => comments.nodes);
        const own = first.filter((comment) => isOwn(comment, answer.viewer.login));
        threads.push(...own.map(({ body }) => body));
        after = pageInfo.endCursor;
        if (!pageInfo.hasNextPage || after === null) break;
      }
      return { head, threads };
    },
    readPatches: () => readPatches(`${path}/files`, send),
    async suggest(head, suggestions) {
      const comments = suggestions.map(commentOf);
      const body = { commit_id: head, event: "COMMENT", comments };
      await send({ method: "POST", path: `${path}/reviews`, body, isRepeatable: false });
    },
  };
}

async function readPatches(path: string, send: HttpPort): Promise<ReadonlyMap<string, string>> {
  const patches = new Map<string, string>();
  const pages = { path, size: PAGE, most: MOST_PAGES };
  for await (const files of readPages(pages, filesSchema(), send))
    for (const { filename, patch } of files) if (patch !== undefined) patches.set(filename, patch);
  return patches;
}

function commentOf({ path, startLine, endLine, body }: PlacedSuggestion): object {
  const start = startLine === endLine ? {} : { start_line: startLine, start_side: "RIGHT" };
  return { path, line: endLine, side: "RIGHT", ...start, body };
}
