import type { Account } from "../forge/pulls.ts";
import type { CommitAuthor } from "../model/policy/commits.ts";

/** The account of the token, if neither the policy nor git names an author. `server` is the one of its branches. */
export function accountIdentity(
  { login }: Pick<Account, "login">,
  server = "https://github.com",
): CommitAuthor {
  const host = URL.canParse(server) ? new URL(server).hostname : "localhost";
  return { name: login, email: `${login}@users.noreply.${host}` };
}
