import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { leadsOutOfTree, outputFolders, treeLinkFault } from "../../src/files/tree-link.ts";
import { tempTree } from "../support/temp-tree.ts";

/** A tree of a stranger beside a folder of the caller. */
function place() {
  const root = tempTree({ "tree/in/a.json": "{}", "outside/b.json": "{}" });
  const [tree, outside] = [join(root, "tree"), join(root, "outside")];
  const link = (target: string, path: string) => symlinkSync(target, join(tree, path));
  link("../outside", "out");
  link("../outside/b.json", "file");
  link("../outside/new.json", "dangling");
  link("in", "inner");
  link("../nothing", "nowhere");
  link("/dev/null", "null");
  mkdirSync(join(tree, "real"));
  link("../out", "real/up");
  execFileSync("mkfifo", [join(tree, "pipe")]);
  symlinkSync(tree, join(root, "way-in"));
  symlinkSync("outside", join(root, "mine"));
  return { root, tree, outside };
}

describe("the place of an output", () => {
  it.each([
    ["file", "is a symbolic link"],
    ["dangling", "is a link that leads to nothing"],
    ["null", "is a symbolic link"],
    ["pipe", "is a pipe"],
    ["out/new.json", "leads out of"],
    ["out/new/deeper.json", "leads out of"],
    ["real/up/new.json", "leads out of"],
    ["inner/../out/new.json", "leads out of"],
    ["nowhere/new.json", "through a link that leads to nothing"],
    ["../way-in/out/new.json", "leads out of"],
  ])("is refused in a tree if it is %s", async (path, fault) => {
    const { tree } = place();
    expect(await treeLinkFault({ cwd: tree, trees: [tree] }, path)).toContain(fault);
  });

  it.each(["in/a.json", "new/folder/a.json", "inner/a.json", "in", ".", "in/../b.json"])(
    "is fine in a tree if it is %s",
    async (path) => {
      const { tree } = place();
      expect(await treeLinkFault({ cwd: tree, trees: [tree] }, path)).toBeUndefined();
    },
  );

  it.each(["../outside/b.json", "../mine/b.json", "/dev/null", "/dev/fd/1", "../mine"])(
    "is the caller's own outside of the trees: %s",
    async (path) => {
      const { tree } = place();
      expect(await treeLinkFault({ cwd: tree, trees: [tree, "/"] }, path)).toBeUndefined();
    },
  );

  it("is refused in the workspace of a runner, too, also if the root is named by a link", async () => {
    const { root, tree, outside } = place();
    const folders = outputFolders(outside, outside, { GITHUB_WORKSPACE: join(root, "way-in") });
    expect(await treeLinkFault(folders, "../tree/out/new.json")).toContain("leads out of");
    const linked = outputFolders(root, join(root, "way-in"));
    expect(await treeLinkFault(linked, join(tree, "file"))).toContain("is a symbolic link");
  });
});

describe("a root", () => {
  it.each([
    ["out", true],
    ["real/up", true],
    ["in", false],
    ["inner", false],
    ["../outside", false],
    ["missing", false],
    [".", false],
  ])("at %s leads out of the tree: %s", (path, isOut) => {
    const { tree } = place();
    expect(leadsOutOfTree({ cwd: tree, trees: [tree] }, path)).toBe(isOut);
  });
});
