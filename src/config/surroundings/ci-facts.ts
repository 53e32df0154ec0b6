import { carriesPullRequest, type GithubEvent, readGithubEvent } from "../../files/github-event.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { Environment } from "../../model/world.ts";
import type { CiFork, CiSystem } from "../../shared/ci/ci-systems.ts";
import { findCiJob, holds, mayCarryPullRequest } from "../../shared/ci/find-ci-job.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { boundedName, pullStateIn } from "./pull-state.ts";

/** A job without a pull request. */
const NO_PULL = { fork: false, labels: [], draft: false } as const satisfies CiFacts;

/** Outside of CI: the branch is the one that is checked out. */
const NO_CI = { event: "none", provider: "none", ...NO_PULL } satisfies CiFacts;

/** Finds the facts of the CI system that these variables tell of; what they do not tell is absent. */
export async function ciFactsOf(
  env: Environment,
  currentBranch: () => Promise<string | undefined>,
): Promise<CiFacts> {
  const job = findCiJob(env);
  if (job.kind === "unknown") return {};
  if (job.kind === "none") return { ...NO_CI, ...definedOnly({ branch: await currentBranch() }) };
  const { system, pull } = job;
  const provider = system.id;
  if (system.eventFile !== undefined) {
    const event = await readGithubEvent(env[system.eventFile]);
    return { ...(await factsWithEvent(system, { env, pull }, event)), provider };
  }
  if (system.pull === undefined || pull === "unclear") return { provider };
  return { ...factsOf(system, { env, pull }), provider };
}

/** The variables of a job, and what they tell of a pull request. */
interface Job {
  readonly env: Environment;
  readonly pull: "yes" | "no" | "unclear";
}

function factsOf(system: CiSystem, { env, pull }: Job): CiFacts {
  if (pull === "yes") {
    const branch = branchIn(env, system.pull?.branches);
    const { sources, state } = system.pull ?? {};
    return definedOnly({
      event: "pull_request",
      branch,
      fork: forkOf(system.pull?.fork, env),
      source: boundedName(branchIn(env, sources)),
      ...(state && pullStateIn(env, state)),
    });
  }
  const branch = builtBranch(system, env);
  return definedOnly({ event: eventOf(system, env), branch, ...NO_PULL });
}

/** Returns the facts of a job whose file of the event tells of forks. */
async function factsWithEvent(
  system: CiSystem,
  { env, pull }: Job,
  file: GithubEvent | undefined,
): Promise<CiFacts> {
  const event = eventOf(system, env);
  if (event === undefined) return {};
  if (pull === "yes") {
    const branch = branchIn(env, system.pull?.branches) ?? file?.branch;
    const { isForkPull, isDraft, author, labels, source } = file ?? {};
    return definedOnly({ event, branch, fork: isForkPull, author, labels, source, draft: isDraft });
  }
  // Such a job runs for the default branch, and often looks at the code of a pull request.
  if (event === "workflow_run") return definedOnly({ event, fork: file?.isForkRun });
  const branch = builtBranch(system, env);
  const other = mayCarryPullRequest(env)?.eventFile;
  const isCarried = other !== undefined && (await carriesPullRequest(other));
  const isOwn = (pull === "no" && !isCarried) || file?.isIssue === true;
  return definedOnly({ event, branch, ...(isOwn ? NO_PULL : {}) });
}

/** Returns true unless it is a value by which systems say that something is not the case. */
function isTrue(value: string): boolean {
  return !["", "0", "false"].includes(value.toLowerCase());
}

function eventOf({ event, signs = [] }: CiSystem, env: Environment): string | undefined {
  const sign = signs.find(([condition]) => holds(condition, env, isTrue));
  if (sign !== undefined) return sign[1];
  const value = (event && env[event.variable]) || undefined;
  if (event?.words === undefined) return value;
  const words = event.words.split(" ").map((each) => each.split("="));
  const [name, word] = words.find(([name]) => name === value) ?? [];
  return word ?? name;
}

function builtBranch({ tag, branches }: CiSystem, env: Environment): string | undefined {
  const isTag = tag !== undefined && holds(tag, env, isTrue);
  return isTag ? undefined : branchIn(env, branches);
}

/** The variables that name a branch by its whole reference, and the one that may name it as a branch of a remote. */
const WHOLE =
  /^(GITHUB_REF|BUILD_SOURCEBRANCH|SYSTEM_PULLREQUEST_TARGETBRANCH|CODEBUILD_WEBHOOK_(BASE|HEAD)_REF)$/;
const REMOTE = "GIT_BRANCH";

function branchIn(env: Environment, variables: readonly string[] = []): string | undefined {
  const name = variables.find((each) => env[each]);
  const text = name && env[name];
  if (!text || /^refs\/(?!heads\/)/.test(text)) return undefined;
  if (WHOLE.test(name)) return text.replace(/^refs\/heads\//, "");
  return name === REMOTE ? text.replace(/^(refs\/heads|origin)\//, "") : text;
}

function forkOf(fork: CiFork | undefined, env: Environment): boolean | undefined {
  if (fork === undefined) return undefined;
  if (fork.kind === "by-pull")
    return forkOf(fork.ways.find(([pull]) => isTrue(env[pull] ?? ""))?.[1], env);
  if (fork.kind === "sign") return isTrue(env[fork.variable] ?? "");
  if (fork.kind === "flag") {
    const value = (env[fork.variable] ?? "").toLowerCase();
    return value === "true" ? true : value === "false" ? false : undefined;
  }
  const pairs = fork.variables.map((pair) => pair.map((each) => repositoryOf(env[each])));
  const known = pairs.filter((pair) => pair.every((each) => each !== ""));
  return known.length === 0 ? undefined : known.some(([from, to]) => from !== to);
}

/** `git@host:owner/name.git` and `https://host/owner/name` → `owner/name`; `group/sub/name` stays. */
function repositoryOf(text = ""): string {
  const path = text.replace(/^\w+:\/\/[^/]+\//, "").replace(/^[\w.-]+@[^:/]+:/, "");
  return path.replace(/\.git$/, "").toLowerCase();
}
