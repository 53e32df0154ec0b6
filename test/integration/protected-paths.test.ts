import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, tempRepository, writeTree } from "../support/temp-tree.ts";

/** A recipe that replaces `old` in files, each by an action of its own. */
function recipeFor(edits: readonly (readonly [path: string, old: string])[]): string {
  const calls = edits.map(([path, old], index) => {
    const text = old.replace("old", "new");
    return `      - { id: e${index}, tool: replace_text, with: ${JSON.stringify({ path, old, new: text })} }\n`;
  });
  return `version: 1\nname: r\nsteps:\n  - id: s\n    parallel:\n${calls.join("")}`;
}

const EDITING = recipeFor([
  ["a.yaml", "x: old"],
  ["r.yaml", "an old"],
  ["rules/a.yml", "an old"],
  ["sluice.yaml", "old"],
]);

const RECIPE = `version: 1
name: other
description: an old one
steps: [{ id: s, ast_edit: { paths: [src], rules: [rules/a.yml] } }]
`;

const RULE = "id: a\nlanguage: js\nrule: { pattern: f() }\nfix: g()\nnote: an old\n";

const POLICY = "version: 1\ndefault: { verdict: apply, reason: Yes. }\nrules: []\n";

function treeOf(policy = POLICY) {
  return {
    "editing.yaml": EDITING,
    "r.yaml": RECIPE,
    "rules/a.yml": RULE,
    "p.yaml": `${policy}\norder: queue\n`,
    "src/a.js": "g();\n",
    "a.yaml": "x: old\n",
    "sluice.yaml": "x: old\n",
  };
}

describe("the files that configure a run", () => {
  it("are left as they are, and the report says why", async () => {
    const root = tempRepository(treeOf());
    symlinkSync("r.yaml", join(root, "link.yaml"));
    const argv = ["run", "editing.yaml", "link.yaml", "--policy", "p.yaml"];
    const { report } = await cliReport(root, argv);
    const outcomes = report.actions.map(({ ruleId, facts }) => [
      facts.files[0],
      ruleId,
      facts.runFiles,
    ]);
    expect(outcomes).toEqual([
      ["a.yaml", "default", []],
      ["r.yaml", "protected-run", ["r.yaml"]],
      ["rules/a.yml", "protected-run", ["rules/a.yml"]],
      ["sluice.yaml", "protected-settings", []],
    ]);
    expect(report.actions[1]?.reason).toBe(
      "Touches a protected path (files that configure this run): r.yaml. `lift: [protected-run]` in the policy allows it.",
    );
    expect([readText(root, "a.yaml"), readText(root, "r.yaml")]).toEqual([
      "x: new\n",
      treeOf()["r.yaml"],
    ]);
  });

  it("change if the policy lifts the guard", async () => {
    const root = tempRepository(treeOf(`${POLICY}lift: [protected-run]\n`));
    const { report } = await cliReport(root, [
      "run",
      "editing.yaml",
      "r.yaml",
      "--policy",
      "p.yaml",
    ]);
    expect(report.actions.map(({ state }) => state)).toEqual([
      "applied",
      "applied",
      "applied",
      "discarded",
    ]);
    expect(readText(root, "r.yaml")).toContain("description: an new one\n");
  });
});

describe("a package.json", () => {
  it("keeps its scripts, and changes in all else, edit by edit", async () => {
    const root = tempRepository({
      "r.yaml": recipeFor([
        ["package.json", '"name":"old'],
        ["package.json", '"test":"old'],
        ["package.json", '"description":"old'],
      ]),
      "package.json": '{"name":"old","scripts":{"test":"old"},"description":"old"}\n',
    });
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(report.actions.map(({ ruleId, facts }) => [ruleId, facts.packageScripts])).toEqual([
      ["default", []],
      ["protected-packages", ["package.json"]],
      ["default", []],
    ]);
    expect(readText(root, "package.json")).toBe(
      '{"name":"new","scripts":{"test":"old"},"description":"new"}\n',
    );
  });
});

describe("a plan that is not derived again", () => {
  it("has unknown facts, at which the guards hit", async () => {
    const root = tempRepository({
      "r.yaml": recipeFor([
        ["a.js", "old"],
        ["a.yaml", "old"],
        ["package.json", '"old'],
      ]),
      "a.js": "old;\n",
      "a.yaml": "x: old\n",
      "package.json": '{"name":"old"}\n',
    });
    const plan = await cliReport(root, ["plan", "r.yaml", "--policy", "apply-all", "-o", "p.json"]);
    expect(plan.report.actions.map(({ verdict }) => verdict)).toEqual(["apply", "apply", "apply"]);
    const argv = ["apply", "p.json", "--no-verify", "--policy", "apply-all"];
    const { report } = await cliReport(root, argv);
    expect(report.actions.map(({ ruleId, trace }) => [ruleId, trace[1]?.unknown])).toEqual([
      ["default", undefined],
      ["protected-run", ["runFiles"]],
      ["protected-run", ["runFiles"]],
    ]);
    expect(report.actions[2]?.trace[2]).toMatchObject({
      id: "protected-packages",
      unknown: ["packageScripts"],
    });
  });
});

describe("a root inside a protected folder", () => {
  const files = {
    ".github/workflows/ci.yml": "x: old\n",
    "r.yaml": recipeFor([["workflows/ci.yml", "x: old"]]),
  };

  it("is protected in a run, and in a plan that is decided again", async () => {
    const top = tempRepository(files);
    const root = ["--root", ".github", "--policy", "apply-all"];
    const { report } = await cliReport(top, ["run", "r.yaml", ...root]);
    expect(report.actions.map(({ ruleId, state }) => [ruleId, state])).toEqual([
      ["protected", "discarded"],
    ]);
    const lifting = "version: 1\ndefault: { verdict: apply, reason: Yes. }\nlift: [protected]\n";
    writeTree(top, { "lift.yaml": lifting });
    const plan = ["plan", "r.yaml", "--root", ".github", "--policy", "lift.yaml", "-o", "p.json"];
    expect((await cli(top, plan)).exitCode).toBe(0);
    const applied = await cliReport(top, ["apply", "p.json", "--no-verify", ...root]);
    expect(applied.report.actions.map(({ ruleId }) => ruleId)).toEqual(["protected"]);
    expect(readText(top, ".github/workflows/ci.yml")).toBe("x: old\n");
  });
});
