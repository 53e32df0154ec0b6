import type { Account } from "../forge/pulls.ts";
import type { CommitAuthor } from "../model/policy/commits.ts";
import type { Environment } from "../model/world.ts";

/** The account of the token, if neither the policy nor git names an author. */
export function accountIdentity(
  { login }: Pick<Account, "login">,
  { GITHUB_SERVER_URL, CI_SERVER_URL }: Environment,
): CommitAuthor {
  const server = GITHUB_SERVER_URL || CI_SERVER_URL || "https://github.com";
  const host = URL.canParse(server) ? new URL(server).hostname : "localhost";
  return { name: login, email: `${login}@users.noreply.${host}` };
}
