import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import { readText, tempRepository } from "../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit:
      per: file
      rules: [rules/a.yml]
`;

const RULE = `id: a
language: yaml
rule: { kind: plain_scalar, regex: "^old$" }
fix: new
`;

const POLICY = "version: 1\ndefault: { verdict: apply, reason: Yes. }\n# old\nrules: []\n";

function treeOf(policy = POLICY) {
  return {
    "r.yaml": `${RECIPE}description: old\n`,
    "rules/a.yml": `${RULE}note: old\n`,
    "p.yaml": `${policy}\norder: queue\n`,
    "a.yaml": "x: old\n",
    "sluice.yaml": "x: old\n",
  };
}

describe("the files that configure a run", () => {
  it("are left as they are, and the report says why", async () => {
    const root = tempRepository(treeOf());
    symlinkSync("r.yaml", join(root, "link.yaml"));
    const argv = ["run", "link.yaml", "--policy", "p.yaml"];
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
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "p.yaml"]);
    expect(report.actions.map(({ state }) => state)).toEqual([
      "applied",
      "applied",
      "applied",
      "discarded",
    ]);
    expect(readText(root, "r.yaml")).toContain("description: new\n");
  });
});

describe("a package.json", () => {
  const json = (from: string, to: string) =>
    `version: 1\nname: r\nsteps: [{ id: s, ast_edit: { per: match, lang: json, paths: ["**/package.json"], ops: [{ pat: '"${from}"', out: '"${to}"' }] } }]\n`;

  it("keeps its scripts, and changes in all else, replacement by replacement", async () => {
    const root = tempRepository({
      "r.yaml": json("old", "new"),
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
      "r.yaml": `version: 1
name: r
steps:
  - { id: a, ast_edit: { paths: [a.js], ops: [{ pat: old, out: new }] } }
  - { id: b, ast_edit: { lang: yaml, paths: [a.yaml], ops: [{ pat: "x: old", out: "x: new" }] } }
  - { id: c, ast_edit: { lang: json, paths: [package.json], ops: [{ pat: '"old"', out: '"new"' }] } }
`,
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
