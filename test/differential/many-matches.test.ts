import { expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import { tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const COUNT = 130_000;

it("previews a file with more matches than a call takes arguments", {
  timeout: 120_000,
}, async () => {
  const ops: [string, string][] = [
    ["foo($A)", "bar($A)"],
    ["bar($A)", "baz($A)"],
  ];
  const root = tempRepository({
    "a.ts": "foo(1);\n".repeat(COUNT),
    "r.yaml": recipeOf(ops, "passes: 2"),
  });
  const { report } = await cliReport(root, ["preview", "r.yaml"]);
  expect(report.alerts).toEqual([]);
  const [action] = report.actions;
  expect(action?.facts.replacements).toBe(COUNT);
  expect(action?.files[0]?.additions).toBe(COUNT);
});
