import { readGithubEvent } from "../../files/github-event.ts";
import { headCommit } from "../../git/head-commit.ts";
import { gitIn } from "../../git/run-git.ts";
import type { Environment } from "../../model/world.ts";
import { sha256 } from "../../shared/sha256.ts";

/**
 * The run that a comment shows, as the comment says in a line that is not shown. A part that is not known is absent.
 */
export interface RunMark {
  /** The commit that the run is about; whole. */
  readonly commit?: string | undefined;
  /** The number of the workflow run or the pipeline: a later one is larger. */
  readonly run?: number | undefined;
  /** The number of the attempt of that run, or of the job in a pipeline. */
  readonly attempt?: number | undefined;
  /** A digest of the job and the step: two of one attempt are two legs of a matrix, or two steps. */
  readonly job?: string | undefined;
  /** The start of the run. */
  readonly at?: string | undefined;
}

/** The form of each part in the line: anybody who may edit the comment can write it. */
const PARTS: Readonly<Record<keyof RunMark, RegExp>> = {
  commit: /^[0-9a-f]{40,64}$/,
  run: /^\d{1,15}$/,
  attempt: /^\d{1,15}$/,
  job: /^[0-9a-f]{16}$/,
  at: /^\d{4}-\d\d-\d\dT[\d:.]{5,16}Z$/,
};
const NAMES = ["commit", "run", "attempt", "job", "at"] as const;

/** Finds what the job that this process runs in says of its run. */
export async function findRunMark(env: Environment, root: string, at: string): Promise<RunMark> {
  const isGitlab = env.GITLAB_CI === "true";
  const event = isGitlab ? undefined : await readGithubEvent(env.GITHUB_EVENT_PATH);
  const { GITHUB_EVENT_NAME: eventName = "pull_request", GITHUB_SHA: sha } = env;
  const built = ["pull_request", "push"].includes(eventName) ? sha : undefined;
  const ofGitlab = env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || env.CI_COMMIT_SHA;
  const told = isGitlab ? ofGitlab : (event?.head ?? event?.runHead ?? built);
  const commit = told || (await headCommit(root, env).catch(() => null));
  const step = [env.RUNNER_TRACKING_ID || env.RUNNER_NAME, env.GITHUB_ACTION, env.GITHUB_JOB];
  // A workflow that follows another one may begin in another order.
  const run = isGitlab ? env.CI_PIPELINE_ID : (event?.run ?? env.GITHUB_RUN_ID);
  const attempt = isGitlab ? env.CI_JOB_ID : env.GITHUB_RUN_ATTEMPT;
  const job = isGitlab || run === undefined ? "" : sha256(JSON.stringify(step)).slice(0, 16);
  return markOf({ commit: `${commit}`, run: `${run}`, attempt: `${attempt}`, job, at });
}

/** Returns the line of a comment that names its run, and that is not shown. */
export function runMarkLine(mark: RunMark): string {
  const parts = NAMES.flatMap((name) =>
    mark[name] === undefined ? [] : [`${name}=${mark[name]}`],
  );
  return `<!-- sluice run ${parts.join(" ")} -->`;
}

/** Reads the run of a comment; without a part in comments of earlier versions. */
export function readRunMark(body: string): RunMark {
  const [, text = ""] = /^<!-- sluice run ([^\n]{0,400}) -->$/m.exec(body.slice(0, 1000)) ?? [];
  return markOf(
    Object.fromEntries(
      text.split(" ").map((part) => {
        const [name = "", ...value] = part.split("=");
        return [name, value.join("=")];
      }),
    ),
  );
}

function markOf(parts: Readonly<Record<string, string | undefined>>): RunMark {
  const valid = NAMES.flatMap((name): [string, string | number][] => {
    const value = parts[name] ?? "";
    if (!PARTS[name].test(value)) return [];
    return [[name, name === "run" || name === "attempt" ? Number(value) : value]];
  });
  return Object.fromEntries(valid);
}

/** True if two legs of a matrix, or two steps, of one run have the same comment. */
export function isOtherLeg(mine: RunMark, theirs: RunMark): boolean {
  const isSameRun = mine.run !== undefined && mine.run === theirs.run;
  return isSameRun && mine.attempt === theirs.attempt && mine.job !== theirs.job;
}

/** Tells if a commit is in the history of another; undefined if this clone does not know. */
export type IsAncestor = (commit: string, of: string) => Promise<boolean | undefined>;

/**
 * True if a run is older than the one of a comment: by the numbers of the runs, otherwise by the history of their
 * commits, otherwise by the times of their start. What is not known is not older: a comment must not stay for ever.
 */
export async function isOlder(
  mine: RunMark,
  theirs: RunMark,
  isAncestor: IsAncestor,
): Promise<boolean> {
  if (mine.run !== undefined && theirs.run !== undefined) {
    if (mine.run !== theirs.run) return mine.run < theirs.run;
    return (mine.attempt ?? 0) < (theirs.attempt ?? 0);
  }
  if (mine.commit !== undefined && theirs.commit !== undefined && mine.commit !== theirs.commit) {
    if ((await isAncestor(mine.commit, theirs.commit)) === true) return true;
    if ((await isAncestor(theirs.commit, mine.commit)) === true) return false;
  }
  return mine.at !== undefined && theirs.at !== undefined && mine.at < theirs.at;
}

/** Asks the clone of a root. */
export function ancestryIn(root: string, env: Environment): IsAncestor {
  const git = gitIn(root, env);
  return async (commit, of) => {
    try {
      await git(["merge-base", "--is-ancestor", commit, of]);
      return true;
    } catch (error) {
      // No git, no repository, a commit that is not there: the time decides.
      return (error as { readonly code?: unknown }).code === 1 ? false : undefined;
    }
  };
}
