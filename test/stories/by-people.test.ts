import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  type CampaignTree,
  campaignTree,
  changeBase,
  publishPolicy,
  pushAsPerson,
} from "../support/campaign.ts";
import { keepForge, planDay, publishKilled } from "../support/killed-campaign.ts";
import type { KillPoint } from "../support/killed-job.ts";
import { git } from "../support/temp-tree.ts";

const BRANCH = "codemod";

/** Does something to the branch as a person who has the name and the address of Sluice's committer. */
function atBranch({ root, bare }: CampaignTree, ...commands: (readonly string[])[]): void {
  git(root, "fetch", "--quiet", bare, BRANCH);
  git(root, "checkout", "--quiet", "--detach", "FETCH_HEAD");
  for (const command of commands) git(root, ...command);
  git(root, "push", "--quiet", "--force", bare, `HEAD:refs/heads/${BRANCH}`);
  git(root, "checkout", "--quiet", "main");
}

const amend = (tree: CampaignTree) => atBranch(tree, ["commit", "--quiet", "--amend", "--no-edit"]);
const push = (tree: CampaignTree) => pushAsPerson(tree, BRANCH, { "a.ts": "mine();\n" });
const remove = ({ bare }: CampaignTree) => git(bare, "update-ref", "-d", `refs/heads/${BRANCH}`);

/** Between two calls of a run: after the text was written, before the branch is pushed. */
function between(act: (tree: CampaignTree) => unknown) {
  return (tree: CampaignTree): KillPoint => ({
    ...{ write: 1, isDone: true, answer: "late" },
    meanwhile: async () => act(tree),
  });
}

const PUSHED = { state: "left", why: "a person has pushed to its branch" };
const MEANWHILE = { state: "left", why: "somebody has pushed to its branch meanwhile" };
const TAKEN = {
  state: "taken",
  why: "there is a branch of that name with commits that are not ours",
};

it("P1 never overwrites what a person did to a branch, nor says that it was", async () => {
  const tree = await campaignTree({
    "sluice.policy.yaml": publishPolicy(`{ per: run, branch: ${BRANCH} }`),
    "a.ts": "f(1);\n",
  });
  const { bare, demo } = tree;
  await publishKilled(tree, await planDay(tree));
  const first = git(bare, "rev-parse", BRANCH);
  changeBase(tree, { "a.ts": "f(2);\n" });
  await publishKilled(tree, await planDay(tree));
  changeBase(tree, { "a.ts": "f(3);\n" });
  const plan = await planDay(tree);
  const restore = keepForge(tree);
  const alone = (act: (tree: CampaignTree) => void) => (one: CampaignTree) => {
    act(one);
    demo.pulls.length = 0; // As a run leaves it that is cut off before it opens one.
  };
  const acts: readonly [
    what: string,
    act: (tree: CampaignTree) => unknown,
    outcome: object,
    kill?: (tree: CampaignTree) => KillPoint,
  ][] = [
    ["pushes", push, PUSHED],
    ["amends the commit", amend, PUSHED],
    [
      "goes back to the commit before",
      (one) => atBranch(one, ["reset", "-q", "--hard", first.trim()]),
      PUSHED,
    ],
    ["goes back to the base", (one) => atBranch(one, ["reset", "-q", "--hard", "HEAD~1"]), PUSHED],
    [
      "merges the base",
      (one) => atBranch(one, ["merge", "-q", "-s", "ours", "-m", "Merge", "main"]),
      PUSHED,
    ],
    ["pushes between two calls", () => undefined, MEANWHILE, between(push)],
    ["amends between two calls", () => undefined, MEANWHILE, between(amend)],
    ["deletes the branch between two calls", () => undefined, MEANWHILE, between(remove)],
    ["pushes to a branch without a pull request", alone(push), TAKEN],
    ["amends the commit of a branch without a pull request", alone(amend), TAKEN],
  ];
  for (const [what, act, outcome, kill] of acts) {
    restore();
    act(tree);
    const before = { refs: git(bare, "for-each-ref"), pulls: structuredClone(demo.pulls) };
    const { report } = await publishKilled(tree, plan, kill?.(tree));
    expect(report.pulls, what).toMatchObject([outcome]);
    if (kill === undefined) expect(git(bare, "for-each-ref"), what).toBe(before.refs);
    else expect(git(bare, "for-each-ref", "--format=%(subject)"), what).not.toContain("2");
    const texts = demo.pulls.map(({ title, body }) => ({ title, body }));
    expect(texts, what).toMatchObject(before.pulls.map(({ title, body }) => ({ title, body })));
  }
  restore();
  const { report } = await publishKilled(tree, plan);
  expect(report.pulls).toMatchObject([{ state: "refreshed" }]);
  expect(git(bare, "show", `${BRANCH}:a.ts`)).toBe("g(3);\n");
  expect(demo.pulls[0]?.body).not.toContain("was=");
  expect((await publishKilled(tree, plan)).writes).toEqual([]);
  writeFileSync(join(bare, "hooks/update"), "#!/bin/sh\necho protected >&2; exit 1\n", {
    mode: 0o755,
  });
  restore();
  const text = demo.pulls[0]?.body;
  const refused = await publishKilled(tree, plan);
  expect(refused.report.pulls).toMatchObject([
    { state: "failed", why: expect.stringMatching(/not pushed: .*protected/) },
  ]);
  expect(demo.pulls[0]?.body).toBe(text);
});
