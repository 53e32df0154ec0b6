import { createText } from "../create-text.ts";
import type { HttpPort } from "../http-port.ts";
import { pathOf } from "./github-port.ts";
import { createdSchema } from "./github-schema.ts";
import type { Graphql } from "./graphql.ts";
import type { PullRequest } from "./pull-request.ts";

/** The most that GitHub takes in one comment or body; UTF-16 code units. */
export const MAX_COMMENT = 65_536;

/** Returns the address of the new comment; undefined if GitHub does not say. */
export async function createComment(
  send: HttpPort,
  pull: PullRequest,
  body: string,
): Promise<string | undefined> {
  const path = `${pathOf(pull)}/issues/${pull.number}/comments`;
  return (await createText({ send, path, schema: createdSchema() }, body))?.html_url;
}

const UPDATE = `mutation($id: ID!, $body: String!) {
  updateIssueComment(input: { id: $id, body: $body }) { issueComment { id } }
}`;

/** Replaces the text of a comment. */
export async function updateComment(graphql: Graphql, id: string, body: string): Promise<void> {
  await graphql(UPDATE, { id, body });
}
