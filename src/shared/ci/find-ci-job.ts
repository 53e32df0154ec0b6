import type { Environment } from "../../model/world.ts";
import { isCommitId } from "../commit-names.ts";
import { definedOnly } from "../defined-only.ts";
import { CI_SYSTEMS, type CiSystem } from "./ci-systems.ts";

/** The job that this process runs in, by its variables. */
export type CiJob =
  | {
      readonly kind: "known";
      readonly system: CiSystem;
      /** `unclear`: it may have checked out a pull request, and nothing tells. */
      readonly pull: "yes" | "no" | "unclear";
    }
  /** A job of a CI system that is not in the table. */
  | { readonly kind: "unknown" }
  /** No job. */
  | { readonly kind: "none" };

/** Variables of which one is set in every job of a CI system, also of one that is not in the table. */
export const SIGNS =
  "BUILD_ID|BUILD_NUMBER|CI|CI_APP_ID|CI_BUILD_ID|CI_BUILD_NUMBER|CI_NAME|CONTINUOUS_INTEGRATION|RUN_ID";

/**
 * Finds the job that these variables tell of. A job for a pull request is one whatever else is set; for others,
 * `CI=false` says that there is no job. Pure.
 */
export function findCiJob(env: Environment): CiJob {
  for (const system of CI_SYSTEMS) {
    const pull = pullOf(system, env);
    if (pull !== "no") return { kind: "known", system, pull };
  }
  if (env.CI === "false") return { kind: "none" };
  const system = CI_SYSTEMS.find(({ marks }) => marks.every((mark) => holds(mark, env)));
  if (system !== undefined) return { kind: "known", system, pull: "no" };
  return { kind: holds(SIGNS, env) ? "unknown" : "none" };
}

function pullOf({ marks, pull }: CiSystem, env: Environment): "yes" | "no" | "unclear" {
  if (pull === undefined || !(pull.marks ?? marks).every((mark) => holds(mark, env))) return "no";
  if (pull.signs.some((sign) => holds(sign, env, isSaid))) return "yes";
  return unclearSign(pull, env) === undefined ? "no" : "unclear";
}

function unclearSign({ unclear = [] }: Pulls, env: Environment): string | undefined {
  return unclear.find((sign) => holds(sign, env));
}

type Pulls = NonNullable<CiSystem["pull"]>;

/**
 * Returns a job whose event may have a pull request in it, as `repository_dispatch` has if a bot started it for one:
 * such a job is unclear if the file of the event has one. Pure.
 */
export function mayCarryPullRequest(env: Environment): PullRequestJob | undefined {
  const job = findCiJob(env);
  if (job.kind !== "known" || job.pull !== "no") return undefined;
  const { name, event: of, eventFile: variable = "" } = job.system;
  const [event = "", eventFile] = [env[of?.variable ?? ""], env[variable]];
  const own = job.system.pull?.own;
  if (own === undefined || event === "" || own.includes(event) || !eventFile) return undefined;
  return { system: `${name} (${event})`, isUnclear: true, eventFile };
}

/** True if one of `A|B=VALUE|C*=PART` holds. `isSet` says which values of a variable count as one. */
export function holds(condition: string, env: Environment, isSet = isFilled): boolean {
  return condition.split("|").some((each) => {
    const [, name = "", sign, value = ""] = /^(\w+)(\*?=)?(.*)$/.exec(each) ?? [];
    const text = env[name] ?? "";
    if (sign === undefined) return isSet(text);
    return sign === "=" ? text === value : text.includes(value);
  });
}

function isFilled(text: string): boolean {
  return text !== "";
}

function isSaid(text: string): boolean {
  return !["", "false", "0"].includes(text);
}

/** A job that checks out a pull request, or may do so, and the base as far as its variables tell. */
export interface PullRequestJob {
  /** The name of the CI system. */
  readonly system: string;
  /** True if nothing tells if the job checks out a pull request. */
  readonly isUnclear?: true;
  /** The id of a commit. */
  readonly commit?: string;
  /** The id of the commit that is checked out, and that of the head of the pull request. */
  readonly built?: string;
  readonly head?: string;
  /** The id of the commit from which the head parted. */
  readonly parted?: string;
  /** The repository that the pull request is for: its owner and name. */
  readonly repository?: string;
  /** The target branch, without `refs/heads/`. */
  readonly branch?: string;
  /** The file with the event, which names the base. */
  readonly eventFile?: string;
}

/** Returns the job for a pull request that these variables tell of. Pure. */
export function detectPullRequest(env: Environment): PullRequestJob | undefined {
  const job = findCiJob(env);
  if (job.kind !== "known" || job.pull === "no") return undefined;
  const { name, pull, eventFile: variable = "" } = job.system;
  const eventFile = env[variable] || undefined;
  if (job.pull === "unclear") {
    const [, event] = (pull && unclearSign(pull, env)?.split("=")) ?? [];
    const system = event === undefined ? name : `${name} (${event})`;
    return { system, isUnclear: true, ...definedOnly({ eventFile }) };
  }
  const { commits = [], branches = [] } = pull ?? {};
  const commit = commits.map((each) => env[each] ?? "").find(isCommitId);
  const branch = branchName(branches.map((each) => env[each]).find((text) => text));
  const [built, head] = [idIn(env, job.system.commit), idIn(env, pull?.head)];
  const parted = idIn(env, pull?.parted);
  const repository = env[job.system.repository ?? ""] || undefined;
  const parts = { commit, branch, built, head, parted, repository, eventFile };
  return { system: name, ...definedOnly(parts) };
}

/** Returns the id of a commit in a variable. */
export function idIn(env: Environment, variable = ""): string | undefined {
  const id = env[variable] ?? "";
  return isCommitId(id) ? id : undefined;
}

/** Returns the name of a branch, without `refs/heads/`; undefined for what git takes for no such name. */
export function branchName(text = ""): string | undefined {
  const branch = text.replace(/^refs\/heads\//, "");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Git forbids them.
  const isName = !/^[-/]|[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|[/.]$/.test(branch);
  return isName && branch !== "" ? branch : undefined;
}
