import type { ChecksForge } from "../../forge/checks.ts";
import { ForgeFault } from "../../forge/forge.ts";
import { checkAnnotations } from "../../report/annotations/check-annotations.ts";
import { checkName } from "../../report/comment/check-text.ts";
import type { CommentedReport } from "../../report/comment/commented-report.ts";
import { checkKeys } from "../../report/comment/marker.ts";
import { commentOf } from "./comment-of.ts";
import { type CommentOptions, type CommentWorld, WHOLE_TIME } from "./comment-on.ts";
import { findCommit } from "./find-commit.ts";
import { folderOf, legOf, useOf } from "./job-of.ts";
import { ancestryIn, type RunMark } from "./run-mark.ts";
import { type WrittenCheck, writeCheck } from "./write-check.ts";

const ADVICE =
  "Give the job `permissions: checks: write`. Only tokens of apps make check runs, as that of a job is; for a " +
  "pull request from a fork it only reads.";

/** The outcome of a check run. Each note is one or two sentences for the log; none of them makes a job fail. */
export type CheckOutcome =
  | (Exclude<WrittenCheck, { readonly kind: "older" }> & { readonly notes: readonly string[] })
  | { readonly kind: "older" | "none"; readonly notes: readonly [string] }
  /** The job is about no commit of its own. */
  | { readonly kind: "no-commit"; readonly notes: readonly [] };

/** The wishes for a check run. */
export type CheckOptions = Pick<
  CommentOptions,
  "root" | "id" | "choice" | "tokens" | "forge" | "number"
>;

/**
 * Puts a report on the commit of a job: one check run with annotations, which the legs of a matrix have together. Never
 * throws because of a server or a token: the notes say why there is none.
 */
export async function checkOn(
  report: CommentedReport,
  world: CommentWorld,
  options: CheckOptions,
): Promise<CheckOutcome> {
  const found = await findCommit(world.env, options);
  if (found.kind === "none") return none(found.why);
  if (found.kind === "no-commit") return { kind: "no-commit", notes: [] };
  if (options.tokens.github === "") return none(`There is no token. ${ADVICE}`);
  try {
    return await writeOn(found, report, world, options);
  } catch (error) {
    if (!(error instanceof ForgeFault)) throw error;
    const advice = error.kind === "denied" || error.kind === "missing" ? ` ${ADVICE}` : "";
    return none(`There is no check run, or not all of it. ${error.message}${advice}`);
  }
}

type Commit = Extract<Awaited<ReturnType<typeof findCommit>>, { readonly kind: "commit" }>;

async function writeOn(
  commit: Commit,
  report: CommentedReport,
  world: CommentWorld,
  options: CheckOptions,
): Promise<CheckOutcome> {
  const { after, interrupted, env, cwd } = world;
  const comment = await commentOf(report, world, options);
  const use = useFor(options, world, comment.mark.run);
  const checks = await openChecks({ commit, mark: comment.mark, use }, world, options);
  if (checks === undefined) return none("The run is not about the head of the pull request.");
  const folder = folderOf(options.root, env, cwd);
  const leg = legOf(env)?.name;
  const annotations = folder === undefined ? [] : checkAnnotations(report, { folder, leg });
  const alone = { exitCode: report.exitCode, counts: { held: report.totals.held } };
  const notes: string[] = [];
  const run = { comment, key: use.key, annotations, alone };
  const written = await writeCheck(checks, run, {
    ...{ after, interrupted, isAncestor: ancestryIn(options.root, env) },
    note: (sentence) => {
      if (!notes.includes(sentence)) notes.push(sentence);
    },
  });
  if (written.kind !== "older") return { ...written, notes };
  return none("The check run is of a newer run of the same commit, and stays as it is.", "older");
}

/** A use of Sluice, as check runs name it. */
interface CheckUse {
  readonly name: string;
  readonly use: string;
  readonly key: string;
}

function useFor(
  { root, id }: CheckOptions,
  { env, cwd }: CommentWorld,
  run: number | undefined,
): CheckUse {
  const folder = folderOf(root, env, cwd) ?? "";
  const { GITHUB_WORKFLOW: workflow = "", GITHUB_JOB: job = "" } = env;
  const name = checkName(id === undefined ? [workflow, job, folder] : [id]);
  return { name, ...checkKeys(id ?? useOf(env, folder), run) };
}

/** Loads the client only now that it is needed. Undefined if the run is about another commit than the pull request. */
async function openChecks(
  { commit: found, mark, use }: { commit: Commit; mark: RunMark; use: CheckUse },
  { after, interrupted }: CommentWorld,
  { tokens }: CheckOptions,
): Promise<ChecksForge | undefined> {
  const { openGithubPort } = await import("../../forge/github/github-port.ts");
  const { openGithubChecks } = await import("../../forge/github/open-checks.ts");
  const { readChecked } = await import("../../forge/github/read-checked.ts");
  const { repository, number, head: told } = found;
  const limits = [interrupted, after(WHOLE_TIME)];
  const { baseUrl } = repository;
  const port = openGithubPort({ baseUrl, token: tokens.github, after, limits });
  const { app, head: current } = await readChecked(repository, number, port);
  // Without a word of the event, the clone may have the commit that would merge the pull request.
  const head = told ?? (mark.commit === current ? current : undefined);
  return head === undefined
    ? undefined
    : openGithubChecks({ ...repository, app, head, ...use }, port.send);
}

function none(note: string, kind: "none" | "older" = "none"): CheckOutcome {
  return { kind, notes: [note] };
}
