import { resolve } from "node:path";
import type { Environment } from "../../model/world.ts";
import { isRecord } from "../../shared/is-record.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";

/** Returns the root, relative to the repository of the job; empty if they are the same, undefined if it is outside. */
export function folderOf(root: string, env: Environment, cwd: string): string | undefined {
  const repository = resolve(cwd, env.GITHUB_WORKSPACE || env.CI_PROJECT_DIR || ".");
  return pathInside(repository, root);
}

/** Returns the words that tell the uses in one repository apart. */
export function useOf(env: Environment, folder: string): string {
  const job = [env.GITHUB_WORKFLOW ?? "", env.GITHUB_JOB || env.CI_JOB_NAME || ""];
  return JSON.stringify([...job, folder]);
}

/** Returns the values of a matrix of GitHub for this job, as the Action hands them over; undefined without a matrix. */
export function legOf({ SLUICE_MATRIX: text = "" }: Environment): string | undefined {
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

/** Returns the page of the job; undefined if it is missing, or no plain address. */
export function jobUrlOf(env: Environment): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  const isGithub = server && repository && run;
  const url = isGithub ? `${server}/${repository}/actions/runs/${run}` : (env.CI_JOB_URL ?? "");
  return /^https?:\/\/[\w.:/~%-]{1,500}$/.test(url) ? url : undefined;
}
