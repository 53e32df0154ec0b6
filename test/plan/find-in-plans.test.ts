import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mergeIn, planShards, planWhole, withoutTree } from "../support/merged-shards.ts";
import { cliReport } from "../support/run-cli.ts";
import { git, readText, tempFolder, tempRepository, writeTree } from "../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
steps:
  - id: log
    find: { pat: "log($A)", message: "Log $A" }
    expect: { notMoreThan: base }
  - id: swap
    ast_edit: { ops: [{ pat: "f($A)", out: "String($A)" }] }
  - id: left
    find: { pat: "f($A)" }
    expect: { maxFindings: 0 }
`;
const FILES = Object.fromEntries(
  Array.from({ length: 5 }, (_, at) => [`src/f${at}.ts`, `log(${at});\nf(${at});\n`] as const),
);
const TREE = { files: { "r.yaml": RECIPE, ...FILES }, argv: ["--policy", "apply-all"] };
const REFUSED = /\[base-unavailable\]/;
const BASED = { ...TREE, argv: [...TREE.argv, "--base", "HEAD"] };

describe("a plan of a recipe that finds", () => {
  it("is derived again with the base that it names, and has no findings of its own", async () => {
    const root = tempRepository(TREE.files);
    const folder = tempFolder();
    const plan = join(folder, "plan.json");
    const made = await cliReport(root, ["plan", "r.yaml", ...BASED.argv, "-o", plan]);
    expect(made.report).toMatchObject({ exitCode: 0, steps: [{ found: { total: 5 } }, {}, {}] });
    expect(JSON.parse(readText(folder, "plan.json")).base.compared).toBe(
      git(root, "rev-parse", "HEAD").trim(),
    );
    const { report } = await cliReport(root, ["apply", plan, "--verify"]);
    expect(report).toMatchObject({ exitCode: 0, steps: [] });
    expect(report.findings).toBeUndefined();
    expect(readText(root, "src/f0.ts")).toBe("log(0);\nString(0);\n");
  });

  it.each([
    ["a new file", "new.ts", []],
    ["a file that git was told to take for unchanged", "f0.ts", ["--assume-unchanged"]],
    ["one that it was told to skip", "f0.ts", ["--skip-worktree"]],
  ])("is not made if an expectation is not met, by %s", async (_what, name, marks) => {
    const root = tempRepository(TREE.files);
    if (marks.length > 0) git(root, "update-index", ...marks, `src/${name}`);
    writeTree(root, { [`src/${name}`]: "log(9);\nlog(8);\n" });
    const { report } = await cliReport(root, ["plan", "r.yaml", ...BASED.argv, "-o", "p.json"]);
    expect(report.exitCode).toBe(1);
    expect(() => readText(root, "p.json")).toThrow();
  });
});

describe("shards of a recipe that finds", () => {
  it("have the findings, the ratchet and the plan of one machine once they are merged (H1)", async () => {
    const plans = await planShards(BASED, 2);
    const merged = await mergeIn(plans.root, plans, "--format", "json");
    expect(merged.text).toBe(await planWhole(plans, BASED));
    const whole = await cliReport(plans.root, ["preview", "r.yaml", ...BASED.argv]);
    const { findings, steps } = JSON.parse(merged.stdout);
    expect(findings).toHaveLength(5);
    expect({ findings, steps }).toEqual({
      findings: whole.report.findings,
      steps: whole.report.steps,
    });
  });

  it("fail where they are merged if there is more than at the base", async () => {
    const change = (root: string) => writeTree(root, { "src/f1.ts": "log(1);\nlog(2);\nf(1);\n" });
    const plans = await planShards({ ...BASED, change }, 2);
    const { exitCode, stdout, text } = await mergeIn(plans.root, plans, "--format", "json");
    expect({ exitCode, text }).toEqual({ exitCode: 1, text: "" });
    expect(stdout).toContain("where there are 5, and there are 6. New: src/f1.ts:2.");
  });

  it("are not merged without their tree", async () => {
    const plans = await planShards(BASED, 2);
    const { exitCode, stderr } = await mergeIn(withoutTree(BASED), plans);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(REFUSED) });
  });
});
