import { chmodSync } from "node:fs";
import { expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { tempRepository, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

it.each([
  ["preview", "r.yaml"],
  ["preview", "r.yaml", "--base=HEAD"],
  ["validate", "r.yaml", "--base=HEAD"],
  ["list", "--base=HEAD"],
  ["apply", "plan.json", "--base=HEAD"],
])("ends in time although git never answers: %s %s %s", async (...argv) => {
  const root = tempRepository({
    "a.ts": "old(1);\n",
    "r.yaml": recipeOf([["old($A)", "fresh($A)"]]),
  });
  if (argv[0] === "apply")
    await cliReport(root, ["plan", "r.yaml", "--policy=apply-all", "-o", "plan.json"]);
  const bin = tempTree({ git: "#!/bin/sh\nexec sleep 60\n" });
  chmodSync(`${bin}/git`, 0o755);
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const { exitCode } = await cli(root, [...argv, "--timeout=300ms"], {
    env,
    after: (milliseconds) => AbortSignal.timeout(milliseconds),
  });
  expect(exitCode).toBe(5); // If it waited for git, the test would not end in its time.
});
