import type { Forge, OwnComment } from "../forge.ts";
import { type HttpPort, type HttpPortOptions, openHttpPort } from "../http-port.ts";
import { type CommentsAnswer, commentsSchema, createdSchema } from "./github-schema.ts";
import { type Graphql, openGraphql } from "./graphql.ts";
import { isOwn } from "./is-own.ts";
import { openReview } from "./open-review.ts";
import { hiddenPull, type PullRequest, variablesOf } from "./pull-request.ts";

/** The server of GitHub and the token for it; `baseUrl` is that of its REST API. */
export type GithubOptions = Pick<HttpPortOptions, "baseUrl" | "token" | "after" | "limits">;

/** The most that GitHub takes in one comment; UTF-16 code units. */
const MAX_COMMENT = 65_536;
/** A hundred comments each. */
const MOST_PAGES = 50;

const COMMENTS = `query($owner: String!, $name: String!, $number: Int!, $before: String) {
  viewer { login }
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    comments(last: 100, before: $before) {
      nodes { id url body isMinimized viewerDidAuthor author { __typename login } }
      pageInfo { hasPreviousPage startCursor }
    }
  } }
}`;
const UPDATE = `mutation($id: ID!, $body: String!) {
  updateIssueComment(input: { id: $id, body: $body }) { issueComment { id } }
}`;
const MINIMIZE = `mutation($id: ID!) {
  minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { minimizedComment { isMinimized } }
}`;

/** Opens a pull request on GitHub or a GitHub Enterprise Server. */
export function openGithub(pull: PullRequest, options: GithubOptions): Forge {
  const send = openHttpPort({
    ...options,
    name: "GitHub",
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${options.token}`,
      "user-agent": "sluice",
      "x-github-api-version": "2022-11-28",
    },
  });
  const graphql = openGraphql(send, options.baseUrl);
  return {
    name: "GitHub",
    limit: MAX_COMMENT,
    findOwn: (marker) => findOwn(marker, pull, graphql),
    create: (body) => createComment(send, pull, body),
    async update({ id }, body) {
      await graphql(UPDATE, { id, body });
    },
    async retire({ id }) {
      await graphql(MINIMIZE, { id });
    },
    review: openReview(pull, send, graphql),
  };
}

async function findOwn(
  marker: string,
  pull: PullRequest,
  graphql: Graphql,
): Promise<readonly OwnComment[]> {
  const found: OwnComment[] = [];
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const variables = variablesOf(pull, { before });
    const answer: CommentsAnswer = await graphql(COMMENTS, variables, commentsSchema());
    const comments = answer.repository?.pullRequest?.comments;
    if (comments === undefined) throw hiddenPull();
    const own = comments.nodes.filter(
      (node) =>
        node.body.startsWith(marker) && !node.isMinimized && isOwn(node, answer.viewer.login),
    );
    found.unshift(...own);
    before = comments.pageInfo.startCursor;
    if (!comments.pageInfo.hasPreviousPage || before === null) break;
  }
  return found;
}

async function createComment(
  send: HttpPort,
  { owner, repository, number }: PullRequest,
  body: string,
): Promise<string | undefined> {
  const { value } = await send({
    method: "POST",
    path: `/repos/${owner}/${repository}/issues/${number}/comments`,
    body: { body },
    isRepeatable: false,
  });
  return createdSchema().safeParse(value).data?.html_url;
}
