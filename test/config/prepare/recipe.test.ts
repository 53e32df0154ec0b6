import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { INPUT_LIMITS } from "../../../src/model/input-limits.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { readText, type Tree, tempFolder, tempTree, writeTree } from "../../support/temp-tree.ts";

const edit = (from: string, to: string, more = "") =>
  `ast_edit: { lang: js, ops: [{ pat: ${from}($A), out: "${to}($A)" }]${more} }`;

const INNER = [
  "version: 1",
  "inputs: { to: { type: string, required: true } }",
  "steps:",
  `  - { id: one, ${edit("one", "${{ inputs.to }}")} }`,
  `  - { id: two, when: 'steps.one.applied > 0 && inputs.to == "first"', ${edit("two", "second")} }`,
].join("\n");

/** A recipe with these lines before its steps, whose one step has `uses: inner`. */
const outer = (head = "", step = "uses: inner, with: { to: first }", more = "") =>
  `version: 1\n${head}\nsteps:\n  - { id: fix, ${step} }\n${more}`;

const treeOf = (recipe: string, files: Tree = {}): Tree => ({
  "recipe.yaml": recipe,
  "recipes/inner.yaml": INNER,
  "a.js": "one(1); two(2);\n",
  "src/b.js": "one(1); two(2);\n",
  ...files,
});

const preview = (root: string, ...argv: string[]) =>
  cliReport(root, ["preview", "recipe.yaml", ...argv]);

/** Returns the faults for which a preview was refused, one line each. */
async function faultsOf(files: Tree, ...argv: string[]): Promise<string> {
  const { report, exitCode } = await preview(tempTree(files), ...argv);
  expect([exitCode, report.actions]).toEqual([2, []]);
  return report.diagnostics
    .map(({ code, path, line, message, hint }) => `${code} ${path}:${line} ${message} ${hint}`)
    .join("\n");
}

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
    expect([run.exitCode, run.alerts.map(({ message, step }) => [step, message])]).toEqual([
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

  it("writes no file for a tool that the outer scope does not let it write", async () => {
    const steps = "steps:\n  - { tool: write_file, with: { path: a.js, content: x } }\n";
    const inner = `version: 1\nscope: { include: ["**"] }\n${steps}`;
    const head = "scope: { include: [src/**], readonly: [a.js] }";
    const root = tempTree(treeOf(outer(head, "uses: inner"), { "recipes/inner.yaml": inner }));
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(report.outcome).toBe("failed");
    expect(readText(root, "a.js")).toBe("one(1); two(2);\n");
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

  it("makes a plan stale if the used recipe changes", async () => {
    const root = tempTree(treeOf(outer()));
    const folder = tempFolder();
    const plan = ["plan", "recipe.yaml", "-o", join(folder, "plan.json"), "--policy", "apply-all"];
    expect((await cli(root, plan)).exitCode).toBe(0);
    const changed = { "recipes/inner.yaml": INNER.replace("second", "other") };
    const other = tempTree(treeOf(outer(), changed));
    const argv = ["apply", join(folder, "plan.json")];
    const { exitCode, stdout, stderr } = await cli(other, argv);
    expect(exitCode).toBe(3);
    expect(stdout + stderr).toContain("is not what the plan was made of");
    expect(readText(other, "a.js")).toBe("one(1); two(2);\n");
    expect((await cli(root, argv)).exitCode).toBe(0);
    expect(readText(root, "a.js")).toBe("first(1); second(2);\n");
  });

  it("is explained, as long as the used recipe is what it was", async () => {
    const scoped = (glob: string) =>
      INNER.replace("steps:", `scope: { include: ["${glob}"] }\nsteps:`);
    const root = tempTree(treeOf(outer(), { "recipes/inner.yaml": scoped("src/**") }));
    const file = join(tempFolder(), "plan.json");
    const plan = ["plan", "recipe.yaml", "-o", file, "--policy", "apply-all"];
    expect((await cli(root, plan)).exitCode).toBe(0);
    const told = async () => (await cli(root, ["policy", "explain", file, "a.js"])).stdout;
    expect(await told()).toMatch(/fix\.one: .*scope/);
    writeTree(root, { "recipes/inner.yaml": scoped("{src,x}/**") });
    expect(await told()).toContain("The recipe recipe.yaml has changed since");
  });

  it("is told by show, and checked by validate", async () => {
    const head = "inputs: { name: { type: string, required: true } }";
    const recipe = outer(head, 'uses: inner, with: { to: "${{ inputs.name }}" }');
    const enumOf = INNER.replace("type: string,", "type: enum, values: [first, last],");
    const root = tempTree(treeOf(recipe, { "recipes/inner.yaml": enumOf }));
    expect((await cli(root, ["show", "recipe.yaml"])).stdout).toContain("fix: uses, inner with to");
    expect((await cli(root, ["validate", "recipe.yaml"])).exitCode).toBe(0);
    const bad = tempTree(treeOf(recipe, { "recipes/inner.yaml": enumOf.replace("$A", "$$$") }));
    const { exitCode, stdout, stderr } = await cli(bad, ["validate", "recipe.yaml"]);
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain("(Used by the step `fix` in recipe.yaml:4.)");
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

  it("if recipes use each other too deeply, or too many", async () => {
    const deep: Record<string, string> = {};
    for (let at = 0; at <= INPUT_LIMITS.useDepth; at += 1)
      deep[`recipes/r${at}.yaml`] = of(`uses: r${at + 1}`);
    deep[`recipes/r${INPUT_LIMITS.useDepth + 1}.yaml`] = of(edit("a", "b"));
    expect(await faultsOf({ ...deep, "recipe.yaml": of("uses: r0") })).toContain("at most 8 deep");
    const ten = (name: string) => `version: 1\nsteps:\n${`  - uses: ${name}\n`.repeat(10)}`;
    const wide = { "recipes/a.yaml": ten("b"), "recipes/b.yaml": ten("c") };
    const bomb = { ...wide, "recipes/c.yaml": ten("d"), "recipes/d.yaml": of(edit("a", "b")) };
    const told = await faultsOf({ ...bomb, "recipe.yaml": ten("a") });
    expect(told).toContain("A recipe uses at most 100 others, also through others.");
  });

  it("if there are too many steps in all", async () => {
    const many = `version: 1\nsteps:\n${"  - { tool: list_files }\n".repeat(300)}`;
    const four = `version: 1\nsteps:\n${"  - uses: inner\n".repeat(4)}`;
    const told = await faultsOf(treeOf(four, { "recipes/inner.yaml": many }));
    expect(told).toContain("a recipe has at most 1000 steps");
  });
});
