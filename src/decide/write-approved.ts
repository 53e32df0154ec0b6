import { ForgeFault } from "../forge/forge.ts";
import { commitDate } from "../git/commit/commit-date.ts";
import type { CommitPlace } from "../git/commit/open-commit-place.ts";
import { inBatches } from "../git/in-batches.ts";
import type { Push } from "../git/push/open-push.ts";
import { pushBranches } from "../git/push/push-branches.ts";
import { pushFault } from "../git/push/push-fault.ts";
import { gitIn, type RunGit } from "../git/run-git.ts";
import { readTips } from "../landing/read-tips.ts";
import { PLAN_TRAILER, planValue } from "../landing/trailers.ts";
import { type CommitAuthor, DEFAULT_MESSAGE, type PolicyCommits } from "../model/policy/commits.ts";
import { textsOfPlan } from "../plan/judge/commit-plan.ts";
import type { Plan } from "../plan-file/plan.ts";
import type { RunWorld } from "../request/request.ts";
import { commitWords } from "../run/commits/commit-message.ts";
import { makeBranches } from "../run/commits/make-branches.ts";
import { messageOf } from "../shared/message-of.ts";
import type { JudgedApproved, NotWritten } from "./approved.ts";
import { approvedTrailer, stillWritten, writtenCommits } from "./written-commits.ts";

/** The branch of a pull request, and the way to it. */
export interface BranchContext {
  readonly plan: Plan;
  readonly root: string;
  readonly world: Pick<RunWorld, "env">;
  readonly signal: AbortSignal;
  readonly place: CommitPlace;
  readonly push: Push;
  readonly branch: string;
  readonly commits: PolicyCommits | undefined;
  /** The author and committer. */
  readonly identity: CommitAuthor;
}

/** An approved action: who wants it, and why. */
export interface Approval {
  readonly logins: readonly string[];
  readonly reason: string;
}

/** The commit that has the actions; those that somebody else has written meanwhile; or why nothing was written. */
export type Written =
  | { readonly kind: "written"; readonly commits: ReadonlyMap<string, string> }
  | ({ readonly kind: "not-written" } & NotWritten);

/** The number of times that a commit is made again because the branch has moved. */
const MOST_TRIES = 4;

/**
 * Writes approved actions as one commit on the branch of the pull request. Only objects are made here, and the push has
 * a lease: if the branch moves meanwhile, the commit is made again on its new tip, if that has the same bytes in its
 * files.
 */
export async function writeApproved(
  judged: Pick<JudgedApproved, "actions" | "changes">,
  approvals: ReadonlyMap<string, Approval>,
  context: BranchContext,
): Promise<Written> {
  const { plan, place, push, branch, identity } = context;
  const git = gitIn(place.top, context.world.env, { signal: context.signal });
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const tip = await tipHere(git, context);
    if (tip === undefined) return notWritten("stale", "The branch is gone.");
    const found = await writtenCommits(git, tip, { plan: plan.digest, email: identity.email });
    const done = await stillWritten(found, judged.actions, async (action) => {
      const moved = await movedFiles(git, [action], { place, tip });
      return moved.length === 0;
    });
    const left = judged.actions.filter(({ id }) => !done.has(id));
    const commits = new Map(judged.actions.map(({ id }) => [id, done.get(id) ?? tip]));
    if (left.length === 0) return { kind: "written", commits };
    const [moved] = await movedFiles(git, left, { place, tip });
    if (moved !== undefined) return notWritten("stale", `${moved} has changed on the branch.`);
    const made = await makeCommit({ ...judged, actions: left }, approvals, git, {
      ...context,
      place: { ...place, head: tip },
    });
    if (made.kind === "empty") return notWritten("stale", "It changes nothing any more.");
    if (made.kind === "refused")
      return notWritten("refused", `It cannot be committed: ${made.why}.`);
    if (made.kind === "failed") return notWritten("failed", `No commit was made: ${made.why}.`);
    const [outcome] = await pushBranches(push, [{ branch, commit: made.tip, expected: tip }]);
    if (outcome?.kind === "pushed" || outcome?.kind === "up-to-date") {
      for (const { id } of left) commits.set(id, made.tip);
      return { kind: "written", commits };
    }
    if (outcome?.kind !== "stale")
      return notWritten("failed", `The branch was not pushed: ${outcome?.why ?? "git is silent"}.`);
  }
  return notWritten("failed", "The branch moves again and again. Run the job again.");
}

/**
 * Returns the files of actions that the tip of the branch does not have as the checkout, which was compared with the
 * plan.
 */
export async function movedFiles(
  git: RunGit,
  actions: JudgedApproved["actions"],
  { place: { head, prefix }, tip }: { readonly place: CommitPlace; readonly tip: string },
): Promise<readonly string[]> {
  const paths = new Set(actions.flatMap(({ files }) => files.map(({ path }) => prefix + path)));
  const literal = [...paths].map((path) => `:(top,literal)${path}`);
  const question = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", head, tip, "--"];
  const answers = await inBatches(git, question, literal);
  return answers.flatMap((answer) => answer.split("\0")).filter((path) => path !== "");
}

function notWritten(state: NotWritten["state"], why: string): Written {
  return { kind: "not-written", state, why };
}

/** Asks for the commit that the branch ends in, and fetches it if it is not here. May throw a `ForgeFault`. */
export async function tipHere(
  git: RunGit,
  { push, branch }: Pick<BranchContext, "push" | "branch">,
): Promise<string | undefined> {
  const tip = (await readTips(push, [branch])).get(branch);
  if (tip === undefined) return undefined;
  const isHere = await git(["cat-file", "-e", `${tip}^{commit}`]).then(
    () => true,
    () => false,
  );
  if (isHere) return tip;
  const options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--end-of-options"];
  const answer = await push.run(["fetch", ...options, push.url, `refs/heads/${branch}`]);
  if (answer.isDone) return tip;
  const message = `The branch ${branch} cannot be fetched: ${pushFault(answer.errors)}.`;
  throw new ForgeFault("failed", message);
}

async function makeCommit(
  { actions, changes }: Pick<JudgedApproved, "actions" | "changes">,
  approvals: ReadonlyMap<string, Approval>,
  git: RunGit,
  { plan, root, world, signal, place, branch, commits, identity }: BranchContext,
) {
  const rules = new Map(plan.actions.map(({ id, ruleId }) => [id, ruleId]));
  const committed = actions.map(({ files, ruleId: _only, reason, ...action }) => {
    const ruleId = rules.get(action.id);
    const why = approvals.get(action.id)?.reason ?? reason;
    const report = {
      ...action,
      files: files.map(({ edits: _edits, ...file }) => file),
      ...(ruleId === undefined ? {} : { ruleId }),
      ...(why === undefined ? {} : { reason: why }),
    };
    return { report, changes: files };
  });
  const reports = committed.map(({ report }) => report);
  const id = planValue(plan.digest);
  const trailers = [
    [PLAN_TRAILER, id] as const,
    ...actions.flatMap((action) =>
      (approvals.get(action.id)?.logins ?? []).map((login) => approvedTrailer(action.id, login)),
    ),
  ];
  const origin = { id, trailers, record: "plan" } as const;
  const { message: template = DEFAULT_MESSAGE, trailers: more = {} } = commits ?? {};
  const group = { name: "approved", actions: reports };
  const { message } = commitWords(group, { message: template, trailers: more }, origin);
  const wanted = [{ name: branch, commits: [{ message, actions: reports }] }];
  const [made] = await makeBranches(wanted, committed, place, {
    ...{ env: world.env, signal, sign: commits?.sign },
    identity,
    now: await commitDate(git, place.head),
    findText: textsOfPlan(root, changes),
  }).catch((error: unknown) => [{ kind: "failed", why: messageOf(error) } as const]); // Git cannot sign, or failed.
  if (made === undefined) throw new Error("One branch was wanted, and none was made.");
  return made;
}
