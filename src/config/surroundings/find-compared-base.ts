import type { Diagnostic } from "../../model/diagnostic.ts";
import type { FindStep } from "../../model/recipe/call-step.ts";
import type { Environment } from "../../model/world.ts";
import type { RunRequest } from "../../request/request.ts";
import { detectPullRequest } from "../../shared/ci/find-ci-job.ts";
import type { ConfigReader } from "../sources/config-reader.ts";

/** The world of a run, and what is known of it. */
interface BaseSources {
  readonly reader: ConfigReader;
  readonly cwd: string;
  readonly env: Environment;
  /** The commit of `--since`, if that was given and is there. */
  readonly since: string | undefined;
}

/**
 * Finds the commit that steps compare their findings with, of which one is given: that of `--since`, of the plan that
 * is derived again, of `--base`, or of the pull request that the job is for; of staged files HEAD.
 */
export async function findComparedBase(
  step: FindStep,
  request: Pick<RunRequest, "root" | "since" | "compared" | "base" | "staged">,
  { reader, cwd, env, since }: BaseSources,
): Promise<{ readonly base?: string; readonly diagnostics: readonly Diagnostic[] }> {
  if (request.since !== undefined)
    return since === undefined ? { diagnostics: [] } : { base: since, diagnostics: [] };
  const pull = detectPullRequest(env) === undefined ? undefined : "pull-request";
  const wanted = request.compared ?? request.base ?? pull ?? (request.staged ? "HEAD" : undefined);
  if (wanted === undefined) {
    const message = `The step \`${step.id}\` compares its findings with the base, and none is known.`;
    const hint = "Name it: `--since origin/main`, or `--base REF` for all files.";
    const place = step.places([]);
    return {
      diagnostics: [{ code: "base-unavailable", severity: "error", message, hint, ...place }],
    };
  }
  const { root } = request;
  const { resolveSince } = await import("./resolve-since.ts");
  const git = reader.loading.gitIn(root, env);
  const giver = request.compared === undefined ? "--base" : "the plan";
  const resolved = await resolveSince(wanted, { root, cwd, env, git, lines: true, giver });
  if ("fault" in resolved) return { diagnostics: [resolved.fault] };
  return { base: resolved.commit, diagnostics: [] };
}
