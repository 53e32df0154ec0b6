import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";

const RECIPE = `version: 1
description: Rename a function.
inputs:
  from: { type: string, required: true, pattern: "\\\\w+", description: Its name }
  how: { type: enum, values: [shallow, deep], default: deep }
scope: { include: ["src/**"], exclude: ["**/*.gen.ts"] }
expect: { minReplacements: 1 }
onHeld: stop
steps:
  - id: one
    when: inputs.how == "deep"
    ast_edit: { paths: ["src/**/*.ts"], per: file, ops: [{ pat: "\${{ inputs.from }}($A)", out: "b($A)" }] }
  - id: two
    parallel:
      - { id: rules, ast_edit: { rules: ["rules/*.yml"], lang: ts } }
      - { id: own, tool: rename, with: {} }
  - { id: three, prompt: Look at it., model: { provider: none } }
`;

describe("sluice show", () => {
  it("shows the inputs, the files and the steps of a recipe, and where it is", async () => {
    const root = tempTree({ "recipes/rename.yaml": RECIPE });
    expect(await cli(root, ["show", "rename"])).toEqual({
      exitCode: 0,
      stderr: "",
      stdout: `rename
  Rename a function.
  file:      recipes/rename.yaml
  include:   src/**
  exclude:   **/*.gen.ts
  expects:   minReplacements 1
  on hold:   stop
inputs
  from: string, matches \\w+, required. Its name
  how: shallow|deep, default "deep"
steps
  one: ast_edit, 1 op; in src/**/*.ts; one action per file (when inputs.how == "deep")
  two: parallel, 2 calls at once
    rules: ast_edit, rules of rules/*.yml; language ts
    own: tool, calls rename
  three: prompt, builds a conversation, asks no model
`,
    });
  });

  it("names the recipes of the same name that it hides, and for programs prints one object", async () => {
    const root = tempTree({
      "recipes/one.yaml": RECIPE,
      ".sluice/recipes/one.yml": RECIPE,
      "shipped/one/recipe.yaml": RECIPE,
    });
    const world = { shippedRecipes: join(root, "shipped") };
    const { stdout } = await cli(root, ["show", "one"], world);
    expect(stdout).toContain(
      "file:      recipes/one.yaml\n  hides:     .sluice/recipes/one.yml, shipped:one\n",
    );
    const shipped = await cli(root, ["show", "shipped:one", "--format", "json"], world);
    const { formatVersion, exitCode, recipe } = JSON.parse(shipped.stdout);
    expect({ formatVersion, exitCode, name: recipe.name, path: recipe.path }).toEqual({
      formatVersion: "1.0",
      exitCode: 0,
      name: "one",
      path: "shipped:one",
    });
    expect(recipe.inputs[1]).toEqual({
      name: "how",
      type: "enum",
      required: false,
      values: ["shallow", "deep"],
      default: "deep",
    });
    expect(
      recipe.steps.map(({ id, kind }: { id: string; kind: string }) => `${id} ${kind}`),
    ).toEqual(["one ast_edit", "two parallel", "three prompt"]);
  });

  it.each<[what: string, name: string, told: string]>([
    [
      "unknown",
      "renam",
      "There is no recipe `renam`. [recipe-not-found]\nhint: Did you mean `rename`?",
    ],
    ["a file that is not there", "./no.yaml", "There is no recipe file ./no.yaml."],
    ["outside of the root", "/nowhere/r.yaml", "There is no recipe file /nowhere/r.yaml."],
    ["broken", "broken", "recipes/broken.yaml:1:1: error: Missing key `steps`."],
    ["no YAML", "text", "recipes/text.yaml:2:1: error: "],
    ["a link out of the root", "./out.yaml", "out.yaml"],
  ])("says what is wrong with a recipe that is %s", async (_what, name, told) => {
    const root = tempTree({
      "recipes/rename.yaml": RECIPE,
      "recipes/broken.yaml": "version: 1\n",
      "recipes/text.yaml": "a: [\n",
    });
    symlinkSync("/etc/hosts", join(root, "out.yaml"));
    for (const format of ["pretty", "json"]) {
      const { exitCode, stdout, stderr } = await cli(root, ["show", name, "--format", format]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(told);
      expect(stderr).not.toContain("localhost");
      if (format === "pretty") expect(stdout).toBe("");
      else expect(JSON.parse(stdout)).toMatchObject({ exitCode: 2, outcome: "invalid" });
    }
  });

  it("reads nothing of the tree with --trust none", async () => {
    const root = tempTree({ "recipes/rename.yaml": RECIPE });
    const { exitCode } = await cli(root, ["show", "rename", "--trust", "none"]);
    expect(exitCode).toBe(2);
  });

  it("shows no escape sequences of a recipe", async () => {
    const root = tempTree({
      "recipes/a.yaml": RECIPE.replace("Rename a function.", '"\\x1b[31mred\\nline"'),
    });
    const { stdout } = await cli(root, ["show", "a"]);
    expect(stdout).toContain("  \\x1b[31mred\\nline\n");
  });
});

describe("sluice list", () => {
  it("shows the inputs of each recipe", async () => {
    const root = tempTree({ "recipes/rename.yaml": RECIPE });
    const world = { shippedRecipes: join(root, "shipped") };
    const { stdout } = await cli(root, ["list"], world);
    expect(stdout).toBe(`rename  Rename a function. (recipes)
          from: string, matches \\w+, required. Its name
          how: shallow|deep, default "deep"
`);
    const { recipes } = JSON.parse((await cli(root, ["list", "--format", "json"], world)).stdout);
    expect(recipes[0].inputs[0]).toEqual({
      name: "from",
      type: "string",
      required: true,
      pattern: "\\w+",
      description: "Its name",
    });
  });
});
