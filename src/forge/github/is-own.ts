import type { Account } from "../pulls.ts";
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

/** The account of whoever is gone; nobody has it, so that nobody decides by it. */
export const GHOST: Account = { login: "ghost", isBot: true };

/** Returns the author with `[bot]` for an app. Whatever is no user is a bot. */
export function accountOf({ author }: Pick<AuthoredNode, "author">): Account {
  if (author === null) return GHOST;
  const { __typename: type, login } = author;
  return { login: type === "Bot" ? `${login}[bot]` : login, isBot: type !== "User" };
}
