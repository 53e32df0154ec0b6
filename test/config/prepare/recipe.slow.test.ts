import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { INPUT_LIMITS } from "../../../src/model/input-limits.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { readText, tempFolder, tempTree, writeTree } from "../../support/temp-tree.ts";
import { edit, faultsOf, INNER, outer, treeOf } from "../../support/using-recipe.ts";

describe("a step that uses a recipe", () => {
  it("writes no file for a tool that the outer scope does not let it write", async () => {
    const steps = "steps:\n  - { tool: write_file, with: { path: a.js, content: x } }\n";
    const inner = `version: 1\nscope: { include: ["**"] }\n${steps}`;
    const head = "scope: { include: [src/**], readonly: [a.js] }";
    const root = tempTree(treeOf(outer(head, "uses: inner"), { "recipes/inner.yaml": inner }));
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(report.outcome).toBe("failed");
    expect(readText(root, "a.js")).toBe("one(1); two(2);\n");
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
  const of = (step: string) => `version: 1\nsteps:\n  - { id: s, ${step} }\n`;

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
