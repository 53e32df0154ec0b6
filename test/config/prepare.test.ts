import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asNobody } from "../support/as-nobody.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, snapshot, tempFolder, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const GOOD = recipeOf([["old($A)", "fresh($A)"]]);
const FILES = { "a.ts": "old(1);\n", "recipe.yaml": GOOD };

interface Case {
  readonly what: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  /** Of the first diagnostic: `path:line:column code`. */
  readonly place: string;
  readonly says: string;
}

const ARGV = ["run", "recipe.yaml", "--policy", "apply-all"];

describe("bad input answers 2, says where and what, runs and writes nothing", () => {
  it.each<Case>([
    {
      what: "broken YAML",
      files: { "recipe.yaml": "version: 1\nsteps: {{\n" },
      place: "recipe.yaml:3:1 yaml-syntax",
      says: "Flow map",
    },
    {
      what: "a key that is missing",
      files: { "recipe.yaml": GOOD.replace("steps", "stages") },
      place: "recipe.yaml:1:1 missing-key",
      says: "`steps`",
    },
    {
      what: "a pattern of too many levels",
      files: { "recipe.yaml": recipeOf([[`${"f(".repeat(2000)}$A${")".repeat(2000)}`, "b"]]) },
      place: "recipe.yaml:6:18 invalid-pattern",
      says: "is nested too deeply",
    },
    {
      what: "a wrong type",
      files: { "recipe.yaml": GOOD.replace("ops:", "maxFiles: x\n      ops:") },
      place: "recipe.yaml:5:17 invalid-value",
      says: "must be a number",
    },
    {
      what: "a duplicate step id",
      files: {
        "recipe.yaml": `${GOOD}  - id: edit\n    ast_edit: { ops: [{ pat: "a()", out: "b()" }] }\n`,
      },
      place: "recipe.yaml:7:9 duplicate-id",
      says: "`edit`",
    },
    {
      what: "an undeclared input",
      argv: [...ARGV, "--input", "x=1"],
      place: "undefined:undefined:undefined undeclared-input",
      says: "`x`",
    },
    {
      what: "a missing required input",
      files: {
        "recipe.yaml": `inputs: { m: { required: true } }\n${GOOD.replace("fresh(", "${{ inputs.m }}(")}`,
      },
      place: "recipe.yaml:1:11 missing-input",
      says: "--input m=…",
    },
    {
      what: "A24 a pattern that does not parse",
      files: {
        "recipe.yaml": recipeOf([
          ["a()", "b()"],
          ["foo(", "b()"],
        ]),
      },
      place: "recipe.yaml:7:18 invalid-pattern",
      says: "ops[1]",
    },
    {
      what: "A7 a pattern that no language accepts",
      files: { "recipe.yaml": recipeOf([["){", "b"]]) },
      place: "recipe.yaml:6:18 invalid-pattern",
      says: "ops[0]",
    },
    {
      what: "a metavariable that the pattern does not bind",
      files: { "recipe.yaml": recipeOf([["a($A)", "b($B)"]]) },
      place: "recipe.yaml:6:32 invalid-pattern",
      says: "$B",
    },
    {
      what: "A6 an unknown language",
      files: { "recipe.yaml": recipeOf([["a()", "b()"]], "lang: typescrip") },
      place: "recipe.yaml:5:13 unknown-language",
      says: "Did you mean `typescript`? Supported: ",
    },
    {
      what: "an unknown language of a command",
      files: {
        "recipe.yaml": "version: 1\nsteps:\n  - command: [fmt]\n    languages: [typescrip]\n",
      },
      place: "recipe.yaml:4:17 unknown-language",
      says: "Did you mean `typescript`? Supported: ",
    },
    {
      what: "a path that leaves the root",
      files: { "recipe.yaml": recipeOf([["a()", "b()"]], "paths: [../x]") },
      place: "recipe.yaml:5:15 path-out-of-root",
      says: "`..` is not allowed",
    },
    {
      what: "A4 a path that does not exist",
      files: { "recipe.yaml": recipeOf([["a()", "b()"]], "paths: [a.ts, nope.ts]") },
      place: "recipe.yaml:5:21 file-not-found",
      says: "nope.ts",
    },
    {
      what: "an empty recipe list",
      argv: ["run", "--policy", "apply-all"],
      place: "undefined:undefined:undefined no-recipes",
      says: "sluice list",
    },
    {
      what: "a recipe that is not there",
      argv: ["run", "nope.yaml", "--policy", "apply-all"],
      place: "undefined:undefined:undefined file-not-found",
      says: "nope.yaml",
    },
    {
      what: "an unknown recipe name",
      files: { "recipes/rename-it.yaml": GOOD },
      argv: ["run", "rename-its", "--policy", "apply-all"],
      place: "undefined:undefined:undefined recipe-not-found",
      says: "Did you mean `rename-it`?",
    },
    {
      what: "a policy that is a list",
      files: { "p.yaml": "- a\n" },
      argv: ["run", "recipe.yaml", "--policy", "p.yaml"],
      place: "p.yaml:1:1 invalid-value",
      says: "must be a map",
    },
    {
      what: "a policy that is not there",
      argv: ["run", "recipe.yaml", "--policy", "aply-all"],
      place: "aply-all:undefined:undefined file-not-found",
      says: "Did you mean `apply-all`?",
    },
    {
      what: "no policy",
      argv: ["run", "recipe.yaml"],
      place: "undefined:undefined:undefined policy-missing",
      says: "sluice.policy.yaml",
    },
    {
      what: "an inputs file that is a list",
      files: { "in.yaml": "- a\n" },
      argv: [...ARGV, "--inputs-file", "in.yaml"],
      place: "in.yaml:1:1 invalid-value",
      says: "map",
    },
    {
      what: "an inputs file that is not there",
      argv: [...ARGV, "--inputs-file", "in.yaml"],
      place: "in.yaml:undefined:undefined file-not-found",
      says: "in.yaml",
    },
    {
      what: "a root that is no folder",
      argv: [...ARGV, "--root", "a.ts"],
      place: "undefined:undefined:undefined invalid-root",
      says: "not a folder",
    },
    {
      what: "a folder without recipes",
      files: { "dir.yaml/x": "" },
      argv: ["run", "dir.yaml", "--policy", "apply-all"],
      place: "undefined:undefined:undefined no-recipes",
      says: "dir.yaml",
    },
    {
      what: "a recipe that is binary",
      files: { "recipe.yaml": "\0\0" },
      place: "recipe.yaml:1:1 invalid-value",
      says: "must be a map",
    },
  ])("$what", async ({ files = {}, argv = ARGV, place, says }) => {
    const root = tempTree({ ...FILES, ...files });
    const before = snapshot(root);
    const { exitCode, report, stderr } = await cliReport(root, argv);
    const [first] = report.diagnostics;
    expect(`${first?.path}:${first?.line}:${first?.column} ${first?.code}`).toBe(place);
    expect(stderr).toContain(says);
    expect([exitCode, report.outcome, report.exitCode, report.actions]).toEqual([
      2,
      "invalid",
      2,
      [],
    ]);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(snapshot(root)).toEqual(before);
  });

  it("names the three built-in policies where there is none", async () => {
    const { stderr } = await cli(tempTree(FILES), ["run", "recipe.yaml"]);
    for (const name of ["apply-all", "safe", "safe-for-agents", "hold-all"])
      expect(stderr).toContain(name);
  });

  it("tells the problems of recipes, inputs and policy together", async () => {
    const root = tempTree({ ...FILES, "bad.yaml": "version: 3\n", "p.yaml": "version: 1\n" });
    const { report } = await cliReport(root, [
      "run",
      "recipe.yaml",
      "bad.yaml",
      "nope",
      "--policy",
      "p.yaml",
      "--input",
      "z=1",
    ]);
    expect(report.diagnostics.map(({ path, code }) => [path, code])).toEqual([
      [undefined, "recipe-not-found"],
      [undefined, "undeclared-input"],
      ["bad.yaml", "missing-key"],
      ["bad.yaml", "invalid-value"],
      ["p.yaml", "missing-key"],
    ]);
  });
});

describe("arguments that are not understood answer 2, with what was probably meant", () => {
  it.each<[argv: string[], says: string[]]>([
    [
      ["run", "recipe.yaml", "--polcy", "x"],
      ["polcy", "Did you mean --policy?"],
    ],
    [
      ["rn", "recipe.yaml"],
      ["`rn`", "Did you mean `run`?"],
    ],
    [[], ["No command", "Type one of these first", "sluice preview NAME", "sluice doctor"]],
    [
      ["run", "recipe.yaml", "--format", "jso"],
      ["`jso`", "Did you mean `json`?"],
    ],
    [
      ["run", "recipe.yaml", "--report", "xml=x"],
      ["`xml`", "pretty, json, jsonl, patch"],
    ],
    [
      ["run", "recipe.yaml", "--report", "json=x", "--report", "jsonl=x"],
      ["two reports", "x"],
    ],
    [
      ["run", "recipe.yaml", "--timeout", "soon"],
      ["`soon`", "invalid duration", "5m"],
    ],
    [
      ["run", "recipe.yaml", "--timeout", "0s"],
      ["`0s`", "invalid duration", "5m"],
    ],
    [
      ["run", "recipe.yaml", "--input", "novalue"],
      ["`novalue`", "name=value"],
    ],
    [
      ["run", "recipe.yaml", "--input", "a=1", "--input", "a=2"],
      ["`a`", "twice"],
    ],
    [
      ["run", "recipe.yaml", "--color", "red"],
      ["`red`", "auto, always, never"],
    ],
    [["run", "recipe.yaml", "--policy"], ["policy"]],
    [["list", "--format", "xml"], ["`xml`"]],
    [["validate", "--format", "xml"], ["`xml`"]],
  ])("%j", async (argv, says) => {
    const root = tempTree(FILES);
    const before = snapshot(root);
    const { exitCode, stderr, stdout } = await cli(root, argv);
    expect(exitCode).toBe(2);
    for (const part of says) expect(stderr).toContain(part);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe("");
    expect(snapshot(root)).toEqual(before);
  });
});

describe("files that cannot be edited are reported, and the rest goes on", () => {
  it("binary, not UTF-8, UTF-16 and empty files", async () => {
    const root = tempTree({
      ...FILES,
      "binary.ts": "old(1);\0",
      "latin1.ts": Buffer.from("old('é');", "latin1"),
      "utf16.ts": Buffer.from("\uFEFFold(1);", "utf16le"),
      "empty.ts": "",
    });
    const { exitCode, report } = await cliReport(root, ARGV);
    expect(exitCode).toBe(0);
    expect(report.skipped).toEqual([
      { path: "binary.ts", step: "edit", why: "binary" },
      { path: "empty.ts", step: "edit", why: "empty" },
      { path: "latin1.ts", step: "edit", why: "not-utf8" },
      { path: "utf16.ts", step: "edit", why: "not-utf8", detail: "UTF-16" },
    ]);
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
  });

  it("a root without any files", async () => {
    const root = tempFolder();
    const recipe = join(tempTree(FILES), "recipe.yaml");
    const { exitCode, report } = await cliReport(root, ["run", recipe, "--policy", "apply-all"]);
    expect(exitCode).toBe(0);
    expect(report.alerts.map(({ code }) => code)).toEqual(["no-replacements"]);
  });

  it("A19 a folder in which nothing can be written fails the action, and nothing is written", async () => {
    const root = tempTree({ "recipe.yaml": GOOD, "a/x.ts": "old(1);\n", "b/x.ts": "old(2);\n" });
    mkdirSync(join(root, "b"), { recursive: true });
    chmodSync(join(root, "b"), 0o555);
    const before = snapshot(root);
    const { exitCode, report } = await asNobody(root, () => cliReport(root, ARGV));
    chmodSync(join(root, "b"), 0o755);
    expect(snapshot(root)).toEqual(before);
    expect(exitCode).toBe(1);
    expect(report.actions[0]).toMatchObject({
      state: "held",
      applyError: expect.stringContaining("Apply failed: EACCES"),
    });
  });

  it("R29 an action whose apply failed is held, and can be tried again or discarded later, without a model", async () => {
    const tree = { "a/x.ts": "old(1);\n", "b/x.ts": "old(2);\n", "recipe.yaml": GOOD };
    const root = tempTree(tree);
    chmodSync(join(root, "b"), 0o555);
    const { report } = await asNobody(root, () => cliReport(root, ARGV));
    const [action] = report.actions;
    const error = expect.stringContaining("Apply failed: EACCES");
    expect(report).toMatchObject({ exitCode: 1, totals: { held: 1, failed: 0, applied: 0 } });
    expect(report.totals.ledger).toMatchObject({ found: 2, held: 2 });
    expect(action).toMatchObject({ ruleId: "apply-failed", verdict: "hold", reason: error });
    const again = ["resolve", report.run.id, action?.id ?? "", "apply", "--reason", "Once more."];
    const newRunId = () => "later";
    expect(await asNobody(root, () => cli(root, again, { newRunId }))).toMatchObject({
      exitCode: 1,
    });
    expect(readText(root, "a/x.ts")).toBe("old(1);\n"); // Nothing is half-written.
    chmodSync(join(root, "b"), 0o755);
    expect(await asNobody(root, () => cli(root, again, { newRunId }))).toMatchObject({
      exitCode: 0,
    });
    expect([readText(root, "a/x.ts"), readText(root, "b/x.ts")]).toEqual([
      "fresh(1);\n",
      "fresh(2);\n",
    ]);
  });

  it("a file that may not be read is reported; one that may not be written fails its action", async () => {
    const root = tempTree({
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
      "a.ts": "old(1);\n",
      "b.ts": "old(2);\n",
      "c.ts": "old(3);\n",
    });
    chmodSync(join(root, "a.ts"), 0o000);
    chmodSync(join(root, "b.ts"), 0o444);
    const { exitCode, report } = await asNobody(root, () => cliReport(root, ARGV));
    expect(exitCode).toBe(1);
    expect(report.skipped).toEqual([
      { path: "a.ts", step: "edit", why: "unreadable", detail: "EACCES" },
    ]);
    expect(report.actions.map(({ state }) => state)).toEqual(["held", "applied"]);
    expect([readText(root, "b.ts"), readText(root, "c.ts")]).toEqual(["old(2);\n", "fresh(3);\n"]);
  });
});
