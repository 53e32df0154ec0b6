import { expect, it } from "vitest";
import { campaignTree, publishPolicy } from "../support/campaign.ts";
import { planDay, publishKilled } from "../support/killed-campaign.ts";

it("P1 asks for the merge of a draft once it is none, also if it was killed between the two", async () => {
  const tree = await campaignTree({
    "sluice.policy.yaml": publishPolicy(
      "{ per: run, branch: codemod, autoMerge: whenGreen, draft: whileChecksFail }",
    ),
    "a.ts": "f(1);\n",
  });
  const plan = await planDay(tree);
  await publishKilled(tree, plan);
  const [pull] = tree.demo.pulls;
  if (pull === undefined) throw new Error("There is no pull request.");
  expect(pull).toMatchObject({ isDraft: true, autoMerge: undefined });
  pull.checks = "SUCCESS";
  await publishKilled(tree, plan, { write: 1, isDone: true });
  expect(pull).toMatchObject({ isDraft: false, autoMerge: undefined });
  await publishKilled(tree, plan);
  expect(pull.autoMerge).toEqual({ method: "MERGE" });
  expect((await publishKilled(tree, plan)).writes).toEqual([]);
  // A person who takes that back is right.
  pull.autoMerge = undefined;
  expect((await publishKilled(tree, plan)).writes).toEqual([]);
});
