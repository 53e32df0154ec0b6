import type { RunGit } from "../git/run-git.ts";
import { APPROVED_TRAILER, PLAN_TRAILER, planValue } from "../landing/trailers.ts";
import type { PlannedAction } from "../plan-file/plan.ts";

/** The most commits that are looked at, from the newest on. */
const MOST_COMMITS = 1000;

/** Returns the trailer of an action that a person has approved. */
export function approvedTrailer(id: string, login: string): readonly [name: string, value: string] {
  return [APPROVED_TRAILER, `${id} by ${login}`];
}

/**
 * Returns those of the written actions that the branch still has: not those whose files are as before, in the plan. A
 * person has taken them back, or their commit never had them.
 */
export async function stillWritten(
  written: ReadonlyMap<string, string>,
  actions: readonly PlannedAction[],
  isAsBefore: (action: PlannedAction) => Promise<boolean>,
): Promise<ReadonlyMap<string, string>> {
  const left = new Map(written);
  for (const action of new Set(actions))
    if (left.has(action.id) && (await isAsBefore(action))) left.delete(action.id);
  return left;
}

/**
 * Finds the commits before a tip that have approved actions of a plan, by the ids of these: those of this committer.
 * Anybody who may push can write the trailers of others.
 */
export async function writtenCommits(
  git: RunGit,
  tip: string,
  { plan, email: committer }: { readonly plan: string; readonly email: string },
): Promise<ReadonlyMap<string, string>> {
  const trailers = (name: string) => `%(trailers:key=${name},valueonly,unfold,separator=%x1F)`;
  const format = ["%H", "%ce", trailers(PLAN_TRAILER), trailers(APPROVED_TRAILER)].join("%x00");
  const log = await git([
    "log",
    `--max-count=${MOST_COMMITS}`,
    `--format=${format}%x01`,
    tip,
    "--",
  ]);
  const found = new Map<string, string>();
  for (const text of log.split("\x01")) {
    const [commit = "", email = "", plans = "", approved = ""] = text.trim().split("\0");
    if (email !== committer || !plans.split("\x1F").includes(planValue(plan))) continue;
    for (const value of approved.split("\x1F")) {
      const [, id] = /^([0-9a-f]{16,64}) by /.exec(value) ?? [];
      if (id !== undefined) found.set(id, commit);
    }
  }
  return found;
}
