import { expect, it } from "vitest";
import { campaignTree, publishDay, publishPolicy, pushAsPerson } from "../support/campaign.ts";
import { isWrite } from "../support/forge/forge-server.ts";
import { git } from "../support/temp-tree.ts";

const FILES = { "a/one.ts": "f(1);\n", "a/held/two.ts": "f(2);\n" };

it("P3 lists what is held in one comment, for those who may approve", async () => {
  const tree = await campaignTree({
    ...FILES,
    "sluice.policy.yaml": publishPolicy("{ per: run }", "approvals: { by: [ann, octo/bees] }\n"),
  });
  const first = await publishDay(tree);
  expect(first.report.pulls?.map(({ state }) => state)).toEqual(["opened"]);
  const [pull] = tree.demo.pulls;
  const held = first.report.actions.find(({ state }) => state === "held");
  expect(pull?.comments.map(({ body }) => body)).toEqual([
    expect.stringMatching(
      /^<!-- sluice publish held campaign=\w{16} -->\n\n<!-- sluice held plan=/,
    ),
  ]);
  expect(pull?.comments[0]?.body).toContain(`- [ ] \`${held?.id.slice(0, 12)}\``);
  expect(pull?.comments[0]?.body).toContain("one of ann, octo/bees");
  const from = tree.forge.calls.length;
  await publishDay(tree);
  expect(tree.forge.calls.slice(from).filter(isWrite)).toEqual([]);
});

it("writes no comment if nobody may approve", async () => {
  const tree = await campaignTree({
    ...FILES,
    "sluice.policy.yaml": publishPolicy("{ per: run }"),
  });
  tree.forge.state.viewer = "github-actions[bot]";
  const { report, exitCode } = await publishDay(tree);
  expect(tree.demo.pulls[0]?.comments).toEqual([]);
  expect(exitCode).toBe(0);
  expect(report.alerts.map(({ code }) => code)).toContain("starts-no-workflows");
});

it("leaves a branch alone that has an action which a person approved", async () => {
  const tree = await campaignTree({
    ...FILES,
    "sluice.policy.yaml": publishPolicy("{ per: run }"),
  });
  const first = await publishDay(tree);
  const campaign = /campaign=(\w+)/.exec(tree.demo.pulls[0]?.body ?? "")?.[1];
  const email = git(tree.bare, "log", "-1", "--format=%ce", "sluice/swap").trim();
  const message = `Apply it\n\nSluice-Publish: ${campaign}\nSluice-Approved: 0123456789abcdef by ann`;
  pushAsPerson(tree, "sluice/swap", { "a/held/two.ts": "g(2);\n" }, { message, email });
  const tip = git(tree.bare, "rev-parse", "sluice/swap");
  const { report } = await publishDay(tree);
  expect(first.report.pulls?.[0]?.state).toBe("opened");
  expect(report.pulls).toMatchObject([
    { state: "left", why: "an action that a person approved is on its branch" },
  ]);
  expect(git(tree.bare, "rev-parse", "sluice/swap")).toBe(tip);
});

it("P1 leaves one alone of which a person has changed the base", async () => {
  const tree = await campaignTree({
    ...FILES,
    "sluice.policy.yaml": publishPolicy("{ per: run }"),
  });
  await publishDay(tree);
  const [pull] = tree.demo.pulls;
  if (pull !== undefined) pull.base = "release";
  const { report } = await publishDay(tree);
  expect(report.pulls).toMatchObject([{ state: "left", why: "a person has changed its base" }]);
  expect(tree.demo.pulls.length).toBe(1);
});
