import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  lonelyRepository,
  lonelyTree,
  POLICY,
  planned,
  planOf,
  TREE,
} from "../support/planned-tree.ts";
import { cli } from "../support/run-cli.ts";
import { git, readText, snapshot, tempFolder, tempTree } from "../support/temp-tree.ts";

describe("sluice plan", () => {
  it("writes the plan and nothing else, and answers 0 though changes were found and some are held", async () => {
    const root = lonelyRepository();
    const before = snapshot(root);
    const { exitCode, stderr, file } = await planned(root);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(snapshot(root)).toEqual(before);
    const plan = planOf(file);
    expect(plan).toMatchObject({
      kind: "sluice-plan",
      formatVersion: "1.0",
      base: { commit: git(root, "rev-parse", "HEAD").trim() },
      recipes: [{ name: "move", path: "recipes/move.yaml", shipped: null }],
      policy: { builtIn: null, path: "sluice.policy.yaml" },
      shard: { index: 1, total: 1 },
    });
    expect(new Set(plan.actions.map(({ state }) => state))).toEqual(
      new Set(["would-apply", "held", "discarded"]),
    );
  });

  it.each([
    [["move"], "The recipe `move` is named twice: a plan takes each name once."],
    [["./recipes/move.yaml"], "The recipe `move` is named twice"],
    [["other/move.yaml"], "The recipe `move` has the name of another one, `recipes/move.yaml`"],
  ])("refuses a recipe twice before anything runs (%j)", async (more, told) => {
    const root = lonelyTree({ ...TREE, "other/move.yaml": TREE["recipes/move.yaml"] });
    const { exitCode, stderr } = await planned(root, ...more);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(told);
    expect(existsSync(join(root, "../plan.json"))).toBe(false);
  });

  it("gives the same bytes twice, and in another folder", async () => {
    const [one, other] = [lonelyRepository(), join(tempFolder(), "elsewhere/deep")];
    git(one, "clone", "-q", one, other);
    const first = readFileSync((await planned(one)).file, "utf8");
    const second = readFileSync((await planned(one)).file, "utf8");
    const third = readFileSync((await planned(other)).file, "utf8");
    expect(second).toBe(first);
    expect(third).toBe(first);
    expect(first).not.toContain(one);
  });

  it("answers 1 with --check, and still writes the plan", async () => {
    const { exitCode, file } = await planned(lonelyTree(), "--check");
    expect(exitCode).toBe(1);
    expect(planOf(file).actions.length).toBeGreaterThan(0);
  });

  it("has no commit outside of git, and names a shipped recipe and a policy that is built in", async () => {
    const root = tempTree({ "a.ts": "x.substr(1);\nDate.now();\nnew Date().getTime();\n" });
    const { exitCode } = await cli(root, ["plan", "date-now", "--policy", "safe", "-o", "p.json"]);
    expect(exitCode).toBe(0);
    const plan = planOf(join(root, "p.json"));
    expect(plan.base.commit).toBeNull();
    expect(plan.recipes[0]).toMatchObject({ path: null, shipped: "date-now/recipe.yaml" });
    expect(plan.policy).toMatchObject({ builtIn: "safe", path: null });
    const { exitCode: applied } = await cli(root, ["apply", "p.json"]);
    expect(applied).toBe(0);
    expect(readText(root, "a.ts")).toContain("x.substr(1);\nDate.now();\nDate.now();\n");
  });

  it.each([
    ["without a file for it", [], "needs a file"],
    ["over a source file", ["-o", "src/a.ts"], "is not a plan"],
    ["over its own recipe", ["-o", "recipes/move.yaml"], "is another file of this run"],
    ["over its policy", ["-o", "sluice.policy.yaml"], "is another file of this run"],
    ["into .git", ["-o", ".git/plan.json"], "inside of `.git`"],
    ["over a folder", ["-o", "src"], "is a folder"],
    ["over its report", ["-o", "x.json", "--report", "json=x.json"], "another file of this run"],
  ])("refuses to write a plan %s", async (_how, argv, why) => {
    const root = lonelyRepository();
    const before = snapshot(root);
    const { exitCode, stderr } = await cli(root, ["plan", "recipes/move.yaml", ...argv]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(why);
    expect(snapshot(root)).toEqual(before);
  });

  it("needs a policy, and writes no plan of what failed", async () => {
    const root = lonelyTree({ ...TREE, "sluice.policy.yaml": POLICY.replace("apply,", "maybe,") });
    expect((await planned(root)).exitCode).toBe(2);
    const failing = TREE["recipes/move.yaml"].replace("steps:", "expect: { minFiles: 99 }\nsteps:");
    const other = lonelyTree({ ...TREE, "recipes/move.yaml": failing });
    const { exitCode, stdout, stderr, file } = await planned(other, "--exit-zero");
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "" });
    expect(stdout).toContain("No plan was written. Expected at least 99 files");
    expect(() => planOf(file)).toThrow("ENOENT");
  });
});
