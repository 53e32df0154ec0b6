import { ForgeFault } from "../forge.ts";
import { checkedSchema } from "./checks-schema.ts";
import { checkAnswered, type GithubPort, type GithubRepository } from "./github-port.ts";

const REPOSITORY = `query($owner: String!, $name: String!) {
  viewer { login }
  repository(owner: $owner, name: $name) { nameWithOwner }
}`;
const PULL = `query($owner: String!, $name: String!, $number: Int!) {
  viewer { login }
  repository(owner: $owner, name: $name) { nameWithOwner pullRequest(number: $number) { number headRefOid } }
}`;

/** The answers that a check run needs first. */
interface Checked {
  /** The name of the app of the token. */
  readonly app: string;
  /** The commit at the head of the pull request; undefined without one. */
  readonly head: string | undefined;
}

/** Asks whose the token is, and for the head of a pull request. Fails for a token that is of no app. */
export async function readChecked(
  repository: GithubRepository,
  number: number | undefined,
  { graphql }: GithubPort,
): Promise<Checked> {
  const variables = { owner: repository.owner, name: repository.repository };
  const answer =
    number === undefined
      ? await graphql(REPOSITORY, variables, checkedSchema())
      : await graphql(PULL, { ...variables, number }, checkedSchema());
  const found = answer.repository;
  const pull = found?.pullRequest ?? undefined;
  if (found === null || (number !== undefined && pull === undefined))
    throw new ForgeFault("missing", "GitHub does not show the commit to this token.");
  const told = { repository: found.nameWithOwner, ...(pull && { number: pull.number }) };
  checkAnswered(repository, told, number);
  const [, app] = /^(.+)\[bot\]$/.exec(answer.viewer.login) ?? [];
  if (app !== undefined) return { app, head: pull?.headRefOid };
  throw new ForgeFault("denied", "Only apps make check runs, and this token is of no app.");
}
