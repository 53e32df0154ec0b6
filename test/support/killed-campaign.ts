import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Report } from "../../src/model/report/report.ts";
import { type CampaignTree, hasty } from "./campaign.ts";
import { deedOf, type ForgeCall, isWrite } from "./forge/forge-server.ts";
import type { StoredPull } from "./forge/forge-state.ts";
import { cli } from "./run-cli.ts";
import { git } from "./temp-tree.ts";

/** The moment of a run's death: at its nth call or write, before the deed is done, or after it with the answer lost. */
export type KillPoint = { readonly isDone: boolean } & (
  | { readonly call: number }
  | { readonly write: number }
);

/** The end of a run that was killed or not. */
export interface KilledPublication {
  readonly exitCode: number;
  readonly report: Report;
  readonly stderr: string;
  /** The deeds that reached the server, in order. */
  readonly deeds: readonly string[];
  readonly writes: readonly string[];
  /** The call at which it was killed; undefined if it ended before. */
  readonly killedAt: string | undefined;
}

/** Plans as the job of a day does. Returns the path of the plan. */
export async function planDay(tree: CampaignTree, name = "plan.json"): Promise<string> {
  const plan = join(tree.bare, name);
  const env = { ...tree.env, GITHUB_SHA: git(tree.root, "rev-parse", "HEAD").trim() };
  const planned = await cli(tree.root, ["plan", "recipes/swap.yaml", "-o", plan], { env });
  if (planned.exitCode !== 0) throw new Error(planned.stderr + planned.stdout);
  return plan;
}

/**
 * Publishes a plan in a run that dies at a call: the connection breaks, and no call and no push comes after it. Nothing
 * may reach the server later.
 */
export async function publishKilled(
  tree: CampaignTree,
  plan: string,
  kill?: KillPoint,
): Promise<KilledPublication> {
  const { forge, root, bare } = tree;
  const death = new AbortController();
  const first = forge.calls.length;
  let killedAt: string | undefined;
  forge.intercept = (call) => {
    if (killedAt !== undefined) throw new Error(`A dead run called ${deedOf(call)}.`);
    if (kill === undefined || !isReached(kill, forge.calls.slice(first))) return undefined;
    killedAt = deedOf(call);
    if (kill.isDone) return undefined;
    death.abort(130);
    return { status: 0, breaks: true };
  };
  forge.distort = (reply) => {
    if (killedAt === undefined) return reply;
    death.abort(130);
    return { status: 0, breaks: true };
  };
  const env = { ...tree.env, GITHUB_SHA: git(root, "rev-parse", "HEAD").trim() };
  const argv = ["publish", plan, "--remote", bare, "--format", "json"];
  const more = { env, now: () => tree.now, after: hasty, interrupted: death.signal };
  const { stdout, ...rest } = await cli(root, argv, more);
  forge.intercept = () => undefined;
  forge.distort = (reply) => reply;
  const calls = forge.calls.slice(first);
  const deeds = calls.map(deedOf);
  const writes = calls.filter(isWrite).map(deedOf);
  return { ...rest, report: JSON.parse(stdout) as Report, deeds, writes, killedAt };
}

function isReached(kill: KillPoint, calls: readonly ForgeCall[]): boolean {
  if ("call" in kill) return calls.length === kill.call;
  const last = calls.at(-1);
  return last !== undefined && isWrite(last) && calls.filter(isWrite).length === kill.write;
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
