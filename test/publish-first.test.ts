import { expect, it } from "vitest";
import { campaignTree, publishDay, publishPolicy } from "./support/campaign.ts";
import { git } from "./support/temp-tree.ts";

it("opens one", async () => {
  const tree = await campaignTree({
    "sluice.policy.yaml": publishPolicy("{ per: owner, labels: [codemod] }"),
    CODEOWNERS: "/a/ @ann\n/b/ @octo/bees\n",
    "a/one.ts": "f(1);\n",
    "b/two.ts": "f(2);\n",
    "b/held/three.ts": "f(3);\n",
  });
  tree.demo.rights.set("ann", "write");
  const day = await publishDay(tree);
  console.log(day.stderr, JSON.stringify(day.report.pulls, null, 1));
  console.log(tree.demo.pulls.map((p) => p.body).join("\n=====\n"));
  console.log(git(tree.bare, "log", "--all", "--format=%H %s%n%b"));
  expect(day.exitCode).toBe(0);
});
