import { describe, expect, it } from "vitest";
import type { PullReport } from "../../src/model/report/report.ts";
import {
  type CampaignTree,
  campaignTree,
  changeBase,
  mergePull,
  publishDay,
  publishPolicy,
  pushAsPerson,
} from "../support/campaign.ts";
import { isWrite } from "../support/forge/forge-server.ts";
import { git, snapshot } from "../support/temp-tree.ts";

const OWNERS = ["ann", "bob", "cyd", "dan", "eve", "fay"];
const DAY = 24 * 3_600_000;

/** A folder for each owner. */
async function weekTree(): Promise<CampaignTree> {
  const files = OWNERS.map((name) => [`${name}/a.ts`, `f("${name}");\n`]);
  const tree = await campaignTree({
    "sluice.policy.yaml": publishPolicy(
      "{ per: owner, branch: 'codemod/${{ group }}', perHour: 2, labels: [codemod], reviewers: owners }",
    ),
    CODEOWNERS: OWNERS.map((name) => `/${name}/ @${name}\n`).join(""),
    ...Object.fromEntries(files),
  });
  for (const name of OWNERS) tree.demo.rights.set(name, "write");
  return tree;
}

function states(pulls: readonly PullReport[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(pulls.map(({ group, state }) => [group, state]));
}

async function nextDay(tree: CampaignTree) {
  tree.now += DAY;
  tree.forge.state.now = tree.now;
  const from = tree.forge.calls.length;
  const { report, exitCode, stderr } = await publishDay(tree);
  const calls = tree.forge.calls.slice(from);
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  return { states: states(report.pulls), calls, writes: calls.filter(isWrite), report };
}

describe("P1 a week of a campaign", () => {
  it("keeps one pull request for each owner, whatever people do", async () => {
    const tree = await weekTree();
    const before = { files: snapshot(tree.root), refs: git(tree.root, "for-each-ref") };

    const monday = await nextDay(tree);
    expect(monday.states).toEqual({
      ...{ "@ann": "opened", "@bob": "opened", "@cyd": "postponed" },
      ...{ "@dan": "postponed", "@eve": "postponed", "@fay": "postponed" },
    });
    expect(
      tree.demo.pulls.map(({ branch, labels, reviewers }) => [branch, labels, reviewers]),
    ).toEqual([
      ["codemod/@ann", ["codemod"], ["ann"]],
      ["codemod/@bob", ["codemod"], ["bob"]],
    ]);
    expect(git(tree.bare, "show", "codemod/@ann:ann/a.ts")).toBe('g("ann");\n');
    expect({ files: snapshot(tree.root), refs: git(tree.root, "for-each-ref") }).toEqual(before);

    // The same job again, within the hour: nothing is written.
    const again = await publishDay(tree);
    expect(states(again.report.pulls)).toEqual({
      ...monday.states,
      "@ann": "kept",
      "@bob": "kept",
    });
    expect(tree.forge.calls.slice(monday.calls.length).filter(isWrite)).toEqual([]);

    await nextDay(tree);
    const wednesday = await nextDay(tree);
    expect(wednesday.states).toEqual({
      ...{ "@ann": "kept", "@bob": "kept", "@cyd": "kept", "@dan": "kept" },
      ...{ "@eve": "opened", "@fay": "opened" },
    });

    pushAsPerson(tree, "codemod/@ann", { "ann/a.ts": "mine();\n" });
    mergePull(tree, "codemod/@bob");
    changeBase(tree, {
      "cyd/a.ts": '// New.\nf("cyd");\n', // Under a pull request.
      "dan/a.ts": 'f("dan");\nf(2);\n',
      "eve/a.ts": "gone();\n", // Nothing is left of it.
      "README.md": "Hi.\n",
    });
    const tips = git(tree.bare, "for-each-ref", "--format=%(refname) %(objectname)").split("\n");

    const thursday = await nextDay(tree);
    expect(thursday.states).toEqual({
      ...{ "@ann": "left", "@cyd": "refreshed", "@dan": "refreshed", "@fay": "kept" },
      "codemod/@eve": "closed",
    });
    expect(git(tree.bare, "show", "codemod/@cyd:cyd/a.ts")).toBe('// New.\ng("cyd");\n');
    const [, fay = ""] = tips.find((line) => line.includes("/@fay"))?.split(" ") ?? [];
    expect(git(tree.bare, "rev-parse", "codemod/@fay").trim()).toBe(fay);
    expect(git(tree.bare, "show", "codemod/@ann:ann/a.ts")).toBe("mine();\n");
    expect(tree.demo.pulls.map(({ branch, state }) => `${branch} ${state}`)).toEqual([
      ...["codemod/@ann open", "codemod/@bob merged", "codemod/@cyd open", "codemod/@dan open"],
      ...["codemod/@eve closed", "codemod/@fay open"],
    ]);
    expect(tree.demo.pulls[4]?.body).toContain("Closed: the plan has nothing left for it.");

    const friday = await nextDay(tree);
    expect(friday.states).toEqual({
      ...{ "@ann": "left", "@cyd": "kept", "@dan": "kept", "@fay": "kept" },
    });
    expect(friday.writes).toEqual([]);
    expect(friday.calls.length).toBeLessThan(8);
  });
});
