import { describe, expect, it } from "vitest";
import { besidesLoss } from "../../support/besides-loss.ts";
import { cliReport } from "../../support/run-cli.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";
import { edit, faultsOf, INNER, outer, preview, treeOf } from "../../support/using-recipe.ts";

describe("a step that uses a recipe", () => {
  it("has the steps of the recipe in its place, with ids of their own, and conditions that know them", async () => {
    const more = `  - { id: end, when: 'steps.fix.applied == 2 && steps["fix.one"].applied == 1', ${edit("first", "last")} }\n`;
    const root = tempTree(treeOf(outer("", undefined, more)));
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(report.diagnostics).toEqual([]);
    expect(report.actions.map(({ recipe, step }) => [recipe, step])).toEqual([
      ["recipe", "fix.one"],
      ["recipe", "fix.two"],
      ["recipe", "end"],
    ]);
    expect(readText(root, "a.js")).toBe("last(1); second(2);\n");
    expect(report.sources).toContainEqual(
      expect.objectContaining({ path: "recipes/inner.yaml", role: "used-recipe", origin: "tree" }),
    );
  });

  it("hands on the inputs of its own recipe, and nothing else", async () => {
    const head = "inputs: { name: { type: string, default: neu } }";
    const recipe = outer(head, 'uses: ./recipes/inner.yaml, with: { to: "${{ inputs.name }}" }');
    const { report } = await preview(tempTree(treeOf(recipe)), "--input", "name=alt");
    expect(report.actions.map(({ step, label }) => `${step} ${label}`)).toHaveLength(1);
    expect(report.actions[0]?.files[0]?.diff).toContain("+alt(1); two(2);");
    const told = await faultsOf(treeOf(recipe), "--input", "to=alt");
    expect(told).toContain("No recipe of this run declares an input `to`.");
  });

  it("does not run if its condition is false, nor are its expectations judged", async () => {
    const head = "inputs: { on: { type: boolean, default: false } }";
    const recipe = outer(head, "when: inputs.on, uses: inner, with: { to: first }");
    const inner = INNER.replace("steps:", "expect: { minReplacements: 9 }\nsteps:");
    const root = tempTree(treeOf(recipe, { "recipes/inner.yaml": inner }));
    const { report } = await preview(root);
    expect([report.exitCode, report.actions]).toEqual([0, []]);
    expect(report.steps.map(({ step, outcome, when }) => [step, outcome, when])).toEqual([
      ["fix.one", "skipped", "inputs.on"],
      ["fix.two", "skipped", "inputs.on"],
    ]);
    const { report: run } = await preview(root, "--input", "on=true");
    const told = besidesLoss(run.alerts).map(({ message, step }) => [step, message]);
    expect([run.exitCode, told]).toEqual([
      1,
      [
        [
          "fix",
          "Expected at least 9 replacements, and there were 4. This is expected by the recipe `inner`.",
        ],
      ],
    ]);
  });

  it.each([
    ["its own recipe's scope", "scope: { include: [src/**] }", ""],
    ["the used recipe's scope", "", "scope: { include: [src/**] }"],
    ["both", 'scope: { exclude: ["a.js"] }', 'scope: { include: [src/**, a.js], readonly: ["b"] }'],
  ])("changes nothing outside of %s", async (_whose, head, of) => {
    const inner = INNER.replace("steps:", `${of}\nsteps:`);
    const root = tempTree(treeOf(outer(head), { "recipes/inner.yaml": inner }));
    const { report } = await preview(root);
    expect(report.actions.flatMap(({ files }) => files.map(({ path }) => path))).toEqual([
      "src/b.js",
      "src/b.js",
    ]);
  });

  it("takes the languages of the used recipe, and of its own where that has none", async () => {
    const files = { "c.py": "one(1)\n", "c.js": "one(1);\n" };
    const bare = (languages: string) =>
      `version: 1\n${languages}\nsteps:\n  - { ast_edit: { ops: [{ pat: one($A), out: two($A) }] } }\n`;
    for (const [head, of] of [
      ["", "languages: [js]"],
      ["languages: [js]", ""],
      ["languages: [css]", "languages: [js]"],
    ] as const) {
      const inner = { "recipes/inner.yaml": bare(of), ...files };
      const root = tempTree({ "recipe.yaml": outer(head, "uses: inner"), ...inner });
      const { report } = await preview(root);
      expect(report.actions.flatMap(({ facts }) => facts.files)).toEqual(["c.js"]);
    }
  });

  it("needs consent to the code of the used recipe, like that of its own", async () => {
    const inner = INNER.replace("steps:", "hooks: [{ run: [touch, made] }]\nsteps:");
    const told = await faultsOf(treeOf(outer(), { "recipes/inner.yaml": inner }));
    expect(told).toContain("custom-tools-not-allowed recipes/inner.yaml:3");
  });
});

describe("a step that uses a recipe is refused", () => {
  const chain = "A recipe uses itself: recipe.yaml → recipes/inner.yaml → recipe.yaml.";
  const of = (step: string) => `version: 1\nsteps:\n  - { id: s, ${step} }\n`;
  it.each<[why: string, recipe: string, inner: string, fault: string]>([
    ["uses itself", of("uses: ./recipe.yaml"), INNER, "recipe.yaml → recipe.yaml."],
    ["uses itself through another", outer("", "uses: inner"), of("uses: ./recipe.yaml"), chain],
    [
      "does not exist",
      of("uses: iner"),
      INNER,
      "recipe-not-found recipe.yaml:3 There is no recipe `iner`. Did you mean `inner`?",
    ],
    ["leaves the root", of("uses: ../x.yaml"), INNER, "path-out-of-root recipe.yaml:3"],
    ["is absolute", of("uses: /etc/passwd"), INNER, "path-out-of-root recipe.yaml:3"],
    ["is below .git", of("uses: .git/x.yaml"), INNER, ".git/x.yaml is in `.git` or `.sluice`"],
    [
      "has a fault",
      outer(),
      INNER.replace("two($A)", "two($A"),
      "invalid-pattern recipes/inner.yaml:5",
    ],
    [
      "lacks an input",
      of("uses: inner"),
      INNER,
      "missing-input recipes/inner.yaml:2 Input `to` is required and has no value. (Used by the step `s` in recipe.yaml:3.) Give it under `with`",
    ],
    [
      "does not have an input",
      of("uses: inner, with: { to: x, too: y }"),
      INNER,
      "undeclared-input recipe.yaml:3 The recipe declares no input `too`.",
    ],
    [
      "gets an input of a wrong type",
      of("uses: inner, with: { to: { a: 1 } }"),
      INNER,
      "invalid-input recipes/inner.yaml:2 Input `to` must be of type string",
    ],
    [
      "is named by an input",
      outer("inputs: { r: { type: string, default: inner } }", 'uses: "${{ inputs.r }}"'),
      INNER,
      "`uses` names one recipe, and cannot contain an expression.",
    ],
    [
      "is more careful",
      outer(),
      `onHeld: stop\n${INNER}`,
      "`inner` has `onHeld: stop`, and this recipe `skip-file`, which is less careful",
    ],
    [
      "has ids like those of another step",
      outer("", undefined, `  - { id: fix.one, ${edit("a", "b")} }\n`),
      INNER,
      "duplicate-id recipe.yaml:4 The id `fix.one` looks like that of a step of the recipe that `fix` uses.",
    ],
    [
      "is in a group",
      "version: 1\nsteps:\n  - parallel: [{ uses: inner }]\n",
      INNER,
      "cannot be in `parallel`, because a recipe may have several steps",
    ],
    [
      "has a condition on a step that comes later",
      outer("", "when: steps.end.applied > 0, uses: inner, with: { to: x }") +
        `  - { id: end, ${edit("a", "b")} }\n`,
      INNER,
      "Step `end` has not run yet at this point.",
    ],
  ])("if the recipe %s", async (_why, recipe, inner, fault) => {
    expect(await faultsOf(treeOf(recipe, { "recipes/inner.yaml": inner }))).toContain(fault);
  });
});
