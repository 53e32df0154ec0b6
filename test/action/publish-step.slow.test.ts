import { join } from "node:path";
import { expect, test } from "vitest";
import { campaignTree, publishPolicy } from "../support/campaign.ts";
import { TOKEN } from "../support/forge/hasty-port.ts";
import { cli } from "../support/run-cli.ts";
import { git } from "../support/temp-tree.ts";
import { runStep } from "./run-step.ts";

test("mode publish keeps the pull requests of a plan with the token of the step", async () => {
  const { root, bare, env, demo } = await campaignTree({
    "sluice.policy.yaml": publishPolicy("{ per: run }"),
    "src/a.ts": "f(1);\n",
  });
  const { PATH: _path, GITHUB_TOKEN: _token, ...job } = env;
  const variables = {
    ...(job as Record<string, string>),
    GITHUB_SHA: git(root, "rev-parse", "HEAD").trim(),
  };
  const plan = join(bare, "plan.json");
  const more = { env: { ...env, ...variables } };
  expect(await cli(root, ["plan", "swap", "-o", plan], more)).toMatchObject({ exitCode: 0 });
  const inputs = { mode: "publish", plan, args: `--remote ${bare}` };
  const without = await runStep(root, inputs, {}, variables);
  expect(without).toMatchObject({ exitCode: 2, outputs: { outcome: "invalid" } });
  expect(without.log).toContain("There is no token in GITHUB_TOKEN or GH_TOKEN.");
  const step = await runStep(root, { ...inputs, "github-token": TOKEN }, {}, variables);
  expect(step).toMatchObject({ exitCode: 0, outputs: { outcome: "ok" } });
  expect(demo.pulls.map(({ branch, state }) => [branch, state])).toEqual([["sluice/swap", "open"]]);

  // A run of an earlier step does, too.
  await runStep(root, { mode: "run", recipes: "swap" }, {}, variables);
  const ofRun = await runStep(
    root,
    { ...inputs, plan: "last", "github-token": TOKEN },
    {},
    variables,
  );
  expect(ofRun).toMatchObject({ exitCode: 0, outputs: { outcome: "ok", plan: "" } });
  expect(ofRun.log).toContain("kept");
  expect(demo.pulls).toHaveLength(1);
});
