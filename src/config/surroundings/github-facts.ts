import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { Environment } from "../../model/world.ts";
import { definedOnly } from "../../shared/defined-only.ts";

/** The parts of an event of GitHub that tell of a pull request; unchecked. */
export interface GithubPayload {
  readonly pull_request?: PullRequest | null;
  readonly workflow_run?: {
    readonly event?: unknown;
    readonly head_repository?: Repository | null;
  };
  readonly issue?: { readonly pull_request?: unknown } | null;
  readonly repository?: Repository | null;
}

interface PullRequest {
  readonly head?: { readonly repo?: Repository | null };
  readonly base?: { readonly ref?: unknown; readonly repo?: Repository | null };
}

interface Repository {
  readonly id?: unknown;
}

/** Returns the facts of a job of GitHub Actions, or of a system that sets the same variables. Pure. */
export function githubFacts(env: Environment, payload: GithubPayload | undefined): CiFacts {
  const event = env.GITHUB_EVENT_NAME || undefined;
  const pull = payload?.pull_request ?? undefined;
  if (event === undefined) return {};
  if (/^pull_request(_target|_review|_review_comment)?$/.test(event)) {
    const ref = pull?.base?.ref;
    const branch = env.GITHUB_BASE_REF || (typeof ref === "string" ? ref : undefined);
    return definedOnly({ event, branch, fork: pull && forkOfPull(pull) });
  }
  // Such a job runs for the default branch, and often looks at the code of a pull request.
  if (event === "workflow_run")
    return definedOnly({ event, fork: isOther(payload?.workflow_run?.head_repository, payload) });
  if (event === "issue_comment" || event === "pull_request_comment") {
    const { issue } = payload ?? {};
    const isIssue = issue !== undefined && issue !== null && issue.pull_request === undefined;
    return definedOnly({ event, branch: branchOf(env), fork: isIssue ? false : undefined });
  }
  return definedOnly({ event, branch: branchOf(env), fork: false });
}

/** The repository of the head is null if it was deleted, which only one's own cannot be. */
function forkOfPull({ head, base }: PullRequest): boolean | undefined {
  if (head?.repo === null) return true;
  const [from, to] = [head?.repo?.id, base?.repo?.id];
  return from === undefined || to === undefined ? undefined : from !== to;
}

function isOther(
  head: Repository | null | undefined,
  payload: GithubPayload | undefined,
): boolean | undefined {
  if (head === null) return true;
  const [from, to] = [head?.id, payload?.repository?.id];
  return from === undefined || to === undefined ? undefined : from !== to;
}

function branchOf(env: Environment): string | undefined {
  const isBranch = env.GITHUB_REF?.startsWith("refs/heads/") ?? env.GITHUB_REF_TYPE === "branch";
  if (!isBranch) return undefined;
  return env.GITHUB_REF?.slice("refs/heads/".length) || env.GITHUB_REF_NAME || undefined;
}
