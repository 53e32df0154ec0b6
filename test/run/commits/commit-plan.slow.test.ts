import { describe, expect, it } from "vitest";
import { AUTHOR, policyOf, RECIPE, stateOf, subjects } from "../../support/commit-run.ts";
import { cli } from "../../support/run-cli.ts";
import { git, readText, tempRepository } from "../../support/temp-tree.ts";

const FILES = { "recipe.yaml": RECIPE, "src/a.ts": "f(1);\nx();\nh(2);\n", "src/b.ts": "h(3);\n" };

const repository = () =>
  tempRepository({
    ...FILES,
    "sluice.policy.yaml": policyOf("{ per: rule }"),
    "own.yaml": policyOf("{ per: recipe }"),
    "none.yaml": "version: 1\ndefault: { verdict: apply, reason: All. }\n",
  });

const run = (root: string, ...argv: string[]) => cli(root, argv, { env: AUTHOR });

describe("commits of a plan", () => {
  it("makes the commits of the policy in force when the plan is applied", async () => {
    const root = repository();
    await run(root, "plan", "recipe.yaml", "-o", "plan.json");
    git(root, "add", "plan.json");
    git(root, "commit", "-qm", "State");
    const applied = await run(root, "apply", "plan.json", "--format", "json");
    expect(applied.exitCode).toBe(0);
    expect(JSON.parse(applied.stdout).commits).toMatchObject([
      { group: "first" },
      { group: "second" },
    ]);
    expect(subjects(root)).toHaveLength(2);
    expect(git(root, "show", "HEAD~1:src/a.ts")).toBe("g(1);\nx();\nh(2);\n");
    expect(stateOf(root).status).toBe("");
    const undone = JSON.parse((await run(root, "undo", "--format", "json")).stdout);
    expect(undone).toMatchObject({ exitCode: 0, alerts: [{ code: "commits-stay" }] });
    expect(undone.alerts[0].message).toContain(git(root, "rev-parse", "HEAD").slice(0, 10));
    expect(subjects(root)).toHaveLength(2);
    expect(readText(root, "src/b.ts")).toBe("h(3);\n");
  });

  it("takes the commits of the policy that the caller names, and none of the plan's", async () => {
    const root = repository();
    await run(root, "plan", "recipe.yaml", "--policy", "none.yaml", "-o", "plan.json");
    const again = await run(root, "apply", "plan.json", "--policy", "own.yaml", "--format", "json");
    expect(JSON.parse(again.stdout).commits).toMatchObject([{ group: "r" }]);
    const other = repository();
    await run(other, "plan", "recipe.yaml", "-o", "plan.json");
    const none = await run(other, "apply", "plan.json", "--no-verify", "--format", "json");
    expect(none.exitCode).toBe(0);
    expect(JSON.parse(none.stdout).commits).toBeUndefined();
    expect(subjects(other)).toEqual([]);
  });

  it("refuses a plan without an author before anything is written", async () => {
    const root = repository();
    await run(root, "plan", "recipe.yaml", "-o", "plan.json");
    const { GIT_AUTHOR_EMAIL: _address, ...env } = AUTHOR;
    const refused = await cli(root, ["apply", "plan.json"], { env });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr + refused.stdout).toContain("user.email");
    expect(git(root, "diff", "--name-only")).toBe("");
  });
});
