import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { forgePlan, type RawPlan } from "../support/forge-plan.ts";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot } from "../support/temp-tree.ts";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const recipeFor = (out: string) => `version: 1
name: r
steps:
  - id: s
    ast_edit: { paths: [src], ops: [{ pat: "f($A)", out: "${out}($A)" }] }
`;

/** Renames the file of the plan's action. */
const toPath = (path: string) => (plan: RawPlan) => {
  const [action] = plan.actions;
  action.files[0].path = path;
  action.facts.files = [path];
};

describe("a plan that a stranger wrote into the tree", () => {
  it.each<[what: string, forge: (plan: RawPlan) => unknown, exitCode: number]>([
    ["of a recipe that only the head has", () => {}, 3],
    ["with another verdict", ({ actions: [action] }) => Object.assign(action, { reason: "!" }), 3],
    ["for a file outside", toPath("../outside/a.js"), 2],
    ["for a file of git", toPath(".git/hooks/post-checkout"), 2],
    ["for a file of another name", toPath("src/b.js"), 3],
  ])("writes nothing (%s)", async (_what, forge, exitCode) => {
    const request = await openPullRequest({
      base: { "recipe.yaml": recipeFor("g"), "src/a.js": "f(1);\n", "src/b.js": "f(2);\n" },
      head: () => ({ "recipe.yaml": recipeFor("evil"), "src/b.js": "h(2);\n" }),
      outside: { "a.js": "f(1);\n" },
    });
    const { root } = request;
    const argv = ["plan", "recipe.yaml", "--policy", "apply-all", "-o", "plan.json"];
    expect((await cli(root, argv)).exitCode).toBe(0);
    forgePlan(root, forge);
    const before = snapshot(root);
    const attempts = await checkSafely(request, {
      mode: "apply",
      recipes: [],
      plan: "plan.json",
    });
    expect(attempts.map((attempt) => attempt.exitCode)).toEqual([exitCode, exitCode]);
    expect(snapshot(root)).toEqual(before);
    expect(readText(root, join("src", "a.js"))).toBe("f(1);\n");
  });
});

const POLICY = `version: 1
default: { verdict: discard, reason: No rule covers this change. }
rules:
  - { id: small, when: { step: [never] }, verdict: apply, reason: Small. }
`;

/** A recipe whose plans are not derived again, because its hook may not run. */
const WITH_HOOK = `hooks: [{ on: [pre-tool], tools: [never], run: ["true"] }]\nscope: { include: ["src/**"] }\n`;

/** Says that the policy applies what it discards, with a reason of the forger. */
const asApplied = ({ actions: [action] }: RawPlan) => {
  const said = { verdict: "apply", state: "would-apply", ruleId: "small", reason: "Small." };
  Object.assign(action, said, { trace: [{ id: "small", kind: "rule", hit: true }] });
};

describe("a plan that is not derived again", () => {
  it.each<
    [what: string, forge: (plan: RawPlan) => unknown, exitCodes: [base: number, all: number]]
  >([
    ["of a verdict that the policy does not give", asApplied, [0, 3]],
    [
      "of a policy with another digest",
      (plan) => {
        asApplied(plan);
        plan.policy.sha256 = "0".repeat(64);
      },
      [3, 3],
    ],
    [
      "of a policy of its own choice",
      (plan) => {
        asApplied(plan);
        Object.assign(plan.policy, { builtIn: "apply-all", path: null });
      },
      [3, 3],
    ],
    [
      "for a file outside of the recipe's scope",
      (plan) => {
        asApplied(plan);
        const [file] = plan.actions[0].files;
        file.diff = file.diff.replaceAll("src/a.js", "lib/a.js");
        toPath("lib/a.js")(plan);
      },
      [3, 3],
    ],
  ])("writes nothing (%s)", async (_what, forge, exitCodes) => {
    const recipe = recipeFor("g").replace("steps:", `${WITH_HOOK}steps:`);
    const files = { "src/a.js": "f(1);\n", "lib/a.js": "f(1);\n" };
    const request = await openPullRequest({
      base: { ...files, "recipe.yaml": recipe, "sluice.policy.yaml": POLICY },
      head: () => ({ "src/more.js": "h(2);\n" }),
    });
    const { root } = request;
    const argv = ["plan", "recipe.yaml", "-o", "plan.json", "--allow-code"];
    expect((await cli(root, argv)).exitCode).toBe(0);
    forgePlan(root, forge);
    const before = snapshot(root);
    for (const [index, args] of [[], ["--trust=all"]].entries()) {
      const check = { mode: "apply", recipes: [], plan: "plan.json", args } as const;
      const attempts = await checkSafely(request, check);
      const code = exitCodes[index];
      expect(attempts.map((attempt) => attempt.exitCode)).toEqual([code, code]);
      expect(snapshot(root)).toEqual(before);
    }
  });
});

describe("a plan that a stranger made with Sluice", () => {
  it("chooses neither the policy nor the values of inputs", async () => {
    const inputs = "inputs: { to: { type: string, default: g } }\nsteps:";
    const request = await openPullRequest({
      base: {
        "recipe.yaml": recipeFor(`\${{ inputs.to }}`).replace("steps:", inputs),
        "sluice.policy.yaml": POLICY.replace("step: [never]", "step: [s]"),
        "src/a.js": "f(1);\n",
      },
      head: () => ({ "src/more.js": "h(2);\n" }),
    });
    const { root } = request;
    const make = ["plan", "recipe.yaml", "-o", "plan.json"];
    const attempt = (...args: readonly string[]) =>
      checkSafely(request, { mode: "apply", recipes: [], plan: "plan.json", args });
    for (const args of [["--policy=apply-all"], ["--input=to=evil"]]) {
      expect((await cli(root, [...make, ...args])).exitCode).toBe(0);
      for (const { exitCode, output } of await attempt()) {
        expect(exitCode).toBe(3);
        expect(output).toMatch(/--policy|--input/);
      }
      expect(readText(root, "src/a.js")).toBe("f(1);\n");
    }
    const [given] = await attempt("--input=to=evil");
    expect(given?.exitCode).toBe(0); // The caller gave the same.
  });
});
