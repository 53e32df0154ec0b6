import { ForgeFault } from "../forge.ts";
import type { ForgeRepository } from "../pulls.ts";
import { checkAnswered, type GithubPort, type GithubRepository } from "./github-port.ts";
import { repositorySchema } from "./pulls-schema.ts";

/** The login of the app whose token each job gets; no other account can have brackets in its name. */
const JOB = "github-actions[bot]";

const REPOSITORY = `query($owner: String!, $name: String!) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    nameWithOwner viewerPermission defaultBranchRef { name } mergeCommitAllowed rebaseMergeAllowed
  }
}`;
/** A repository, and how it merges. */
export interface KnownRepository extends ForgeRepository {
  /** The first of those that the repository allows which keep the commits. */
  readonly mergeMethod: "MERGE" | "REBASE" | "SQUASH";
}

/** Asks for the account of the token and the repository, at once. */
export async function readRepository(
  repository: GithubRepository,
  { graphql }: GithubPort,
): Promise<KnownRepository> {
  const variables = { owner: repository.owner, name: repository.repository };
  const answer = await graphql(REPOSITORY, variables, repositorySchema());
  const found = answer.repository;
  if (found === null)
    throw new ForgeFault("missing", "GitHub does not show the repository to this token.");
  checkAnswered(repository, { repository: found.nameWithOwner });
  const { login } = answer.viewer;
  if (found.defaultBranchRef === null)
    throw new ForgeFault("missing", "The repository on GitHub has no branch.");
  return {
    viewer: { login, isBot: login.endsWith("[bot]") },
    defaultBranch: found.defaultBranchRef.name,
    mayPush: mayPush(login, found.viewerPermission),
    isJobToken: login === JOB,
    mergeMethod: found.mergeCommitAllowed
      ? "MERGE"
      : found.rebaseMergeAllowed
        ? "REBASE"
        : "SQUASH",
  };
}

/** The right is that of a person: what an app may do is not in it. */
function mayPush(login: string, permission: string | null): boolean | undefined {
  if (permission === "ADMIN" || permission === "MAINTAIN" || permission === "WRITE") return true;
  return permission === null || login.endsWith("[bot]") ? undefined : false;
}
