import { expect, it } from "vitest";
import { forgePlan } from "../../support/forge-plan.ts";
import { cli } from "../../support/run-cli.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

async function planned(): Promise<string> {
  const root = tempTree({
    "a.ts": "old(1);\n",
    "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
  });
  const argv = ["plan", "recipe.yaml", "-o", "plan.json", "--policy", "apply-all", "--no-cache"];
  expect((await cli(root, argv)).exitCode).toBe(0);
  return root;
}

it("refuses a --recipe that is no file, also where the plan needs none", async () => {
  const root = await planned();
  const { exitCode, stderr } = await cli(root, ["apply", "plan.json", "--recipe", "nope.yaml"]);
  expect([exitCode, readText(root, "a.ts")]).toEqual([2, "old(1);\n"]);
  expect(stderr).toContain("There is no file nope.yaml, which --recipe names.");
});

it("refuses a part of a plan", async () => {
  const root = await planned();
  forgePlan(root, (plan) => {
    plan.shard = { index: 1, total: 2, by: "path", tree: "0".repeat(64), files: ["a.ts"] };
  });
  const { exitCode, stderr } = await cli(root, ["apply", "plan.json"]);
  expect([exitCode, readText(root, "a.ts")]).toEqual([2, "old(1);\n"]);
  expect(stderr).toContain("the plan of shard 1 of 2. Only a whole plan can be applied.");
});
