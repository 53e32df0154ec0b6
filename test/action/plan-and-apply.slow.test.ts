import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { damagePlan, forgePlan } from "../support/forge-plan.ts";
import { FILES, PLAN, planned } from "../support/planned-action.ts";
import { cli } from "../support/run-cli.ts";
import { git, readText, tempFolder, tempRepository } from "../support/temp-tree.ts";
import { runStep } from "./run-step.ts";

describe("mode plan", () => {
  test("with `--check` it ends with 1 if anything would be applied, and there is a plan", async () => {
    const root = tempRepository(FILES);
    const step = await runStep(root, { ...PLAN, plan: "plan.json", args: "--check" });
    expect([step.exitCode, existsSync(join(root, "plan.json"))]).toEqual([1, true]);
  });

  test("without a policy it is invalid, and there is no plan", async () => {
    const root = tempRepository(FILES);
    const step = await runStep(root, { ...PLAN, policy: "", plan: "plan.json" });
    expect(step).toMatchObject({ exitCode: 2, outputs: { outcome: "invalid" } });
    expect(step.annotations).toEqual([expect.stringMatching(/^::error title=policy-missing::/)]);
    expect(git(root, "status", "--porcelain")).toBe("");
  });

  test("without a file for the plan it is invalid, and nothing was run", async () => {
    const step = await runStep(tempRepository(FILES), PLAN);
    expect(step).toMatchObject({ exitCode: 2, outputs: { outcome: "invalid" } });
    expect(step.annotations).toEqual([expect.stringContaining("Input `plan`: is empty.")]);
  });

  test("of a dry run that failed there is no plan, and the step says why", async () => {
    const expectation = "expect: { minFiles: 99 }\n";
    const root = tempRepository({ ...FILES, "recipe.yaml": FILES["recipe.yaml"] + expectation });
    const step = await runStep(root, { ...PLAN, plan: "plan.json" });
    expect(step).toMatchObject({ exitCode: 1, outputs: { outcome: "failed" } });
    expect(step.annotations.join("\n")).toMatch(/No plan was written\. Expected at least 99 files/);
    expect(step.summary).toContain("- **error** No plan was written.");
    expect(existsSync(join(root, "plan.json"))).toBe(false);
  });

  test("a plan that cannot be written fails the step", async () => {
    const root = tempRepository(FILES);
    const step = await runStep(root, { ...PLAN, plan: "a.ts/plan.json" });
    expect(step).toMatchObject({ exitCode: 1, outputs: { outcome: "failed", applied: "1" } });
    expect(step.annotations).toEqual([
      expect.stringMatching(/^::error::The plan a\.ts\/plan\.json cannot be written: /),
    ]);
  });

  test("a plan or a report takes the place of no other file; both are reported", async () => {
    const root = tempRepository(FILES);
    const inputs = { ...PLAN, plan: "recipe.yaml", args: "--report json=a.ts" };
    const step = await runStep(root, inputs);
    expect(step.exitCode).toBe(2);
    expect(step.annotations).toEqual([
      expect.stringContaining("Input `args`: --report: a.ts exists and is not a report"),
      expect.stringContaining("Input `plan`: recipe.yaml is another file of this run."),
    ]);
    expect(git(root, "status", "--porcelain")).toBe("");
  });
});

describe("mode apply", () => {
  test("the input `policy` decides again", async () => {
    const { root, plan } = await planned();
    const step = await runStep(root, { mode: "apply", plan, policy: "hold-all" });
    expect(step).toMatchObject({ exitCode: 4, outputs: { outcome: "held", held: "1" } });
    expect(git(root, "status", "--porcelain")).toBe("");
  });

  test("paths are relative to the working directory, and `--recipe` names a recipe outside of it", async () => {
    const root = tempRepository({ "recipe.yaml": FILES["recipe.yaml"], "app/a.ts": "old(1);\n" });
    const inputs = { "working-directory": "app", plan: "../plan.json" };
    await runStep(root, { ...PLAN, ...inputs, recipes: "../recipe.yaml" });
    const apply = { ...inputs, mode: "apply", args: "--recipe ../recipe.yaml --report json" };
    expect(await runStep(root, apply)).toMatchObject({ exitCode: 0, outputs: { applied: "1" } });
    expect(readText(root, "app/a.ts")).toBe("fresh(1);\n");
    expect(JSON.parse(readText(root, "app/sluice-report.json"))).toMatchObject({
      run: { command: "apply" },
    });
  });

  test.each<[what: string, code: string, spoil: (folder: string) => void]>([
    ["a missing plan", "file-not-found", (folder) => rmSync(join(folder, "plan.json"))],
    ["a file that is no plan", "not-a-plan", (folder) => damagePlan(folder, () => "{}")],
    ["a damaged plan", "plan-damaged", (folder) => damagePlan(folder, (text) => text.slice(0, -9))],
    [
      "a plan that was edited by hand",
      "plan-edited",
      (folder) => damagePlan(folder, (text) => text.replace("fresh(1)", "pwned(1)")),
    ],
    [
      "a hostile plan that leads out of the root",
      "plan-invalid",
      (folder) =>
        forgePlan(folder, ({ actions }) => {
          actions[0].files[0].path = "../pwned.ts";
        }),
    ],
  ])("%s is refused with 2, and nothing is written", async (_what, code, spoil) => {
    const { root, artifacts, plan } = await planned();
    spoil(artifacts);
    const step = await runStep(root, { mode: "apply", plan });
    expect(step).toMatchObject({ exitCode: 2, outputs: { outcome: "invalid" } });
    expect(step.annotations[0]).toMatch(new RegExp(`^::error title=${code}::`));
    expect(git(root, "status", "--porcelain")).toBe("");
  });

  test("inputs that make no sense are refused together, and nothing is written", async () => {
    const { root, plan } = await planned();
    const inputs = {
      mode: "apply",
      plan,
      recipes: "recipe.yaml",
      args: "--require-clean --format json",
    };
    const step = await runStep(root, inputs);
    expect(step).toMatchObject({ exitCode: 2, outputs: { outcome: "invalid" } });
    expect(step.annotations).toEqual([
      expect.stringContaining("Input `recipes`: has no meaning in mode `apply`."),
      expect.stringContaining("`--require-clean` has no meaning in mode `apply`."),
      expect.stringContaining("`--format` cannot be used here."),
    ]);
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

  test("writes what the recipes and the policy of the branch say, also if the plan holds more", async () => {
    const { step, changes } = await applied("swap");
    expect(step).toMatchObject({ exitCode: 0, outputs: { applied: "1", held: "1" } });
    expect(changes).toBe(" M a.ts\n");
  });
});
