import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { damagePlan, forgePlan } from "../support/forge-plan.ts";
import { cli } from "../support/run-cli.ts";
import { git, readText, snapshot, tempFolder, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";
import { runStep } from "./run-step.ts";

const FILES = {
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
  "a.ts": "old(1);\n",
};

const PLAN = { mode: "plan", recipes: "recipe.yaml", policy: "apply-all" };

/** A repository, and a plan of it outside of it, as an artifact of an earlier job would be. */
async function planned(files: Readonly<Record<string, string>> = FILES) {
  const root = tempRepository(files);
  const artifacts = tempFolder();
  const plan = join(artifacts, "plan.json");
  const step = await runStep(root, { ...PLAN, plan });
  return { root, artifacts, plan, step };
}

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

  test("a tree that is not the one of the plan ends it with 3, and nothing is written", async () => {
    const { root, plan } = await planned({ ...FILES, "b.ts": "old(2);\n" });
    writeFileSync(join(root, "a.ts"), "old(1); // changed\n");
    const step = await runStep(root, { mode: "apply", plan });
    expect(step).toMatchObject({ exitCode: 3, outputs: { outcome: "stale", applied: "0" } });
    expect(step.annotations[0]).toMatch(/^::error file=a\.ts,title=stale::a\.ts has changed/);
    expect(step.summary).toContain("- **error** a.ts has changed");
    expect(readText(root, "b.ts")).toBe("old(2);\n");
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

  test("a hostile plan whose edits are not those of its recipe is refused with 3", async () => {
    const { root, plan } = await planned();
    const other = tempRepository({ ...FILES, "recipe.yaml": recipeOf([["old($A)", "pwned($A)"]]) });
    await runStep(other, { ...PLAN, plan });
    const step = await runStep(root, { mode: "apply", plan });
    expect(step).toMatchObject({ exitCode: 3, outputs: { outcome: "stale" } });
    expect(step.annotations[0]).toMatch(/title=plan-differs::/);
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

  test.each([
    [["-p", "old($A)", "-r", "pwned($A)", "-l", "ts", ".", "--policy", "apply-all"]],
    [["swap", "--policy", "apply-all"]],
  ])("refuses a plan that brings its own recipe or policy: %s", async (args) => {
    const { step, changes, plan } = await applied(...args);
    expect([plan, step.exitCode, step.outputs.outcome, changes]).toEqual([true, 3, "stale", ""]);
    expect(step.annotations[0]).toMatch(/title=plan-differs::/);
  });

  test.each(["apply.yml", "approve-held.yml"])(
    "%s unpacks the artifact of another run outside of the checkout",
    (name) => {
      const { jobs } = parse(readFileSync(join(FOLDER, name), "utf8"));
      const { with: given } = jobs.apply.steps.find(({ uses }: { readonly uses: string }) =>
        uses.includes("/download-artifact@"),
      );
      expect(given.path).toMatch(/^\$\{\{ runner\.temp \}\}\/\w/);
    },
  );
});
