import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { FILES, PLAN, planned } from "../support/planned-action.ts";
import { cli } from "../support/run-cli.ts";
import { git, readText, snapshot, tempFolder, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";
import { runStep } from "./run-step.ts";

describe("mode plan", () => {
  test("it saves the plan of the command line, says what would change, and writes nothing else", async () => {
    const root = tempRepository(FILES);
    const before = snapshot(root);
    const step = await runStep(root, { ...PLAN, plan: "out/plan.json" });
    expect(step).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { outcome: "ok", "exit-code": "0", applied: "1", "files-changed": "1" },
    });
    expect(step.log).toContain("✔ would apply a.ts");
    expect(step.summary).toContain("## Sluice plan: ok\n");
    expect(step.summary).toContain("| would apply | 1 | 1 |\n");
    const text = readText(root, "out/plan.json");
    rmSync(join(root, "out"), { recursive: true });
    expect(snapshot(root)).toEqual(before);
    await cli(root, ["plan", "recipe.yaml", "--policy", "apply-all", "-o", "out/plan.json"]);
    expect(readText(root, "out/plan.json")).toBe(text);
  });
});

describe("mode apply", () => {
  test("it writes exactly what the plan says", async () => {
    const { root, plan } = await planned();
    const step = await runStep(root, { mode: "apply", plan });
    expect(step).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { outcome: "ok", applied: "1", replacements: "1", "files-changed": "1" },
    });
    expect(step.summary).toContain("## Sluice apply: ok\n");
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
    expect(git(root, "status", "--porcelain")).toBe(" M a.ts\n");
  });

  test("a tree that is not the one of the plan ends it with 3, and nothing is written", async () => {
    const { root, plan } = await planned({ ...FILES, "b.ts": "old(2);\n" });
    writeFileSync(join(root, "a.ts"), "old(1); // changed\n");
    const step = await runStep(root, { mode: "apply", plan });
    expect(step).toMatchObject({ exitCode: 3, outputs: { outcome: "stale", applied: "0" } });
    expect(step.annotations[0]).toMatch(/^::error file=a\.ts,title=stale::a\.ts has changed/);
    expect(step.summary).toContain("- **error** a.ts has changed");
    expect(readText(root, "b.ts")).toBe("old(2);\n");
  });

  test("a hostile plan whose edits are not those of its recipe is refused with 3", async () => {
    const { root, plan } = await planned();
    const other = tempRepository({ ...FILES, "recipe.yaml": recipeOf([["old($A)", "pwned($A)"]]) });
    await runStep(other, { ...PLAN, plan });
    const step = await runStep(root, { mode: "apply", plan });
    expect(step).toMatchObject({ exitCode: 3, outputs: { outcome: "stale" } });
    expect(step.annotations[0]).toMatch(/title=plan-differs::/);
    expect(git(root, "status", "--porcelain")).toBe("");
  });
});

describe("the workflow apply.yml", () => {
  const FOLDER = join(import.meta.dirname, "../../examples/workflows");

  const REPOSITORY = {
    "recipes/swap.yaml": `version: 1
name: swap
steps: [{ ast_edit: { per: file, ops: [{ pat: old($A), out: fresh($A) }] } }]
`,
    "sluice.policy.yaml": `version: 1
default: { verdict: hold, reason: A person decides. }
rules: [{ id: a, when: { anyFile: [a.ts] }, verdict: apply, reason: Fine. }]
`,
    "a.ts": "old(1);\n",
    "b.ts": "old(2);\n",
  };

  /** Runs the step of the workflow on a plan that `args` of the command line make of the same files elsewhere. */
  async function applied(...args: string[]) {
    const workflow = parse(readFileSync(join(FOLDER, "apply.yml"), "utf8"));
    const { with: inputs } = workflow.jobs.apply.steps.find(({ uses }: { readonly uses: string }) =>
      uses.startsWith("sluice/"),
    );
    const temp = tempFolder();
    const plan = inputs.plan.replace("${{ runner.temp }}", temp);
    await cli(tempRepository(REPOSITORY), ["plan", ...args, "-o", plan]);
    const root = tempRepository(REPOSITORY);
    const step = await runStep(root, { ...inputs, plan });
    return { step, changes: git(root, "status", "--porcelain"), plan: existsSync(plan) };
  }

  test.each([
    [["-p", "old($A)", "-r", "pwned($A)", "-l", "ts", ".", "--policy", "apply-all"]],
    [["swap", "--policy", "apply-all"]],
  ])("refuses a plan that brings its own recipe or policy: %s", async (args) => {
    const { step, changes, plan } = await applied(...args);
    expect([plan, step.exitCode, step.outputs.outcome, changes]).toEqual([true, 3, "stale", ""]);
    expect(step.annotations[0]).toMatch(/title=plan-differs::/);
  });

  test.each(["apply.yml", "decide.yml"])(
    "%s unpacks the artifact of another run outside of the checkout",
    (name) => {
      const { jobs } = parse(readFileSync(join(FOLDER, name), "utf8"));
      const { with: given } = (jobs.apply ?? jobs.decide).steps.find(
        ({ uses }: { readonly uses?: string }) => uses?.includes("/download-artifact@"),
      );
      expect(given.path).toMatch(/^\$\{\{ runner\.temp \}\}\/\w/);
    },
  );
});
