import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  COMMITTED,
  commandsAtHome,
  headOf,
  recipeRepository,
  renaming,
  TREE,
} from "../../support/git-recipes.ts";
import { commitAll, git, tempRepository, tempTree, writeTree } from "../../support/temp-tree.ts";

describe("a recipe in a commit of another repository", () => {
  it("is used by its path or its name, with the recipes and rules of its commit, and fetched once", async () => {
    const { folder, commit } = recipeRepository(COMMITTED);
    // The tree has others by the same names.
    const root = tempTree({ ...TREE, "recipes/strict.yaml": "not: used\n", "rules/r.yml": "?" });
    const { run, preview } = commandsAtHome();
    expect(await preview(root, `git:${folder}@${commit}:lib/../recipes/strict`)).toEqual([
      "recipe-not-found `lib/../recipes/strict` leaves the commit or could; `..` is not allowed.",
    ]);
    expect(await preview(root, `git:${folder}@${commit}:strict`)).toEqual(["strict(1);"]);
    writeTree(folder, { "recipes/strict.yaml": renaming("old", "later") });
    commitAll(folder);
    renameSync(folder, `${folder}-away`); // What follows needs no repository any more.
    try {
      const name = `git:file://${folder}@${commit}:all`;
      expect(await preview(root, name)).toEqual(["strict(1);", "ruled(1);"]);
      for (const command of [["validate"], ["show"]])
        expect((await run(root, [...command, name])).exitCode).toBe(0);
      expect((await run(root, ["explain-match", name, "a.js"])).stdout).toContain("1 match");
      const none = await preview(root, name, "--trust", "none");
      expect(none).toEqual(["strict(1);", "ruled(1);"]);
    } finally {
      renameSync(`${folder}-away`, folder);
    }
  });
});

describe("a commit of another repository is refused", () => {
  it("if it is not there, or the repository is the tree's", async () => {
    const { folder, commit } = recipeRepository({ "x.yaml": renaming("old", "x") });
    const root = tempRepository({ ...TREE, "sub/b.js": "" });
    const { preview } = commandsAtHome();
    const missing = await preview(root, `git:${folder}@${"1".repeat(40)}:x`);
    expect(missing.join()).toMatch(/^commit-unavailable .* cannot be fetched: .*not our ref/);
    expect((await preview(root, `git:.@${headOf(root)}:x`)).join()).toContain(
      "belongs to the tree",
    );
    expect((await preview(join(root, "sub"), `git:..@${headOf(root)}:x`)).join()).toContain(
      "belongs to the tree",
    );
    git(folder, "tag", "f".repeat(40)); // A name that looks like an id is none.
    expect((await preview(root, `git:${folder}@${"f".repeat(40)}:x`)).join()).toContain(
      "not our ref",
    );
    expect((await preview(root, `git:${folder}@${commit}:none`)).join()).toContain(
      "There is no recipe `none` in git:",
    );
  });
});
