import { expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";

it.each([
  "order: stack",
  "transaction: run",
  "onApplyError: discard",
  "maxCheckRuns: 3",
  "allow: { env: [A] }",
  "lift: [protected]",
])("a file with `%s` is checked as a policy, also without rules", async (line) => {
  const own = tempTree({ "p.yaml": `version: 1\n${line}\n` });
  const missing = await cli(own, ["validate", "p.yaml"]);
  expect(missing.exitCode).toBe(2);
  expect(missing.stdout + missing.stderr).toContain("Missing key `default`.");
  expect(missing.stdout + missing.stderr).not.toContain("steps");
  const whole = tempTree({ "p.yaml": `version: 1\nextends: safe\n${line}\n` });
  expect((await cli(whole, ["validate", "p.yaml"])).exitCode).toBe(0);
});
