import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../../support/run-cli.ts";
import { commitAll, tempRepository, tempTree, writeTree } from "../../support/temp-tree.ts";

const recipe = (from: string, to: string) =>
  `version: 1\nsteps: [{ ast_edit: { ops: [{ pat: "${from}($A)", out: "${to}($A)" }] } }]\n`;

const TREE = {
  "a.ts": "a(1);\n",
  "codemods/a.yaml": recipe("a", "b"),
  "codemods/b.yml": recipe("b", "c"),
  "codemods/whole/recipe.yaml": recipe("c", "d"),
  "codemods/whole/cases/one/input/x.yaml": "x: 1\n",
};

/** The recipes that a preview ran, by the names of their steps. */
async function ranIn(root: string, words: readonly string[]) {
  const { exitCode, report } = await cliReport(root, ["preview", ...words]);
  const messages = report.diagnostics.map(({ message }) => message);
  return { exitCode, recipes: report.steps.map((step) => step.recipe), messages };
}

const HOLD = "version: 1\ndefault: { verdict: hold, reason: A person looks. }\n";
const NONE = "codemods/*.yaml is in the tree, and `--trust none` reads no configuration there.";

describe("recipes in folders and globs", () => {
  it.each<[words: string[], recipes: string[]]>([
    [["codemods/"], ["a", "b", "whole"]],
    [["codemods"], ["a", "b", "whole"]],
    [["codemods/*.y*ml"], ["a", "b"]],
    [["codemods/**/recipe.yaml"], ["whole"]],
    [["codemods/whole"], ["whole"]],
    [
      ["codemods/b.yml", "codemods"],
      ["b", "a", "whole"],
    ],
    [
      ["codemods", "codemods/*.yaml", "./codemods/whole/"],
      ["a", "b", "whole"],
    ],
    [
      ["codemods/a.yaml", "codemods/b.yml"],
      ["a", "b"],
    ],
  ])("%j run in order, each once", async (words, recipes) => {
    expect(await ranIn(tempTree(TREE), words)).toEqual({ exitCode: 0, recipes, messages: [] });
  });

  it.each<[words: string[], told: string]>([
    [["empty/"], "The folder `empty` has no recipes."],
    [["codemods/*.json"], "No recipe matches `codemods/*.json`."],
    [
      ["codemods/*"],
      "`codemods/*` matches `codemods/notes.md`, which is not a recipe: a recipe is a YAML file.",
    ],
    [["*.ts"], "`*.ts` matches `a.ts`, which is not a recipe: a recipe is a YAML file."],
    [["../**/*.yaml"], "`../**/*.yaml` is a glob that leads out of the root."],
    [["a*/".repeat(201)], "has more than 200 wildcards and groups."],
  ])("%j are refused with words", async (words, told) => {
    const root = tempTree({ ...TREE, "codemods/notes.md": "# Notes\n" });
    mkdirSync(join(root, "empty"));
    const { exitCode, recipes, messages } = await ranIn(root, words);
    expect({ exitCode, recipes, count: messages.length }).toEqual({
      exitCode: 2,
      recipes: [],
      count: 1,
    });
    expect(messages[0]).toContain(told);
  });

  it("a file in them that is no recipe is reported by line and column", async () => {
    const root = tempTree({ ...TREE, "codemods/policy.yaml": "version: 1\nrules: []\n" });
    const { exitCode, stderr } = await cli(root, ["preview", "codemods/*.yaml"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("codemods/policy.yaml:2:1: error: Unknown key `rules`.");
  });

  it("a folder may have the policy and the project file beside them", async () => {
    const files = { "sluice.policy.yaml": HOLD, "sluice.yaml": "version: 1\n" };
    const root = tempTree({ ...files, "swap.yaml": recipe("a", "b"), "a.ts": "a(1);\n" });
    expect(await ranIn(root, ["."])).toMatchObject({ recipes: ["swap"] });
  });

  it("the name of a recipe comes before a folder of that name", async () => {
    const root = tempTree({ ...TREE, "recipes/codemods.yaml": recipe("a", "z") });
    expect((await ranIn(root, ["codemods"])).recipes).toEqual(["codemods"]);
    expect((await ranIn(root, ["codemods/"])).recipes).toEqual(["a", "b", "whole"]);
  });

  it("a folder outside of the root is the caller's own", async () => {
    const [root, other] = [tempTree({ "a.ts": "a(1);\n" }), tempTree(TREE)];
    const { report } = await cliReport(root, ["preview", join(other, "codemods")]);
    expect(report.sources.map(({ origin }) => origin)).toEqual(["caller", "caller", "caller"]);
    expect(report.steps).toHaveLength(3);
  });

  it("more than 1000 are refused", async () => {
    const root = tempTree({ "a.ts": "a(1);\n" });
    mkdirSync(join(root, "codemods"));
    for (let at = 0; at <= 1000; at += 1) writeFileSync(join(root, `codemods/${at}.yaml`), "");
    const { exitCode, messages } = await ranIn(root, ["codemods"]);
    expect({ exitCode, messages }).toEqual({
      exitCode: 2,
      messages: ["1001 recipes were named; a run takes at most 1000."],
    });
  });

  it("with --trust base they are those of the base, and with none there are none", async () => {
    const root = tempRepository(TREE);
    commitAll(root);
    writeTree(root, {
      "codemods/a.yaml": recipe("a", "evil"),
      "codemods/z.yaml": recipe("a", "z"),
    });
    for (const words of [["codemods"], ["codemods/**/{a,z}.yaml"]]) {
      const base = await cliReport(root, [
        "preview",
        ...words,
        "--trust",
        "base",
        "--base",
        "HEAD",
      ]);
      expect(base.report.sources.map(({ origin }) => origin)).not.toContain("tree");
      expect(base.report.sources.map(({ path }) => path)).not.toContain("codemods/z.yaml");
      expect(JSON.stringify(base.report.actions)).not.toContain("evil");
      expect(base.exitCode).toBe(0);
    }
    const none = await ranIn(root, ["codemods/*.yaml", "--trust", "none"]);
    expect(none).toMatchObject({ exitCode: 2, messages: [NONE] });
  });

  it("a glob of rule files finds those in the root itself", async () => {
    const rule = "id: r\nlanguage: ts\nrule: { pattern: a($A) }\nfix: b($A)\n";
    const steps = 'version: 1\nsteps: [{ ast_edit: { rules: ["*.yml"] } }]\n';
    const root = tempTree({ "a.ts": "a(1);\n", "r.yml": rule, "recipe.yaml": steps });
    const { report } = await cliReport(root, ["preview", "recipe.yaml"]);
    expect(report.totals.filesMatched).toBe(1);
  });

  it("sluice validate checks those in folders and globs, too", async () => {
    const root = tempTree({ ...TREE, "codemods/c.yaml": "version: 2\n" });
    const all = await cli(root, ["validate", "codemods", "--format", "json"]);
    expect(all.exitCode).toBe(2);
    expect(JSON.parse(all.stdout).files).toHaveLength(4);
    const none = await cli(root, ["validate", "nothing/*.yaml"]);
    expect(none).toMatchObject({ exitCode: 2 });
    expect(none.stdout).toContain("No recipe matches `nothing/*.yaml`.");
  });
});
