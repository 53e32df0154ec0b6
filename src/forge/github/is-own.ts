import type { AuthoredNode } from "./github-schema.ts";

/**
 * True if the token made a comment. One of another author with the same marker is left alone, although the token may be
 * able to change it.
 */
export function isOwn({ viewerDidAuthor, author }: AuthoredNode, viewer: string): boolean {
  if (viewerDidAuthor) return true;
  // A token of an app is `name[bot]` as the viewer, and `name` as the author.
  return author !== null && author.__typename === "Bot" && viewer === `${author.login}[bot]`;
}
