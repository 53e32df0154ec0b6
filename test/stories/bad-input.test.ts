import { describe, expect, it } from "vitest";
import type { PullReport, Report } from "../../src/model/report/report.ts";
import { markLine, NO_CONTENT, readMark } from "../../src/publish/pull-mark.ts";
import {
  type CampaignTree,
  campaignTree,
  changeBase,
  publishPolicy,
  pushAsPerson,
} from "../support/campaign.ts";
import { addPull } from "../support/forge/forge-rules.ts";
import type { StoredPull } from "../support/forge/forge-state.ts";
import { keepForge, planDay, publishKilled } from "../support/killed-campaign.ts";
import { git } from "../support/temp-tree.ts";

const BRANCH = "codemod";

/** Something that people or others do, with what becomes of the only group. */
type Deed = readonly [
  what: string,
  act: (tree: CampaignTree, pull: StoredPull) => unknown,
  outcome: Partial<PullReport> | RegExp,
];

const left = (why: RegExp) => ({ state: "left", why: expect.stringMatching(why) }) as const;
const failed = (why: RegExp) => ({ state: "failed", why: expect.stringMatching(why) }) as const;
const marked = ({ body }: StoredPull, more: object) =>
  body.replace(/^.*/, markLine({ ...(readMark(body) ?? expect.fail()), ...more }));

const DEEDS: readonly Deed[] = [
  ["nothing", () => undefined, { state: "kept" }],
  ["edits the text without its first line", (_, pull) => (pull.body = "Mine."), left(/first line/)],
  [
    "edits the first line",
    (_, pull) => (pull.body = pull.body.replace("tip=", "top=")),
    left(/first line/),
  ],
  [
    "writes their own commit into the first line",
    (tree, pull) => {
      pushAsPerson(tree, BRANCH, { "a.ts": "mine();\n" });
      const tip = git(tree.bare, "rev-parse", BRANCH).trim();
      pull.body = marked(pull, { tip, content: NO_CONTENT });
    },
    left(/not one of Sluice's/),
  ],
  ["closes it", (_, pull) => (pull.state = "closed"), { state: "declined" }],
  [
    "merges it, and its change is taken back",
    (_, pull) => (pull.state = "merged"),
    { state: "opened", number: 2 },
  ],
  ["changes its base", (_, pull) => (pull.base = "next"), left(/changed its base/)],
  [
    "deletes its branch, so that the forge closes it",
    ({ bare }, pull) => {
      git(bare, "update-ref", "-d", `refs/heads/${BRANCH}`);
      pull.state = "closed";
    },
    { state: "declined" },
  ],
  [
    "had opened the same with our mark under another account",
    ({ demo, forge }, { body }) => {
      demo.pulls.length = 0;
      addPull(forge.state, demo, { author: "eve", branch: BRANCH, body });
    },
    failed(/already exists/),
  ],
  [
    "opened one from a fork with our mark",
    ({ demo, forge }, { body }) => {
      demo.pulls.length = 0;
      addPull(forge.state, demo, { from: "eve/demo", branch: BRANCH, body });
    },
    { state: "opened", number: 2 },
  ],
  [
    "opened one of another campaign from the branch",
    (_, pull) => (pull.body = marked(pull, { campaign: "0".repeat(16) })),
    { state: "taken", why: expect.stringMatching(/another campaign/) },
  ],
  [
    "forbids pull requests",
    ({ demo, forge }) => {
      demo.pulls.length = 0;
      forge.state.may.openPulls = false;
    },
    failed(/not permitted to create/),
  ],
  [
    "deletes the base",
    ({ bare }) => git(bare, "update-ref", "-d", "refs/heads/main"),
    /no branch `main`/,
  ],
];

describe("P1 bad input of a publication", () => {
  it("of people and of others ends in a state, and takes nothing from them", async () => {
    const tree = await campaignTree({
      "sluice.policy.yaml": publishPolicy(`{ per: run, branch: ${BRANCH} }`),
      "a.ts": "f(1);\n",
    });
    const plan = await planDay(tree);
    await publishKilled(tree, plan);
    const restore = keepForge(tree);
    const [own = expect.fail()] = structuredClone(tree.demo.pulls);
    for (const [what, act, outcome] of DEEDS) {
      restore();
      const { demo, bare, forge } = tree;
      forge.state.may.openPulls = true;
      act(tree, demo.pulls[0] ?? expect.fail());
      const before = { refs: git(bare, "for-each-ref"), pulls: structuredClone(demo.pulls) };
      const dry = await publishKilled(tree, plan, undefined, "--dry-run");
      expect(dry.writes, what).toEqual([]);
      const { report, stderr } = await publishKilled(tree, plan);
      if (outcome instanceof RegExp) expect(textOf(report), what).toMatch(outcome);
      else expect(report.pulls, what).toMatchObject([outcome]);
      expect(stderr, what).not.toMatch(/ {4}at /);
      expect(git(bare, "for-each-ref"), what).toBe(before.refs);
      expect(demo.pulls.slice(0, before.pulls.length), what).toMatchObject(
        before.pulls.map(({ title, body, state }) => ({ title, body, state })),
      );
    }
    restore();
    const pull = tree.demo.pulls[0] ?? expect.fail();
    pull.body += "\nMine.";
    expect((await publishKilled(tree, plan)).report.pulls).toMatchObject([{ state: "kept" }]);
    expect(pull.body).toBe(own.body);
  });

  it("is no one that a person has reopened after nothing was left of it", async () => {
    const tree = await campaignTree({
      "sluice.policy.yaml": publishPolicy(`{ per: run, branch: ${BRANCH} }`),
      "a.ts": "f(1);\n",
      "b.ts": "g(1);\n",
    });
    await publishKilled(tree, await planDay(tree));
    changeBase(tree, { "a.ts": "gone();\n" });
    const plan = await planDay(tree);
    expect((await publishKilled(tree, plan)).report.pulls).toMatchObject([{ state: "closed" }]);
    const [pull = expect.fail()] = tree.demo.pulls;
    pull.state = "open";
    const again = await publishKilled(tree, plan);
    expect(again.report.pulls).toMatchObject([left(/reopened/)]);
    expect(again.writes).toEqual([]);
    changeBase(tree, { "a.ts": "f(3);\n" });
    const last = await publishKilled(tree, await planDay(tree));
    expect(last.report.pulls).toMatchObject([{ state: "refreshed", number: pull.number }]);
    expect(git(tree.bare, "show", `${BRANCH}:a.ts`)).toBe("g(3);\n");
  });
});

function textOf({ diagnostics, alerts, pulls }: Report): string {
  return JSON.stringify({ diagnostics, alerts, pulls }).replaceAll("\\\\", "\\");
}
