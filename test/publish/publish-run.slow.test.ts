import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeRecord } from "../../src/apply/state/journal-lines.ts";
import type { Report } from "../../src/model/report/report.ts";
import { makePlan, planText } from "../../src/plan-file/plan.ts";
import {
  type CampaignTree,
  campaignTree,
  hasty,
  publishDay,
  publishPolicy,
} from "../support/campaign.ts";
import { isWrite } from "../support/forge/forge-server.ts";
import { cli } from "../support/run-cli.ts";
import { git, snapshot } from "../support/temp-tree.ts";

const POLICY = publishPolicy("{ per: owner, branch: 'codemod/${{ group }}', reviewers: owners }");
const OTHER = POLICY.replace("Swapped.", "Otherwise.");
const FILES = {
  CODEOWNERS: "/a/ @ann\n/b/ @bob\n",
  "a/a.ts": "f(1);\n",
  "a/held/h.ts": "f(3);\n",
  "b/b.ts": "f(2);\n",
};

/** In a job for the commit that the base has on the forge. */
async function call({ root, bare, env, now }: CampaignTree, ...argv: readonly string[]) {
  const job = { ...env, GITHUB_SHA: git(bare, "rev-parse", "main").trim() };
  return cli(root, argv, { env: job, now: () => now, after: hasty });
}

async function publishRun(tree: CampaignTree, run: string, ...options: readonly string[]) {
  const argv = ["publish", run, "--remote", tree.bare, "--format", "json", ...options];
  return JSON.parse((await call(tree, ...argv)).stdout) as Report;
}

function states({ pulls = [] }: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(pulls.map(({ group, state }) => [group, state]));
}

it("P1 publishes a run as the plan of its base, whatever was committed and edited since", async () => {
  const policy = `${POLICY}commits: { per: owner, message: 'Swap for \${{ group }}', author: 'Bot <bot@example.test>' }\n`;
  const tree = await campaignTree({ ...FILES, "sluice.policy.yaml": policy });
  const { root, bare, forge, demo } = tree;
  const base = git(root, "rev-parse", "HEAD").trim();
  const ran = await call(tree, "run", "recipes/swap.yaml");
  expect(ran).toMatchObject({ exitCode: 4, stderr: "" });
  expect(git(root, "rev-list", "--count", `${base}..main`).trim()).toBe("2");
  await call(tree, "resolve", "last", "--all", "apply", "--reason", "Here.");
  writeFileSync(join(root, "a/a.ts"), "g(1);\nmine();\n");
  writeFileSync(join(root, "b/b.ts"), "mine();\n");
  git(root, "add", "b/b.ts");
  const before = [snapshot(root), git(root, "for-each-ref"), git(root, "ls-files", "--stage")];

  const dry = await publishRun(tree, "last", "--dry-run");
  expect(states(dry)).toEqual({ "@ann": "opened", "@bob": "opened" });
  expect(demo.pulls).toEqual([]);

  const opened = await publishRun(tree, "test-run");
  const alerts = [{ level: "warn", code: "changed-since" }]; // Of the action that was resolved.
  expect(opened).toMatchObject({ outcome: "ok", diagnostics: [], alerts });
  expect(states(opened)).toEqual({ "@ann": "opened", "@bob": "opened" });
  expect(git(bare, "log", "--format=%P %s", "-1", "codemod/@ann").trim()).toBe(
    `${base} Swap for @ann`,
  );
  expect(git(bare, "diff", "--name-only", base, "codemod/@bob").trim()).toBe("b/b.ts");
  expect(git(bare, "show", "codemod/@ann:a/a.ts")).toBe("g(1);\n");
  expect(git(bare, "show", "codemod/@bob:b/b.ts")).toBe("g(2);\n");
  const after = [snapshot(root), git(root, "for-each-ref"), git(root, "ls-files", "--stage")];
  expect(after).toEqual(before);

  // A plan has nothing to add: neither to the commits, nor to titles, bodies and reviewers.
  git(root, "reset", "--quiet", "--hard", base);
  const calls = forge.calls.length;
  const { report } = await publishDay(tree);
  expect(states(report)).toEqual({ "@ann": "kept", "@bob": "kept" });
  expect(forge.calls.slice(calls).filter(isWrite)).toEqual([]);
});

it("publishes a run that found nothing, so that its pull requests are closed", async () => {
  const tree = await campaignTree({ ...FILES, "sluice.policy.yaml": POLICY });
  await publishDay(tree);
  for (const path of ["a/a.ts", "a/held/h.ts", "b/b.ts"])
    writeFileSync(join(tree.root, path), "gone();\n");
  expect(await call(tree, "run", "recipes/swap.yaml")).toMatchObject({ exitCode: 0 });
  expect(states(await publishRun(tree, "last"))).toEqual({
    "codemod/@ann": "closed",
    "codemod/@bob": "closed",
  });
});

const KEPT = ".sluice/runs/test-run";

/** What is said, what happens to the run before, and the options. */
type Refusal = readonly [said: RegExp, arrange: (tree: CampaignTree) => unknown, ...string[]];

function damage(name: string) {
  return ({ root }: CampaignTree) => appendFileSync(join(root, KEPT, name), "x\n");
}

/** As if code of the recipe had applied an action by itself. */
function applyForeign({ root }: CampaignTree) {
  const action = { id: "x", label: "Release", reason: "Yes." };
  const lines = [{ kind: "foreign", action } as const, { kind: "end", by: "run" } as const];
  appendFileSync(join(root, KEPT, "journal.jsonl"), lines.map(writeRecord).join(""));
}

function rewritePlan(rewrite: (text: string) => string) {
  return ({ root }: CampaignTree) => {
    const file = join(root, KEPT, "plan.json");
    writeFileSync(file, rewrite(readFileSync(file, "utf8")));
  };
}

function onLostCommit(text: string): string {
  const { kind, formatVersion, digest, ...plan } = JSON.parse(text);
  return planText(makePlan({ ...plan, base: { commit: "0".repeat(40) } }));
}

const nothing = () => undefined;

const REFUSALS: readonly Refusal[] = [
  [/^The run test-run was undone by test-run-2/, (tree) => call(tree, "undo")],
  [
    /^The run test-run-2 comes from `sluice apply`/,
    async (tree) => {
      git(tree.root, "checkout", "--quiet", "--", "a", "b");
      await call(tree, "apply", join(tree.bare, "plan.json"));
    },
  ],
  [
    /^The policy is not the one that the run was decided by/,
    ({ root }) => writeFileSync(join(root, "sluice.policy.yaml"), OTHER),
  ],
  [
    /^The policy is not the one that the run was decided by/,
    ({ root }) => writeFileSync(join(root, "other.yaml"), OTHER),
    ...["--policy", "other.yaml"],
  ],
  [/^A run is not derived again: it is published only if/, nothing, "--base", "HEAD"],
  [/^A run is not derived again: --verify/, nothing, "--no-verify"],
  [
    /^The run test-run-2 did not keep what it did/,
    (tree) => {
      git(tree.root, "checkout", "--quiet", "--", "a", "b");
      return call(tree, "run", "recipes/swap.yaml", "--policy", "apply-all");
    },
  ],
  [/^No run is kept here/, ({ root }) => git(root, "add", "--force", ".sluice/runs")],
  [
    /^The run test-run has not ended/,
    ({ root }) => renameSync(join(root, KEPT), join(root, `${KEPT}.open`)),
  ],
  [/^The run test-run cannot be followed/, damage("journal.jsonl")],
  [/^The run test-run wrote by code of its recipe \(Release\)/, applyForeign],
  [/^The plan is damaged/, damage("plan.json")],
  [/^The plan was edited/, rewritePlan((text) => text.replace("g(1)", "h(1)"))],
  [/^The commit 000000000000, which the run began on/, rewritePlan(onLostCommit)],
  [
    /^The run does not have the text of a\/a.ts before it any longer/,
    ({ root }) => {
      rmSync(join(root, KEPT, "images"));
      writeFileSync(join(root, "a/a.ts"), "mine();\n");
    },
  ],
];

it("refuses a run that is not as it was or cannot be believed, and asks no forge", async () => {
  const tree = await campaignTree({ ...FILES, "sluice.policy.yaml": POLICY });
  await call(tree, "plan", "recipes/swap.yaml", "-o", join(tree.bare, "plan.json"));
  await call(tree, "run", "recipes/swap.yaml");
  const [state, beside] = [join(tree.root, ".sluice"), join(tree.bare, "state")];
  cpSync(state, beside, { recursive: true });
  for (const [said, arrange, ...options] of REFUSALS) {
    await arrange(tree);
    const { outcome, diagnostics } = await publishRun(tree, "last", ...options);
    expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringMatching(said)]);
    expect([outcome, tree.forge.calls]).toEqual(["invalid", []]);
    git(tree.root, "reset", "--quiet", "--hard");
    rmSync(state, { recursive: true });
    cpSync(beside, state, { recursive: true });
  }
});
