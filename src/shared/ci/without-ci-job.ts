import type { Environment } from "../../model/world.ts";
import { CI_SYSTEMS } from "./ci-systems.ts";
import { SIGNS } from "./find-ci-job.ts";

/**
 * Returns variables without those by which a job tells of itself: a tree that is not of the job knows nothing of it.
 */
export function withoutCiJob(env: Environment): Environment {
  const own = new Set(`${JSON.stringify(CI_SYSTEMS)} ${SIGNS}`.match(/\b[A-Z][A-Z0-9_]+\b/g));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name)));
}
