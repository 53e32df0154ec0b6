import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { INPUT_LIMITS } from "../../src/model/input-limits.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { loadRecipe } from "../../src/recipe/load-recipe.ts";
import { readPaths } from "../../src/tools/read-files/select-files.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { snapshot, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const list = <T>(length: number, item: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => item(index));
const pat = (index: number) => ({ pat: `f${index}($A)`, out: "g($A)" });
const call = { ast_edit: { ops: [pat(0)] } };
const rule = (index: number) => ({ id: `r${index}`, verdict: "hold", reason: "r" });
const globs = (length: number) => list(length, (index) => `src/${index}/**`);

const recipe = (more: object) => JSON.stringify({ version: 1, steps: [call], ...more });
const policy = (more: object) =>
  JSON.stringify({ version: 1, default: { verdict: "hold", reason: "r" }, ...more });

/** What is wrong with a recipe whose inputs get these values; a message with its line. */
const recipeProblems = (text: string, values: object = {}) =>
  loadRecipe(text, "r.yaml", { kind: "values", values: { ...values } }).diagnostics.filter(
    ({ severity }) => severity === "error",
  );
const policyProblems = async (text: string) =>
  (await loadPolicy(text, "p.yaml", LANGUAGE_NAMES)).diagnostics;

const { globs: GLOBS, globLength: LENGTH, inputLength } = INPUT_LIMITS;
const nested = (depth: number) => `a: ${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}\n`;
const aliased = (count: number) => `a: &x 1\nb: [${list(count, () => "*x").join(", ")}]\n`;
const referring = (count: number) =>
  `a:\n${list(count, (at) => `- &a${at} 1\n`).join("")}b:\n${list(count, (at) => `- *a${at}\n`).join("")}`;
const input = { a: { type: "string" } };
const use = { steps: [{ ast_edit: { ops: [{ pat: "a", out: "${{ inputs.a }}" }] } }] };
const lists = { a: { type: "list" } };
const useList = { scope: { include: ["${{ inputs.a }}"] } };

type Problems = readonly { message: string }[];

describe("the limits of a recipe and a policy", () => {
  it.each<
    [what: string, bound: number, of: (size: number) => Problems | Promise<Problems>, says: string]
  >([
    [
      "steps",
      INPUT_LIMITS.steps,
      (size) => recipeProblems(recipe({ steps: list(size, () => call) })),
      "`steps` must have at most 1000 entries",
    ],
    [
      "calls of a group",
      INPUT_LIMITS.parallelCalls,
      (size) => recipeProblems(recipe({ steps: [{ parallel: list(size, () => call) }] })),
      "`steps[0].parallel` must have at most 100 entries",
    ],
    [
      "ops",
      INPUT_LIMITS.ops,
      (size) => recipeProblems(recipe({ steps: [{ ast_edit: { ops: list(size, pat) } }] })),
      "`steps[0].ast_edit.ops` must have at most 1000 entries",
    ],
    [
      "tools",
      INPUT_LIMITS.extensions,
      (size) => recipeProblems(recipe({ tools: list(size, (at) => `t${at}.ts`) })),
      "`tools` must have at most 100 entries",
    ],
    [
      "hooks",
      INPUT_LIMITS.extensions,
      (size) => recipeProblems(recipe({ hooks: list(size, () => ({ run: ["x"] })) })),
      "`hooks` must have at most 100 entries",
    ],
    [
      "globs of a scope",
      GLOBS,
      (size) => recipeProblems(recipe({ scope: { exclude: globs(size) } })),
      "`scope.exclude` must have at most 1000 entries",
    ],
    [
      "paths of a step",
      GLOBS,
      (size) =>
        recipeProblems(recipe({ steps: [{ ast_edit: { ops: [pat(0)], paths: globs(size) } }] })),
      "`steps[0].ast_edit.paths` must have at most 1000 entries",
    ],
    [
      "characters of a glob",
      LENGTH,
      (size) => recipeProblems(recipe({ scope: { exclude: ["x".repeat(size)] } })),
      "`scope.exclude[0]` must have at most 4096 characters",
    ],
    [
      "inputs",
      INPUT_LIMITS.inputs,
      (size) =>
        recipeProblems(recipe({ inputs: Object.fromEntries(list(size, (at) => [`i${at}`, {}])) })),
      "`inputs` must have at most 1000 entries",
    ],
    [
      "characters of an input",
      inputLength,
      (size) => recipeProblems(recipe({ inputs: input, ...use }), { a: "x".repeat(size) }),
      "Input `a` must have at most 65536 characters",
    ],
    [
      "characters of a list",
      inputLength,
      (size) =>
        recipeProblems(recipe({ inputs: lists, ...useList }), {
          a: ["x".repeat(size - 2), "y"],
        }).filter(({ message }) => message.startsWith("Input")),
      "Input `a` must have at most 65536 characters",
    ],
    [
      "levels of YAML",
      INPUT_LIMITS.yamlDepth,
      (size) => recipeProblems(nested(size)).filter(({ message }) => message.includes("deep")),
      "The file is nested too deeply",
    ],
    [
      "aliases of YAML",
      INPUT_LIMITS.yamlAliases,
      (size) => recipeProblems(aliased(size)).filter(({ message }) => message.includes("aliases")),
      "stand for more than 100 nodes",
    ],
    [
      "anchors and aliases of YAML",
      INPUT_LIMITS.yamlReferences,
      (size) =>
        recipeProblems(referring(size)).filter(({ message }) => message.includes("aliases")),
      "has more than 1000 aliases",
    ],
    [
      "guards",
      INPUT_LIMITS.policyRules,
      (size) => policyProblems(policy({ guards: list(size, rule) })),
      "`guards` must have at most 1000 entries",
    ],
    [
      "rules",
      INPUT_LIMITS.policyRules,
      (size) => policyProblems(policy({ rules: list(size, rule) })),
      "`rules` must have at most 1000 entries",
    ],
    [
      "globs of a rule",
      GLOBS,
      (size) => policyProblems(policy({ rules: [{ ...rule(0), when: { anyFile: globs(size) } }] })),
      "`rules[0].when.anyFile` must have at most 1000 entries",
    ],
    [
      "characters of a rule's glob",
      LENGTH,
      (size) =>
        policyProblems(policy({ rules: [{ ...rule(0), when: { recipe: ["x".repeat(size)] } }] })),
      "`rules[0].when.recipe[0]` must have at most 4096 characters",
    ],
  ])("take as many %s as %i, and tell the place of one more", async (_what, bound, of, says) => {
    expect(await of(bound)).toEqual([]);
    const [problem, ...others] = await of(bound + 1);
    expect(problem).toMatchObject({
      severity: "error",
      line: 1,
      message: expect.stringContaining(says),
    });
    expect(others).toEqual([]);
  });
});

describe("the limits of a call and a command line", () => {
  it("take 1000 paths of 4096 characters", () => {
    expect(readPaths(globs(GLOBS))).toHaveLength(GLOBS);
    expect(() => readPaths(globs(GLOBS + 1))).toThrow("`paths` must have at most 1000 entries.");
    expect(readPaths(["x".repeat(LENGTH)])).toHaveLength(1);
    expect(() => readPaths(["a", "x".repeat(LENGTH + 1)])).toThrow("paths[1] must have at most");
  });

  it("take as many actions as --max-actions says, and write none of a call with more", async () => {
    const text = recipeOf([["foo($A)", "bar($A)"]], "per: match");
    const root = tempTree({ "r.yaml": text, "a.ts": "foo(1);\nfoo(2);\nfoo(3);\n" });
    const argv = ["run", "r.yaml", "--policy", "apply-all", "--max-actions"];
    const before = snapshot(root);
    const over = await cliReport(root, [...argv, "2"]);
    expect([over.exitCode, over.report.actions]).toEqual([1, []]);
    expect(over.report.alerts[0]).toMatchObject({ code: "tool-failed", step: "edit" });
    expect(over.report.alerts[0]?.message).toMatch(/more than 2 actions.*--max-actions/);
    expect(snapshot(root)).toEqual(before);
    expect((await cliReport(root, [...argv, "3"])).report.totals.applied).toBe(3);
  });

  it.each(["0", "-1", "1.5", "many", "9".repeat(16)])("refuse --max-actions=%s", async (count) => {
    const root = tempTree({ "r.yaml": recipeOf([["a", "b"]]) });
    const argv = ["preview", "r.yaml", `--max-actions=${count}`];
    const { exitCode, stderr } = await cli(root, argv);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--max-actions")]);
  });
});

describe("docs/limits.md", () => {
  it("has every bound of the code in its table, in order", () => {
    const page = readFileSync(resolve(import.meta.dirname, "../../docs/limits.md"), "utf8");
    const bounds = [...page.matchAll(/^\| [^|]+ \| ([\d,]+)[^|]*\|/gm)].map(([, bound]) =>
      Number(bound?.replaceAll(",", "")),
    );
    expect(bounds).toEqual(Object.values(INPUT_LIMITS));
  });
});
