import { resolve } from "node:path";
import type { Environment } from "../../model/world.ts";
import { isRecord } from "../../shared/is-record.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";

/** The leg of a matrix that a job is. */
export interface Leg {
  /** The values of the matrix, for people. */
  readonly name: string;
  /** The number of legs; 0 if it is not known. */
  readonly legs: number;
  /** The number of this one, from 0; undefined if it is not known. */
  readonly index: number | undefined;
}

/** Returns the root, relative to the repository of the job; empty if they are the same, undefined if it is outside. */
export function folderOf(root: string, env: Environment, cwd: string): string | undefined {
  const repository = resolve(cwd, env.GITHUB_WORKSPACE || env.CI_PROJECT_DIR || ".");
  return pathInside(repository, root);
}

/** Returns the words that tell the uses in one repository apart; the legs of a matrix have the same. */
export function useOf(env: Environment, folder: string): string {
  const job = env.GITHUB_JOB || gitlabJob(env).name;
  return JSON.stringify([env.GITHUB_WORKFLOW ?? "", job, folder]);
}

/** Returns the leg that this job is, on GitHub as the Action hands it over; undefined without a matrix. */
export function legOf(env: Environment): Leg | undefined {
  const { leg } = gitlabJob(env);
  if (leg !== undefined)
    return { name: leg, legs: countIn(env.CI_NODE_TOTAL), index: countIn(env.CI_NODE_INDEX) };
  const name = matrixNames(env.SLUICE_MATRIX);
  if (name === undefined) return undefined;
  const [, index, legs] = /^(\d{1,4})\/(\d{1,4})$/.exec(env.SLUICE_LEG ?? "") ?? [];
  return { name, legs: countIn(legs), index: index === undefined ? undefined : Number(index) };
}

/** Splits the name of a job of GitLab: `test: [20, linux]` is a leg of a matrix, `test 1/5` one of a number of jobs. */
function gitlabJob({ GITLAB_CI, CI_JOB_NAME: name = "", CI_NODE_TOTAL: total }: Environment): {
  readonly name: string;
  readonly leg: string | undefined;
} {
  const form = /^(.+?)(?:: \[(.+)\]| (\d+\/\d+))$/s;
  const [, job, values, number] = form.exec(name) ?? [];
  const isLeg = GITLAB_CI === "true" && countIn(total) > 1 && job !== undefined;
  return isLeg ? { name: job, leg: values ?? number } : { name, leg: undefined };
}

function matrixNames(text = ""): string | undefined {
  try {
    const matrix: unknown = JSON.parse(text);
    if (!isRecord(matrix) || Object.keys(matrix).length === 0) return undefined;
    const values = Object.entries(matrix).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    return values
      .map((pair) => pair.join(": "))
      .sort()
      .join(", ");
  } catch {
    return undefined; // No job of the Action.
  }
}

function countIn(text = ""): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

/** Returns the page of the job; undefined if it is missing, or no plain address. */
export function jobUrlOf(env: Environment): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  const isGithub = server && repository && run;
  const url = isGithub ? `${server}/${repository}/actions/runs/${run}` : (env.CI_JOB_URL ?? "");
  return /^https?:\/\/[\w.:/~%-]{1,500}$/.test(url) ? url : undefined;
}
