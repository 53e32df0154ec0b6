import type { Forge, OwnComment } from "../forge.ts";
import { type GithubOptions, type GithubPort, openGithubPort } from "./github-port.ts";
import type { Graphql } from "./graphql.ts";
import { isOwn } from "./is-own.ts";
import { openReview } from "./open-review.ts";
import type { PullRequest } from "./pull-request.ts";
import { readComments } from "./read-comments.ts";
import { createComment, MAX_COMMENT, updateComment } from "./write-comment.ts";

const MINIMIZE = `mutation($id: ID!) {
  minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { minimizedComment { isMinimized } }
}`;

/** Opens a pull request on GitHub or a GitHub Enterprise Server. */
export function openGithub(pull: PullRequest, options: GithubOptions): Forge {
  return openGithubComments(pull, openGithubPort(options));
}

/** The same with a port that writes more. */
export function openGithubComments(pull: PullRequest, { send, graphql }: GithubPort): Forge {
  return {
    name: "GitHub",
    limit: MAX_COMMENT,
    tellsEditors: true,
    findOwn: (marker) => findOwn(marker, pull, graphql),
    create: (body) => createComment(send, pull, body),
    update: ({ id }, body) => updateComment(graphql, id, body),
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
  const { viewer, comments } = await readComments(pull, graphql);
  return comments.filter(
    (node) => node.body.startsWith(marker) && !node.isMinimized && isOwn(node, viewer),
  );
}
