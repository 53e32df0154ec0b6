import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PullReport } from "../../src/model/report/report.ts";
import type { Plan } from "../../src/plan-file/plan.ts";
import {
  type CampaignTree,
  campaignTree,
  changeBase,
  mergePull,
  publishDay,
  publishPolicy,
  pushAsPerson,
} from "../support/campaign.ts";
import { decideJob, say } from "../support/deciding.ts";
import { isWrite } from "../support/forge/forge-server.ts";
import { decideKilled } from "../support/killed-decisions.ts";
import { git, snapshot } from "../support/temp-tree.ts";
import { deedsOf, WEEK } from "./campaign-calls.ts";

const OWNERS = ["ann", "bob", "cyd", "dan", "eve", "fay"];
const DAY = 24 * 3_600_000;

/** A folder for each owner. */
async function weekTree(): Promise<CampaignTree> {
  const files = OWNERS.map((name) => [`${name}/a.ts`, `f("${name}");\n`]);
  const tree = await campaignTree({
    "sluice.policy.yaml": publishPolicy(
      "{ per: owner, branch: 'codemod/${{ group }}', perHour: 2, labels: [codemod], reviewers: owners }",
      "approvals: { by: owners }\n",
    ),
    CODEOWNERS: OWNERS.map((name) => `/${name}/ @${name}\n`).join(""),
    ...Object.fromEntries(files),
    "fay/held/b.ts": "f(1);\n",
    "fay/held/c.ts": "f(2);\n",
  });
  for (const name of OWNERS) tree.demo.rights.set(name, "write");
  tree.forge.state.accounts.add("mallory");
  return tree;
}

function states(pulls: readonly PullReport[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(pulls.map(({ group, state }) => [group, state]));
}

function whys(pulls: readonly PullReport[] = []): Readonly<Record<string, string>> {
  const left = pulls.filter(({ state }) => state === "left");
  return Object.fromEntries(left.map(({ group, why = "" }) => [group, why]));
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

/** Says on the pull request of a branch that a held action shall be applied, and runs the job for it. */
async function decideAs(tree: CampaignTree, author: string, branch: string, path: string) {
  const from = tree.forge.calls.length;
  const pull = tree.demo.pulls.find((one) => one.branch === branch);
  const [list] = pull?.comments ?? [];
  if (pull === undefined || list === undefined) throw new Error(`Nothing waits on ${branch}.`);
  const planFile = join(tree.bare, "plan.json");
  const plan = JSON.parse(readFileSync(planFile, "utf8")) as Plan;
  const ids = plan.actions.flatMap(({ id, files }) => (files[0]?.path === path ? [id] : []));
  const deciding = { ...tree, pull, planFile, plan, ids, list };
  const comment = say(deciding, author, `/sluice apply ${ids[0]} because I say so`);
  const { exitCode } = await decideKilled(deciding, (own, world) =>
    decideJob(own, comment, { sender: author, ...world }),
  );
  expect(exitCode).toBe(0);
  return {
    answer: pull.comments.at(-1)?.body,
    list: list.body,
    calls: tree.forge.calls.slice(from),
  };
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

    const tuesday = await nextDay(tree);
    const wednesday = await nextDay(tree);
    expect(wednesday.states).toEqual({
      ...{ "@ann": "kept", "@bob": "kept", "@cyd": "kept", "@dan": "kept" },
      ...{ "@eve": "opened", "@fay": "opened" },
    });

    const opened = git(tree.bare, "rev-parse", "codemod/@fay").trim();
    const stranger = await decideAs(tree, "mallory", "codemod/@fay", "fay/held/c.ts");
    expect(stranger.answer).toMatch(
      /\*\*refused\*\*.*mallory does not own every file of the action/,
    );
    expect(git(tree.bare, "rev-parse", "codemod/@fay").trim()).toBe(opened);
    const owner = await decideAs(tree, "fay", "codemod/@fay", "fay/held/b.ts");
    expect(owner.answer).toMatch(/\*\*applied\*\*.*fay/);
    expect(owner.list).toMatch(
      /\*\*applied\*\*[^-]*fay\/held\/b\.ts[\s\S]*\*\*refused\*\*[^-]*fay\/held\/c\.ts/,
    );
    const patch = git(tree.bare, "log", "--format=%b", "-p", `${opened}..codemod/@fay`);
    expect(patch.match(/^(?:[-+](?![-+]).*|Sluice-(?:Approved|Reason).*)/gm)).toEqual([
      ...[expect.stringMatching(/^Sluice-Approved: \w{16} by fay$/), "Sluice-Reason: I say so"],
      ...["-f(1);", "+g(1);"],
    ]);

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
      ...{ "@ann": "left", "@cyd": "refreshed", "@dan": "refreshed", "@fay": "left" },
      "codemod/@eve": "closed",
    });
    expect(whys(thursday.report.pulls)).toEqual({
      "@ann": "a person has pushed to its branch",
      "@fay": "an action that a person approved is on its branch",
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
      ...{ "@ann": "left", "@cyd": "kept", "@dan": "kept", "@fay": "left" },
    });
    expect(friday.writes).toEqual([]);
    const days = { monday, tuesday, wednesday, stranger, owner, thursday, friday };
    const calls = Object.entries(days).map(([day, { calls }]) => [day, deedsOf(calls)]);
    expect(Object.fromEntries(calls)).toEqual(WEEK);
  });
});
