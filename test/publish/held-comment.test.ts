import { expect, it } from "vitest";
import { campaignTree, publishDay, publishPolicy } from "../support/campaign.ts";
import { isWrite } from "../support/forge/forge-server.ts";

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
