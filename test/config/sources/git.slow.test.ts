import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  COMMITTED,
  commandsAtHome,
  headOf,
  recipeRepository,
  renaming,
  TREE,
  using,
} from "../../support/git-recipes.ts";
import { commitAll, git, tempRepository, tempTree, writeTree } from "../../support/temp-tree.ts";

describe("a recipe in a commit of another repository", () => {
  it("is named with its commit in reports and plans, and applied if the caller names it again", async () => {
    const { folder, commit } = recipeRepository(COMMITTED);
    const root = tempRepository(TREE);
    const { run, report } = commandsAtHome();
    const name = `git:${folder}@${commit}:recipes/strict.yaml`;
    const { sources } = (await report(root, ["preview", name])).report;
    expect(sources).toEqual([
      {
        path: name,
        role: "recipe",
        origin: "git",
        blobId: git(folder, "rev-parse", `${commit}:recipes/strict.yaml`).trim(),
      },
    ]);
    const plan = join(root, "plan.json");
    await run(root, ["plan", name, "-o", plan, "--policy", "apply-all"]);
    const refused = await run(root, ["apply", plan]);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr + refused.stdout).toContain(`Name it with --recipe ${name}`);
    writeTree(folder, { "recipes/strict.yaml": renaming("old", "later") });
    commitAll(folder);
    const other = name.replace(commit, headOf(folder));
    expect((await run(root, ["apply", plan, "--no-cache", "--recipe", other])).exitCode).toBe(3);
    expect((await run(root, ["apply", plan, "--no-cache", "--recipe", name])).exitCode).toBe(0);
  });

  it("is tested with the cases of its commit, which are not updated", async () => {
    const { folder, commit } = recipeRepository({
      "recipes/x/recipe.yaml": renaming("old", "strict"),
      "recipes/x/cases/one/input.js": "old(1);\n",
      "recipes/x/cases/one/expected.js": "strict(1);\n",
    });
    const { run } = commandsAtHome();
    const root = tempTree(TREE);
    const name = `git:${folder}@${commit}:x`;
    expect(await run(root, ["test", name])).toMatchObject({ exitCode: 0 });
    expect((await run(root, ["test", name, "-u"])).stderr).toContain("which is in a commit");
  });
});

describe("a commit of another repository is refused", () => {
  it("if a file of the tree names a folder of the machine, or a server without consent", async () => {
    const { folder, commit } = recipeRepository({ "x.yaml": renaming("old", "x") });
    const { preview } = commandsAtHome();
    const local = `git:${folder}@${commit}:x`;
    const far = `git:https://127.0.0.1:9/x@${commit}:x`;
    const root = tempTree({ ...TREE, "local.yaml": using(local), "far.yaml": using(far) });
    await preview(root, local); // That it is kept changes nothing.
    const expectBoth = async (names: readonly (readonly string[])[]) => {
      expect((await preview(root, ...(names[0] ?? []))).join()).toContain(
        "of this machine, which only",
      );
      expect((await preview(root, ...(names[1] ?? []))).join()).toContain(
        "of the server 127.0.0.1:9, and the caller has not allowed it.",
      );
    };
    await expectBoth([["local.yaml"], ["far.yaml"]]);
    for (const recipe of [local, far]) {
      writeTree(root, { "sluice.yaml": `version: 1\nrecipes: ["${recipe}"]\n` });
      expect((await preview(root)).join()).toMatch(/^recipe-not-found A file names (a|the) repos/);
    }
    expect((await preview(root, "far.yaml", "--allow-host", "127.0.0.1:9")).join()).toContain(
      "commit-unavailable",
    );
  });

  it("where a recipe lies behind a link or a submodule, brings code, or uses what is not pinned", async () => {
    const outside = tempTree({ "x.yaml": renaming("old", "outside") });
    const folder = tempRepository({
      "tool.yaml": `tools: [./tool.js]\n${renaming("old", "tool")}`,
      "hook.yaml": `hooks: [{ on: [pre-tool], module: ./hook.js }]\n${renaming("old", "hook")}`,
      "transform.yaml": "version: 1\nsteps: [{ id: t, transform: ./t.js }]\n",
      "npm.yaml": using("npm:acme/x"),
      "steals.yaml": using("mine"),
      "climbs.yaml": using("../x.yaml"),
      "rules.yaml": `version: 1\nsteps: [{ id: r, ast_edit: { rules: ["linked/*.yml", "none.yml"] } }]\n`,
      "a/x.yaml": renaming("old", "inside"),
    });
    symlinkSync(join(outside, "x.yaml"), join(folder, "out.yaml"));
    symlinkSync("a", join(folder, "linked"));
    git(folder, "update-index", "--add", "--cacheinfo", `160000,${headOf(folder)},sub`);
    git(folder, "add", "out.yaml", "linked");
    git(folder, "commit", "-q", "-m", "Links");
    const root = tempTree({ ...TREE, "recipes/mine.yaml": renaming("old", "mine"), "tool.js": "" });
    const { preview } = commandsAtHome();
    for (const [name, fault] of [
      ["out.yaml", "out.yaml is a link in the commit"],
      ["linked/x.yaml", "linked/x.yaml is a link in the commit"],
      ["sub/x.yaml", "There is no recipe `sub/x.yaml`"],
      ["tool", "brings no code of its own, and this one names `tool.js`"],
      ["hook", "brings no code of its own"],
      ["transform", "brings no code of its own, and this one names `./t.js`"],
      ["npm", "uses no package, such as `npm:acme/x`"],
      ["steals", "There is no recipe `mine`"],
      ["climbs", "`../x.yaml` leaves its commit or could"],
      ["rules", "`linked/*.yml` leads to a place that is never read"],
    ] as const) {
      const told = (
        await preview(root, `git:${folder}@${headOf(folder)}:${name}`, "--allow-code")
      ).join();
      expect(told).toContain(fault);
    }
  });
});
