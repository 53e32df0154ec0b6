import { expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";

const MODEL =
  'model: { provider: openai-compatible, name: m, baseUrl: "http://10.0.0.1:9/v1", apiKeyEnv: KEY }';

const RECIPE = `version: 1
name: r
expect: { minReplacements: 2 }
steps:
  - id: edit
    ast_edit: { ops: [{ pat: "old($A)", out: "fresh($A)" }], paths: ["src/**"] }
  - id: ask
    prompt: Follow @docs/how.md.
    attach: [src/a.ts]
    ${MODEL}
`;
const FILES = { "r.yaml": RECIPE, "docs/how.md": "Say please.\n", "src/a.ts": "old(1);\n" };

it("prints the task of a prompt step and nothing else, and asks no model and for no consent", async () => {
  const root = tempTree(FILES);
  const { exitCode, stdout, stderr } = await cli(root, ["preview", "r.yaml", "--handoff"]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toMatch(/^Follow @docs\/how\.md\.\n\n## Attached\n/);
  expect(stdout).toContain("[File: docs/how.md]\n```text\nSay please.\n```\n");
  expect(stdout).toContain("\n    sluice propose - --policy FILE < PATCH\n");
  expect(await cli(root, ["preview", "r.yaml"])).toHaveProperty("exitCode", 2);
});

it.each([
  [["--format", "json"], "--handoff prints tasks, and no report."],
  [["--replay", "x.json"], "--handoff asks no model: leave --record and --replay out."],
  [["--record", "x.json"], "--handoff asks no model: leave --record and --replay out."],
])("refuses %j beside it", async (args, words) => {
  const root = tempTree(FILES);
  const { exitCode, stdout, stderr } = await cli(root, ["preview", "r.yaml", "--handoff", ...args]);
  expect(exitCode).toBe(2);
  expect(stdout + stderr).toContain(words);
});

it("refuses recipes without a prompt step", async () => {
  const root = tempTree({ "r.yaml": RECIPE.slice(0, RECIPE.indexOf("  - id: ask")) });
  const { exitCode, stdout, stderr } = await cli(root, ["preview", "r.yaml", "--handoff"]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain("hint: Name a recipe with a step `prompt`, or leave --handoff out.");
});
