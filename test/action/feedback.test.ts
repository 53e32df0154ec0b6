import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { git, tempFolder, tempRepository, writeTree } from "../support/temp-tree.ts";
import { runStep } from "./run-step.ts";

const RECIPE = `version: 1
name: swap
inputs:
  function: { type: string, default: equal }
steps:
  - id: swap
    ast_edit:
      paths: ["**/*.ts"]
      ops: [{ pat: "\${{ inputs.function }}($A, $B)", out: "\${{ inputs.function }}($B, $A)" }]
`;
const FILES = {
  "swap.yaml": RECIPE,
  "src/a b.ts": "// 1\n// 2\nequal(a, b);\r\n/*\n::set-output name=x::y\n*/\nequal(c, d)",
  "src/c.ts": "same(a, b);\n",
};
const APPLY = { recipes: "swap.yaml", policy: "apply-all" };

const step = (root: string, inputs: Readonly<Record<string, string>>, runner = tempFolder()) =>
  runStep(root, inputs, {}, { RUNNER_TEMP: runner });

describe("what a step leaves to later ones", () => {
  test("a preview leaves a report, a patch that git applies, and the list of its files", async () => {
    const root = tempRepository(FILES);
    const { outputs } = await step(root, APPLY);
    expect(JSON.parse(outputs["changed-files"] ?? "")).toEqual(["src/a b.ts"]);
    expect(JSON.parse(readFileSync(outputs.report ?? "", "utf8"))).toMatchObject({ exitCode: 0 });
    expect(outputs.plan).toBe("");
    expect(git(root, "status", "--porcelain")).toBe("");
    git(root, "apply", "--whitespace=nowarn", outputs.patch ?? "");
    expect(readFileSync(join(root, "src/a b.ts"), "utf8")).toBe(
      "// 1\n// 2\nequal(b, a);\r\n/*\n::set-output name=x::y\n*/\nequal(d, c)",
    );
  });

  test("without a change there is no patch", async () => {
    const root = tempRepository({ "swap.yaml": RECIPE, "a.ts": "" });
    const { outputs } = await step(root, APPLY);
    expect(outputs).toMatchObject({ patch: "", "changed-files": "[]" });
  });

  test("reports that were asked for are the ones that are left", async () => {
    const root = tempRepository(FILES);
    const reports = "json=out/r.json, patch=out/p.patch";
    const { outputs } = await step(root, { ...APPLY, reports });
    expect(outputs).toMatchObject({
      report: join(root, "out/r.json"),
      patch: join(root, "out/p.patch"),
    });
  });

  test("in another working directory files are named as the runner names them", async () => {
    const root = tempRepository(FILES);
    const inputs = { ...APPLY, recipes: "../swap.yaml", "working-directory": "src" };
    const { outputs } = await step(root, inputs);
    expect(JSON.parse(outputs["changed-files"] ?? "")).toEqual(["src/a b.ts"]);
    expect(readFileSync(outputs.patch ?? "", "utf8")).toContain("--- a/a b.ts\t\n");
  });

  test("a plan is named where it was written and where it was applied, and not if there is none", async () => {
    const root = tempRepository(FILES);
    const plan = join(tempFolder(), "plan.json");
    const made = await step(root, { ...APPLY, mode: "plan", plan });
    expect(made).toMatchObject({ exitCode: 0, outputs: { plan } });
    const used = await step(root, { mode: "apply", plan });
    expect(used).toMatchObject({ exitCode: 0, outputs: { plan, applied: "1" } });
    expect(used.outputs.patch).not.toBe("");
    const none = await step(root, { recipes: "gone.yaml", mode: "plan", plan });
    expect(none).toMatchObject({ exitCode: 2, outputs: { plan: "", patch: "" } });
  });

  test("a plan that is missing is told, and nothing was written", async () => {
    const root = tempRepository(FILES);
    const { exitCode, log } = await step(root, { mode: "apply", plan: "gone.json" });
    expect(exitCode).toBe(2);
    expect(log).toMatch(/^::error .*gone\.json/m);
    expect(git(root, "status", "--porcelain")).toBe("");
  });

  test("values of `inputs` reach the recipe, and `since` narrows the run", async () => {
    const root = tempRepository(FILES);
    const named = await step(root, { ...APPLY, inputs: "function=same" });
    expect(named.outputs["changed-files"]).toBe('["src/c.ts"]');
    writeTree(root, { "src/d.ts": "equal(1, 2);\n" });
    const since = await step(root, { ...APPLY, since: "HEAD" });
    expect(since.outputs["changed-files"]).toBe('["src/d.ts"]');
  });
});

describe("how a step ends and tells it", () => {
  test("`check` fails on a change, with an annotation at its first line", async () => {
    const root = tempRepository(FILES);
    const { exitCode, annotations, outputs } = await step(root, { ...APPLY, check: "true" });
    expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 1, outcome: "failed" });
    expect(annotations).toHaveLength(1);
    expect(annotations[0]).toMatch(
      /^::error file=src\/a b\.ts,line=3,title=swap › swap::would apply: .*/,
    );
  });

  test("`fail-on` fails on what it names, whatever the exit code of the run", async () => {
    const root = tempRepository(FILES);
    const held = { ...APPLY, policy: "hold-all" };
    const change = await step(root, { ...APPLY, "fail-on": "change" });
    expect(change).toMatchObject({ exitCode: 1, outputs: { "exit-code": "1", outcome: "ok" } });
    expect(change.annotations).toHaveLength(1);
    expect(await step(root, { ...held, "fail-on": "held" })).toMatchObject({ exitCode: 4 });
    expect(await step(root, { ...held, mode: "run", "fail-on": "never" })).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { outcome: "held", "exit-code": "0" },
    });
    const discarding = `version: 1\ndefault: { verdict: discard, reason: No. }\n`;
    writeTree(root, { "p.yaml": discarding });
    const inputs = { ...APPLY, policy: "p.yaml", "fail-on": "discarded" };
    const discarded = await step(root, inputs);
    expect(discarded).toMatchObject({ exitCode: 1, outputs: { discarded: "1" } });
    expect(discarded.annotations[0]).toContain("discarded: ");
  });

  test("annotations and the summary can be left out, but the outputs stay", async () => {
    const root = tempRepository(FILES);
    const inputs = { ...APPLY, check: "true", annotations: "false", summary: "false" };
    const { exitCode, annotations, summary, outputs } = await step(root, inputs);
    expect({ exitCode, annotations, summary }).toEqual({
      exitCode: 1,
      annotations: [],
      summary: "",
    });
    expect(outputs.applied).toBe("1");
  });

  test("wrong inputs are always annotated, and leave no file", async () => {
    const root = tempRepository(FILES);
    const runner = tempFolder();
    const { exitCode, annotations } = await step(
      root,
      { ...APPLY, annotations: "false", mode: "preveiw" },
      runner,
    );
    expect({ exitCode, count: annotations.length }).toEqual({ exitCode: 2, count: 1 });
    expect(existsSync(join(runner, "sluice-test-run"))).toBe(false);
  });
});
