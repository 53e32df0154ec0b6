import { existsSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listUncommitted } from "../../../src/git/uncommitted/list-uncommitted.ts";
import { git, tempRepository, tempTree, writeTree } from "../../support/temp-tree.ts";
import { filteredRepository, list, touch } from "../../support/uncommitted-tree.ts";

function dirtyRepository(): string {
  const names = ["clean", "changed", "staged", "both", "gone", "moved", "pkg/changed"];
  const root = tempRepository({
    ...Object.fromEntries(names.map((name) => [`${name}.ts`, `${name}\n`])),
    ".gitignore": "*.log\nout/\n",
  });
  writeTree(root, { "staged.ts": "x", "both.ts": "x", "added.ts": "" });
  git(root, "add", "staged.ts", "both.ts", "added.ts");
  git(root, "mv", "moved.ts", "pkg/moved.ts");
  rmSync(join(root, "gone.ts"));
  writeTree(root, {
    ...{ "changed.ts": "x", "both.ts": "y", "pkg/changed.ts": "x", "new dir/ü\n.ts": "" },
    ...{ "x.log": "", "out/y.ts": "" },
  });
  return root;
}

describe("listUncommitted", () => {
  it("answers what differs from the index, what is staged, and what is untracked and not ignored", async () => {
    const names = ["added", "both", "changed", "gone", "moved", "new dir/ü\n", "pkg/changed"];
    expect(await list(dirtyRepository())).toEqual(
      [...names, "pkg/moved", "staged"].map((name) => `${name}.ts`).sort(),
    );
  });

  it("answers for a folder what is below it, relative to it", async () => {
    expect(await list(join(dirtyRepository(), "pkg"))).toEqual(["changed.ts", "moved.ts"]);
  });

  it("does not depend on settings of the user or the repository", async () => {
    const root = dirtyRepository();
    const before = await list(root);
    for (const [name, value] of [
      ["status.showUntrackedFiles", "no"],
      ["status.renames", "copies"],
      ["status.relativePaths", "true"],
      ["status.branch", "true"],
      ["core.quotePath", "true"],
    ] as const)
      git(root, "config", name, value);
    expect(await list(root)).toEqual(before);
  });

  it("counts all files before the first commit, and none of a file that only was touched", async () => {
    const fresh = tempTree({ "a.ts": "" });
    git(fresh, "init", "-q");
    expect(await list(fresh)).toEqual(["a.ts"]);
    const root = tempRepository({ "a.ts": "a" });
    utimesSync(join(root, "a.ts"), 1, 1);
    expect(await list(root)).toEqual([]);
  });

  it("never writes: the index stays as it is", async () => {
    const root = tempRepository({ "a.ts": "a" });
    utimesSync(join(root, "a.ts"), 1, 1); // Git would note in the index that it looked.
    const stamp = () => statSync(join(root, ".git/index"), { bigint: true }).mtimeNs;
    const before = stamp();
    await list(root);
    expect(stamp()).toBe(before);
  });

  it("answers undefined outside of a work tree, and rejects where git fails", async () => {
    expect(await list(tempTree({ "a.ts": "" }))).toEqual(["none"]);
    const root = tempRepository({ "a.ts": "" });
    writeTree(root, { ".git/index": "broken" });
    await expect(list(root)).rejects.toThrow(/index/);
  });
});

describe("a file with a filter", () => {
  it("is not known to have changed if it was only touched: the filter is not run", async () => {
    const { root, canary } = filteredRepository("x", "small", "large");
    touch(root);
    expect(await listUncommitted(root)).toEqual({ paths: [], unknown: ["a.bin"] });
    expect(existsSync(canary)).toBe(false);
    expect(git(root, "status", "--porcelain")).toBe(""); // Plain git runs the filter.
    expect(existsSync(canary)).toBe(true);
    expect(await listUncommitted(root)).toEqual({ paths: [], unknown: [] });
  });
});
