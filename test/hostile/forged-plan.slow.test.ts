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
