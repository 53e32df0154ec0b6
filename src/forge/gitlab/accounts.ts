import { findJson } from "../get-json.ts";
import type { HttpPort } from "../http-port.ts";
import type { Account } from "../pulls.ts";
import { readShape } from "../read-shape.ts";
import { type RawUser, userSchema } from "./gitlab-schema.ts";

/** The users that GitLab makes for access tokens of projects and groups, and the one that has what others left. */
const NO_PERSON = /^(?:(?:project|group)_\d+_bot|ghost\d*$)/i;

/** Returns the account of a user, by what an answer says of it. */
export function accountOf({ username, bot = false }: RawUser): Account {
  return { login: username, isBot: bot || NO_PERSON.test(username) };
}

/**
 * Returns a function that finds out who is a bot. In lists GitLab does not say it, and service accounts may have any
 * name. An account that the token may not see counts as one, so that nobody decides by it.
 */
export function openAccounts(send: HttpPort): (user: RawUser) => Promise<Account> {
  const known = new Map<number, Account>();
  return async (user) => {
    const account = known.get(user.id) ?? (await readAccount(user, send));
    known.set(user.id, account);
    return account;
  };
}

async function readAccount(user: RawUser, send: HttpPort): Promise<Account> {
  const account = accountOf(user);
  if (account.isBot || user.bot !== undefined) return account;
  const found = await findJson(`/users/${user.id}`, send);
  if (found.kind === "missing") return { ...account, isBot: true };
  const { id, bot } = readShape(userSchema(), found.value, "GitLab");
  return { ...account, isBot: id !== user.id || bot !== false };
}
