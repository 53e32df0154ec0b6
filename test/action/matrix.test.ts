import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { cli } from "../support/run-cli.ts";
import { git, readText, tempFolder, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";
import { CHECKOUT } from "./job.ts";
import { runStep } from "./run-step.ts";

interface Job {
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
  readonly steps: readonly {
    readonly uses: string;
    readonly with: Readonly<Record<string, string>>;
  }[];
}

const workflow = parse(readFileSync(join(CHECKOUT, "examples/workflows/matrix.yml"), "utf8")) as {
  readonly jobs: Readonly<Record<"shard" | "merge", Job>>;
};

/** The inputs of the step with Sluice, in one leg of a runner. */
function inputsOf({ steps }: Job, runner: string, leg = "") {
  const inputs = steps.find(({ uses }) => uses.startsWith("sluice/"))?.with ?? {};
  const value = (text: string) =>
    text.replace("${{ runner.temp }}", runner).replace("${{ matrix.shard }}", leg);
  return Object.fromEntries(Object.entries(inputs).map(([name, text]) => [name, value(text)]));
}

it("examples/workflows/matrix.yml makes the plan of one machine (H1)", async () => {
  const files = Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`f${at}.ts`, `f(${at});\n`]));
  const recipe = recipeOf([["f($A)", "String($A)"]], "per: file");
  const root = tempRepository({ "recipes/swap.yaml": recipe, ...files });
  const [runner, artifacts] = [tempFolder(), tempFolder()];
  const { shard, merge } = workflow.jobs;
  const legs = shard.strategy?.matrix.shard ?? [];
  for (const [index, leg] of legs.entries()) {
    const variables = { SLUICE_LEG: `${index}/${legs.length}` };
    const inputs = inputsOf(shard, join(artifacts, "plans"), `${leg}`);
    const { outputs, exitCode } = await runStep(root, inputs, {}, variables);
    expect([exitCode, outputs.plan]).toEqual([0, join(artifacts, `plans/plan-${leg}.json`)]);
  }
  const { exitCode, outputs, summary } = await runStep(root, inputsOf(merge, artifacts), {});
  expect([exitCode, outputs.applied]).toEqual([0, "6"]);
  expect(summary).toContain("## Sluice plan: ok\n");
  await cli(root, ["plan", "swap", "--policy", "safe", "-o", join(runner, "whole.json")]);
  expect(readText(artifacts, "plan.json")).toBe(readText(runner, "whole.json"));
  expect(git(root, "status", "--porcelain")).toBe("");
});
