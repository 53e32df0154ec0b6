import { chmodSync } from "node:fs";
import { expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import { tempRepository, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

it("ends a run in time although git never answers", async () => {
  const root = tempRepository({
    "a.ts": "old(1);\n",
    "r.yaml": recipeOf([["old($A)", "fresh($A)"]]),
  });
  const bin = tempTree({ git: "#!/bin/sh\nwhile :; do sleep 0.1; done\n" });
  chmodSync(`${bin}/git`, 0o755);
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const before = performance.now();
  const { exitCode } = await cliReport(root, ["preview", "r.yaml", "--timeout=300ms"], {
    env,
    after: (milliseconds) => AbortSignal.timeout(milliseconds),
  });
  expect(exitCode).toBe(5);
  expect(performance.now() - before).toBeLessThan(10_000);
});
