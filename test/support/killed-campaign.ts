import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Report } from "../../src/model/report/report.ts";
import { type CampaignTree, hasty } from "./campaign.ts";
import type { JobWorld } from "./deciding.ts";
import type { StoredPull } from "./forge/forge-state.ts";
import { type KilledJob, type KillPoint, runKilled } from "./killed-job.ts";
import { type CliResult, cli } from "./run-cli.ts";
import { git } from "./temp-tree.ts";

/** The end of a publication that was killed or not. */
export interface KilledPublication extends KilledJob {
  readonly exitCode: number;
  readonly report: Report;
  readonly stderr: string;
}

/** Plans as the job of a day does. Returns the path of the plan. */
export async function planDay(tree: CampaignTree, name = "plan.json"): Promise<string> {
  const plan = join(tree.bare, name);
  const env = { ...tree.env, GITHUB_SHA: git(tree.root, "rev-parse", "HEAD").trim() };
  const planned = await cli(tree.root, ["plan", "recipes/swap.yaml", "-o", plan], { env });
  if (planned.exitCode !== 0) throw new Error(planned.stderr + planned.stdout);
  return plan;
}

/** Publishes a plan in a job that dies at a call. */
export async function publishKilled(
  tree: CampaignTree,
  plan: string,
  kill?: KillPoint,
  ...options: readonly string[]
): Promise<KilledPublication> {
  const run = (interrupted: AbortSignal) => runPublish(tree, plan, { interrupted }, options);
  const { ran, ...killed } = await runKilled(tree.forge, { run }, kill);
  const { stdout, ...rest } = ran;
  return { ...killed, ...rest, report: JSON.parse(stdout) as Report };
}

/** Publishes a plan. */
export function runPublish(
  tree: CampaignTree,
  plan: string,
  { run = cli, ...world }: JobWorld = {},
  options: readonly string[] = [],
): Promise<CliResult> {
  const { root, remote } = tree;
  const env = { ...tree.env, GITHUB_SHA: git(root, "rev-parse", "HEAD").trim() };
  const argv = ["publish", plan, "--remote", remote, "--format", "json", ...options];
  return run(root, argv, { env, now: () => tree.now, after: hasty, ...world });
}

/** Keeps what a forge and its bare repository hold. Returns the function that brings it back. */
export function keepForge({ bare, demo, forge }: CampaignTree): () => void {
  const pulls = structuredClone(demo.pulls);
  const { now, lastId } = forge.state;
  const refs = refsOf(bare);
  return () => {
    demo.pulls.splice(0, demo.pulls.length, ...structuredClone(pulls));
    Object.assign(forge.state, { now, lastId });
    const here = refsOf(bare);
    const gone = [...here.keys()]
      .filter((name) => !refs.has(name))
      .map((name) => `delete ${name}\n`);
    const moved = [...refs].filter(([name, commit]) => here.get(name) !== commit);
    const input = [...gone, ...moved.map(([name, commit]) => `update ${name} ${commit}\n`)].join(
      "",
    );
    if (input !== "") execFileSync("git", ["-C", bare, "update-ref", "--stdin"], { input });
  };
}

function refsOf(bare: string): ReadonlyMap<string, string> {
  const lines = git(bare, "for-each-ref", "--format=%(refname) %(objectname)").split("\n");
  return new Map(
    lines.filter(Boolean).map((line) => line.split(" ") as [name: string, commit: string]),
  );
}

/** Returns everything that people see of a campaign, without what depends on when it was made. */
export function forgeState({ bare, demo }: CampaignTree) {
  const pulls = demo.pulls.map(
    ({ createdAt: _, checks: __, nodeId: ___, head: ____, ...pull }) => pull,
  );
  const byBranch = (a: { branch: string; state: string }, b: { branch: string; state: string }) =>
    `${a.branch} ${a.state}` < `${b.branch} ${b.state}` ? -1 : 1;
  return {
    pulls: pulls.map(({ number: _number, ...pull }) => pull).sort(byBranch),
    refs: [...refsOf(bare)],
  };
}

/** The open pull requests of each branch, where there is more than one. */
export function doublesOf(pulls: readonly StoredPull[]): readonly string[] {
  const open = pulls.filter(({ state }) => state === "open").map(({ branch }) => branch);
  return open.filter((branch, index) => open.indexOf(branch) !== index);
}
