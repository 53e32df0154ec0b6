import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findSuperproject, treesAround } from "../../src/git/trees-around.ts";
import { git, tempFolder, tempRepository, writeTree } from "../support/temp-tree.ts";

function tempNested(): { readonly top: string; readonly inner: string } {
  const top = tempRepository({ "a.ts": "" });
  const inner = join(top, "pkg");
  writeTree(inner, { "b.ts": "" });
  git(inner, "init", "-q");
  return { top, inner };
}

it("takes a repository below the caller's folder, but not of its repository, for one of that", () => {
  const { top, inner } = tempNested();
  expect(findSuperproject(inner, [top])).toBe(top);
  expect(findSuperproject(inner, [inner])).toBeUndefined();
  expect(findSuperproject(top, [top, inner])).toBeUndefined();
  expect(findSuperproject(inner, [tempRepository({ "a.ts": "" })])).toBeUndefined();
});

it("takes no linked work tree for a submodule", () => {
  const { top } = tempNested();
  const linked = join(tempFolder(), "modules");
  git(top, "worktree", "add", "-q", linked);
  expect(findSuperproject(linked, [linked])).toBeUndefined();
});

it("counts the root, its repository, those of the caller's folders and the workspace as trees", () => {
  const { top } = tempNested();
  const [root, other, workspace] = [join(top, "src"), tempFolder(), tempFolder()];
  mkdirSync(root);
  const env = { GITHUB_WORKSPACE: workspace, CI_PROJECT_DIR: "relative", WORKSPACE: "/" };
  expect(treesAround(root, env, [top, other])).toEqual([root, top, workspace]);
});
