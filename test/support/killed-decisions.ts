import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { overHttp } from "./campaign.ts";
import {
  branchOf,
  type DecidingTree,
  decidePolicy,
  decidingTree,
  type JobWorld,
  receiptsIn,
} from "./deciding.ts";
import { keepForge } from "./killed-campaign.ts";
import { type KilledJob, type KillPoint, runKilled } from "./killed-job.ts";
import type { CliResult } from "./run-cli.ts";
import { git } from "./temp-tree.ts";

/** The files of the held actions: one person is enough for `a`, `c` and `d`, and `b` wants two. */
const FILES = ["a.ts", "b.ts", "c.ts", "d.ts"] as const;

const POLICY = decidePolicy(
  "{ by: write }",
  `rules:
  - { id: two, when: { anyFile: ["b.ts"] }, verdict: hold, reason: Two., approvals: { by: write, count: 2 } }
`,
);

/** Makes a pull request of Ann's with four held actions; jobs reach its branch by http. */
export async function killableDecisions(): Promise<DecidingTree> {
  const files = FILES.map((path, index) => [path, `f(${index});\n`]);
  return overHttp(await decidingTree(POLICY, Object.fromEntries(files)));
}

/** The end of a job that was killed or not. */
export interface KilledDecision extends KilledJob {
  readonly exitCode: number;
}

/** Runs a job in a checkout of its own, as a runner does. It dies at a call. */
export async function decideKilled(
  tree: DecidingTree,
  job: (own: DecidingTree, world: JobWorld) => Promise<CliResult>,
  kill?: KillPoint,
): Promise<KilledDecision> {
  jobs += 1;
  const token = `ghs_${jobs}`;
  return inCheckout({ ...tree, env: { ...tree.env, GITHUB_TOKEN: token } }, async (own) => {
    const run = (interrupted: AbortSignal) => job(own, { interrupted });
    const { ran, ...killed } = await runKilled(tree.forge, { run, token }, kill);
    return { ...killed, exitCode: ran.exitCode };
  });
}

/** Checks the branch of the pull request out, and removes that in the end. */
export async function inCheckout<Ran>(
  tree: DecidingTree,
  use: (own: DecidingTree) => Promise<Ran>,
): Promise<Ran> {
  const root = mkdtempSync(join(tmpdir(), "sluice-job-"));
  git(root, "clone", "--quiet", "--branch", tree.pull.branch, tree.bare, ".");
  git(root, "update-ref", "refs/heads/main", "refs/remotes/origin/main");
  try {
    return await use({ ...tree, root });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

let jobs = 0;

/** Keeps what a forge and its repository hold. Returns the function that brings it back, with its objects. */
export function keepDecisions(tree: DecidingTree): () => DecidingTree {
  const restore = keepForge(tree);
  return () => {
    restore();
    const pull = tree.demo.pulls.find(({ number }) => number === tree.pull.number);
    const list = pull?.comments.find(({ id }) => id === tree.list.id);
    if (pull === undefined || list === undefined) throw new Error("The list is gone.");
    return { ...tree, pull, list };
  };
}

/** Returns what people see of decisions in the end, without the order in which it was written. */
export function decidedState(tree: DecidingTree) {
  const { read } = branchOf(tree);
  const pathOf = new Map(tree.plan.actions.map(({ id, files }) => [id, files[0]?.path ?? ""]));
  const approved = approvedIn(tree).map(({ id, login }) => `${pathOf.get(id)} by ${login}`);
  const answers = receiptsIn(tree).flatMap(({ actions, by, verdict, reason, ...receipt }) =>
    actions.map((id) => {
      const path = pathOf.get(id) ?? id;
      // Who waits for another is not answered again when that one's job writes it.
      const isWritten = approved.some((line) => line.startsWith(path));
      const state = isWritten && receipt.state === "pending" ? "applied" : receipt.state;
      return `${by}: ${verdict} ${path} because ${reason}: ${state}`;
    }),
  );
  const listed = tree.plan.actions.map(({ id, files }) => {
    const [, state] = new RegExp(`\`${id.slice(0, 12)}\` \\*\\*(\\w+)`).exec(tree.list.body) ?? [];
    return `${files[0]?.path} ${state}`;
  });
  return {
    files: FILES.map(read),
    approved: approved.sort(),
    answers: [...new Set(answers)].sort(),
    told: tree.pull.comments.filter(({ body }) => body.includes("decides nothing")).length,
    listed,
  };
}

/** The trailers of approved actions, with the number of the commit that has them. */
function approvedIn(tree: DecidingTree) {
  return branchOf(tree).messages.flatMap((message, commit) =>
    [...message.matchAll(/^Sluice-Approved: (\w+) by (.+)$/gm)].map(([, id = "", login = ""]) => ({
      id,
      login,
      commit,
    })),
  );
}

/** Finds lists, answers and actions on the branch that are there twice. */
export function doublesIn(tree: DecidingTree): readonly string[] {
  const lists = tree.pull.comments
    .filter(({ body }) => body.startsWith("<!-- sluice held "))
    .map(() => "list");
  const answers = receiptsIn(tree).flatMap(({ actions, source, state }) =>
    actions.map((id) => `${state} of ${id} for ${source}`),
  );
  const approved = approvedIn(tree);
  const commits = new Set(approved.map(({ id, commit }) => `${id} in ${commit}`));
  const written = [...commits].map((one) => one.split(" ")[0] ?? one);
  const people = approved.map(({ id, login }) => `${id} by ${login}`);
  return [...lists, ...answers, ...written, ...people].filter(
    (one, index, all) => all.indexOf(one) !== index,
  );
}
