import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readReceipts } from "../../src/decide/receipts.ts";
import type { Report } from "../../src/model/report/report.ts";
import type { Plan } from "../../src/plan-file/plan.ts";
import { type CampaignTree, campaignTree, hasty } from "./campaign.ts";
import { addComment, addPull, editComment } from "./forge/forge-rules.ts";
import type { StoredComment, StoredPull } from "./forge/forge-state.ts";
import { type CliResult, cli } from "./run-cli.ts";
import { git } from "./temp-tree.ts";

/** A pull request with held actions, their plan and the list in a comment. */
export interface DecidingTree extends CampaignTree {
  readonly pull: StoredPull;
  readonly planFile: string;
  readonly plan: Plan;
  /** The ids of the held actions. */
  readonly ids: readonly string[];
  readonly list: StoredComment;
}

/** What a policy of the base holds, and who may end it. */
export function decidePolicy(approvals: string, rules = ""): string {
  return `version: 1
default: { verdict: hold, reason: A person looks. }
approvals: ${approvals}
${rules}`;
}

const BRANCH = "topic";

/** Makes a pull request of Ann's with these files, its plan as CI makes it, and the list. */
export async function decidingTree(
  policy: string,
  files: Readonly<Record<string, string>>,
  {
    base = {},
    on = "github",
  }: {
    readonly base?: Readonly<Record<string, string>>;
    readonly on?: "github" | "gitlab";
  } = {},
): Promise<DecidingTree> {
  const all = { "sluice.policy.yaml": policy, "README.md": "Demo\n", ...base };
  const tree = await campaignTree(all, on);
  const { root, bare, forge, demo } = tree;
  git(root, "checkout", "--quiet", "-b", BRANCH);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "-m", "Topic");
  git(root, "push", "--quiet", bare, BRANCH);
  for (const [login, right] of [
    ["ann", "write"],
    ["olga", "write"],
    ["petra", "write"],
    ["rita", "read"],
  ] as const)
    demo.rights.set(login, right);
  forge.state.accounts.add("sam");
  const pull = addPull(forge.state, demo, { branch: BRANCH, author: "ann", base: "main" });
  const planFile = join(mkdtempSync(join(tmpdir(), "sluice-plan-")), "plan.json");
  const env = { PATH: process.env.PATH };
  const argv = ["plan", "recipes/swap.yaml", "-o", planFile, "--trust", "base", "--base", "main"];
  const planned = await cli(root, argv, { env, now: () => tree.now });
  if (planned.exitCode !== 0) throw new Error(planned.stderr + planned.stdout);
  const plan = JSON.parse(readFileSync(planFile, "utf8")) as Plan;
  const held = plan.actions.filter(({ state }) => state === "held");
  const made = { ...tree, pull, planFile, plan, ids: held.map(({ id }) => id) };
  await (on === "github" ? listJob(made) : gitlabListJob(made));
  const list = pull.comments.at(-1);
  if (list === undefined) throw new Error("There is no list.");
  return { ...made, list };
}

/** Runs the job that follows the one which made the plan: it lists what is held. */
export function listJob(
  tree: Omit<DecidingTree, "list">,
  {
    head = git(tree.root, "rev-parse", "HEAD").trim(),
    ...world
  }: { readonly head?: string; readonly interrupted?: AbortSignal } = {},
) {
  const repo = { id: 1 };
  const base = { ref: "main", sha: head, repo };
  const event = {
    workflow_run: {
      ...{ id: 77, head_sha: head, head_repository: repo },
      pull_requests: [{ number: tree.pull.number, base }],
    },
    repository: { id: 1, default_branch: "main" },
  };
  return eventJob(tree, event, { name: "workflow_run", ...world });
}

/** Runs the job of GitLab that the webhook of a merge request starts, after the one that made the plan. */
function gitlabListJob(tree: Omit<DecidingTree, "list">) {
  const last_commit = { id: git(tree.root, "rev-parse", "HEAD").trim() };
  return webhookJob(tree, {
    object_kind: "merge_request",
    object_attributes: { id: 5, iid: tree.pull.number, action: "open", last_commit },
  });
}

/** Runs the job of GitLab that the webhook of a note starts. */
export function gitlabNoteJob(tree: DecidingTree, note: StoredComment, action = "create") {
  return webhookJob(tree, {
    object_kind: "note",
    object_attributes: { id: note.id, note: note.body, noteable_type: "MergeRequest", action },
    merge_request: { iid: tree.pull.number },
    user: { username: "somebody-else" },
  });
}

function webhookJob(tree: Omit<DecidingTree, "list">, payload: object) {
  const path = `${tree.planFile}.webhook.json`;
  writeFileSync(path, JSON.stringify(payload));
  return runJob(tree, { CI_PIPELINE_SOURCE: "trigger", TRIGGER_PAYLOAD: path }, {});
}

/** The world of a job, as far as it has one of its own. */
export interface JobWorld {
  readonly interrupted?: AbortSignal;
  /** Runs the command. Default: in this process. */
  readonly run?: typeof cli;
}

/** The event of a job, and what its world has of its own. */
interface EventJob extends JobWorld {
  readonly name: string;
  /** Tells the events of jobs at the same time apart. */
  readonly file?: string;
}

/** Runs a job of GitHub for an event. */
async function eventJob(
  tree: Omit<DecidingTree, "list">,
  event: object,
  { name, file = name, ...world }: EventJob,
  options: readonly string[] = [],
): Promise<CliResult & { readonly report: Report }> {
  const path = `${tree.planFile}.${file}.json`;
  writeFileSync(path, JSON.stringify(event));
  const env = { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path };
  return runJob(tree, env, world, options);
}

async function runJob(
  { root, remote, planFile, forge, ...tree }: Omit<DecidingTree, "list">,
  job: Readonly<Record<string, string>>,
  { run = cli, ...world }: JobWorld,
  options: readonly string[] = [],
): Promise<CliResult & { readonly report: Report }> {
  const env = { ...tree.env, ...job };
  const base = options.includes("--base") ? [] : ["--base", "main"];
  const argv = ["decide", planFile, "--trust", "base", ...base, "--remote", remote];
  const more = { env, now: () => forge.state.now, after: hasty, ...world };
  const ran = await run(root, [...argv, "--format", "json", ...options], more);
  if (ran.stdout === "") throw new Error(ran.stderr);
  return { ...ran, report: JSON.parse(ran.stdout) as Report };
}

/** Says something on the pull request, as a person does. */
export function say(tree: DecidingTree, author: string, body: string): StoredComment {
  return addComment(tree.forge.state, tree.pull, author, body);
}

/** The job that GitHub starts for a comment. */
export interface DecideJob extends JobWorld {
  readonly sender: string;
  readonly before?: string;
  readonly after?: string;
}

/** Runs the job of a comment; with `before`, of an edit. */
export async function decideJob(
  tree: DecidingTree,
  comment: StoredComment,
  { sender, before, after = comment.body, ...world }: DecideJob,
  ...options: readonly string[]
): Promise<CliResult & { readonly report: Report }> {
  const event = {
    action: before === undefined ? "created" : "edited",
    ...(before === undefined ? {} : { changes: { body: { from: before } } }),
    issue: { number: tree.pull.number, pull_request: {} },
    comment: {
      node_id: `IC_${comment.id}`,
      body: after,
      updated_at: new Date(comment.edited?.at ?? comment.createdAt).toISOString(),
    },
    sender: { login: sender, type: sender.endsWith("[bot]") ? "Bot" : "User" },
    repository: { id: 1, default_branch: "main" },
  };
  const job = { ...world, name: "issue_comment", file: `${comment.id}` };
  return eventJob(tree, event, job, options);
}

/** Says something, and runs the job for it. */
export function decideBy(
  tree: DecidingTree,
  author: string,
  body: string,
  ...options: readonly string[]
) {
  return decideJob(tree, say(tree, author, body), { sender: author }, ...options);
}

/** Ticks the box of an action, as a person does, and returns the text before. */
export function tick(tree: DecidingTree, by: string, id: string): string {
  const before = tree.list.body;
  const box = `- [ ] \`${id.slice(0, 12)}`;
  if (!before.includes(box)) throw new Error(`There is no box for ${id}.`);
  editComment(tree.forge.state, tree.list, by, before.replace(box, box.replace("[ ]", "[x]")));
  return before;
}

/** The branch on the forge: its files and the messages of its commits, the newest first. */
export function branchOf({ bare }: DecidingTree) {
  return {
    tip: git(bare, "rev-parse", BRANCH).trim(),
    read: (path: string) => git(bare, "show", `${BRANCH}:${path}`),
    messages: git(bare, "log", "--format=%B%x01", `main..${BRANCH}`)
      .split("\x01\n")
      .filter(Boolean),
  };
}

/** Pushes to the branch of the pull request, as a person does; the checkout of the job stays. */
export function pushToBranch(
  tree: DecidingTree,
  path: string,
  text: string,
  message = "By hand",
  email = "person@example.test",
): void {
  const clone = mkdtempSync(join(tmpdir(), "sluice-person-"));
  git(clone, "clone", "--quiet", "--branch", BRANCH, tree.bare, ".");
  writeFileSync(join(clone, path), text);
  git(clone, "add", "--all");
  git(clone, "-c", `user.email=${email}`, "commit", "--quiet", "-m", message);
  git(clone, "push", "--quiet", "origin", BRANCH);
}

/** Sets the branch of the pull request to a commit, as a person does. */
export function forcePush({ bare }: DecidingTree, commit: string): void {
  git(bare, "update-ref", `refs/heads/${BRANCH}`, commit);
}

/** The receipts in the comments, the oldest first. */
export function receiptsIn({ pull }: DecidingTree) {
  return pull.comments.flatMap(({ body }) => readReceipts(body).receipts);
}

/** The states of the decisions of a report, one for each action. */
export function statesOf({ decisions = [] }: Report): readonly string[] {
  return decisions.flatMap(({ state, actions }) => actions.map(() => state));
}
