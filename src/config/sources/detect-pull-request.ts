import type { Environment } from "../../model/world.ts";
import { CI_SYSTEMS } from "./ci-systems.ts";

/** A job of a CI system that checks out a pull request, or may do so, and the base as far as its variables tell. */
export interface PullRequestJob {
  /** The name of the CI system. */
  readonly system: string;
  /** True if nothing tells whether the job checks out a pull request. */
  readonly isUnclear?: true;
  /** The id of a commit. */
  readonly commit?: string;
  /** The target branch, without `refs/heads/`. */
  readonly branch?: string;
  /** The file in which the base stands (`GITHUB_EVENT_PATH`). */
  readonly eventFile?: string;
}

/** The events of GitHub whose file has a `pull_request`. A merge queue's tree was accepted already. */
const GITHUB_EVENTS = new Set([
  "pull_request",
  "pull_request_target",
  "pull_request_review",
  "pull_request_review_comment",
]);

/** The events of GitHub whose jobs have the rights of the repository, and often check out a pull request. */
const UNCLEAR_EVENTS = new Set(["workflow_run", "issue_comment", "pull_request_comment"]);

/** Returns the job for a pull request that these variables tell of. Pure: reads only the variables. */
export function detectPullRequest(env: Environment): PullRequestJob | undefined {
  const event = env.GITHUB_EVENT_NAME ?? "";
  const eventFile = env.GITHUB_EVENT_PATH ? { eventFile: env.GITHUB_EVENT_PATH } : {};
  // Gitea and Forgejo set the variables of GitHub, too.
  if (GITHUB_EVENTS.has(event))
    return { system: "GitHub", ...branchOf(env.GITHUB_BASE_REF), ...eventFile };
  if (UNCLEAR_EVENTS.has(event))
    return { system: `GitHub (${event})`, isUnclear: true, ...eventFile };
  // It sets no variable for pull requests.
  if (env.TEAMCITY_VERSION) return { system: "TeamCity", isUnclear: true };
  const system = CI_SYSTEMS.find(
    ({ marks, pulls }) =>
      marks.some((mark) => holds(mark, env)) && pulls.some((pull) => holds(pull, env)),
  );
  if (system === undefined) return undefined;
  const { name, commits = [], branches = [] } = system;
  const commit = commits.map((variable) => env[variable] ?? "").find(isCommitId);
  const branch = branches.map((variable) => env[variable]).find((text) => text);
  return { system: name, ...(commit === undefined ? {} : { commit }), ...branchOf(branch) };
}

/** True for a full id, or the beginning of one, in hex. */
export function isCommitId(text: string): boolean {
  return /^[0-9a-f]{12,64}$/.test(text);
}

function holds(condition: string, env: Environment): boolean {
  const [name = "", value] = condition.split("=");
  const text = env[name] ?? "";
  return value === undefined ? !["", "false", "0"].includes(text) : text === value;
}

/** Only a name that is safe in the command that a message advises. */
function branchOf(text: string | undefined): { readonly branch?: string } {
  const branch = (text ?? "").replace(/^refs\/heads\//, "");
  return /^[A-Za-z0-9_][\w./+@-]*$/.test(branch) && !branch.includes("..") ? { branch } : {};
}
