import { expect, it } from "vitest";
import { campaignTree, publishDay, publishPolicy, pushAsPerson } from "../support/campaign.ts";
import { git } from "../support/temp-tree.ts";

const FILES = { "a/one.ts": "f(1);\n", "a/held/two.ts": "f(2);\n" };

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
