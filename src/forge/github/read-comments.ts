import { checkAnswered } from "./github-port.ts";
import { type CommentNode, type CommentsAnswer, commentsSchema } from "./github-schema.ts";
import type { Graphql } from "./graphql.ts";
import { hiddenPull, type PullRequest, variablesOf } from "./pull-request.ts";

/** As many comments on a page as an answer can hold of the longest ones: no stranger can stop the reading. */
const PAGE = 40;
/** 5,000 comments. */
const MOST_PAGES = 125;

const COMMENTS = `query($owner: String!, $name: String!, $number: Int!, $before: String) {
  viewer { login }
  repository(owner: $owner, name: $name) { nameWithOwner pullRequest(number: $number) {
    number
    comments(last: ${PAGE}, before: $before) {
      nodes { id url body createdAt lastEditedAt isMinimized viewerDidAuthor author { __typename login } }
      pageInfo { hasPreviousPage startCursor }
    }
  } }
}`;

/** The comments of a pull request, the oldest first. */
export interface CommentsOfPull {
  readonly viewer: string;
  readonly comments: readonly CommentNode[];
  /** False if there are older ones, because there are too many. */
  readonly isWhole: boolean;
}

/** Reads the comments of a pull request from the newest on, so that a new one moves no other. */
export async function readComments(pull: PullRequest, graphql: Graphql): Promise<CommentsOfPull> {
  const found: CommentNode[][] = [];
  let viewer = "";
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const variables = variablesOf(pull, { before });
    const answer: CommentsAnswer = await graphql(COMMENTS, variables, commentsSchema());
    const { repository } = answer;
    if (repository === null || repository.pullRequest === null) throw hiddenPull();
    const { number, comments } = repository.pullRequest;
    checkAnswered(pull, { repository: repository.nameWithOwner, number }, pull.number);
    viewer = answer.viewer.login;
    found.unshift(comments.nodes);
    before = comments.pageInfo.startCursor;
    if (!comments.pageInfo.hasPreviousPage || before === null)
      return { viewer, comments: found.flat(), isWhole: true };
  }
  return { viewer, comments: found.flat(), isWhole: false };
}
