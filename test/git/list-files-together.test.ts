import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listGitFiles } from "../../src/git/list-files.ts";
import { git, tempRepository, writeTree } from "../support/temp-tree.ts";

/** Makes the index larger by an extension that git passes over. */
function padIndex(root: string, bytes: number): void {
  const path = join(root, ".git/index");
  const head = Buffer.from("SLUI\0\0\0\0", "latin1");
  head.writeUInt32BE(bytes, 4);
  const body = Buffer.concat([readFileSync(path).subarray(0, -20), head, Buffer.alloc(bytes)]);
  writeFileSync(path, Buffer.concat([body, createHash("sha1").update(body).digest()]));
}

/** A repository with a file in each state that git tells apart. */
function mixedRepository(): string {
  const names = [
    "same",
    "changed",
    "gone",
    "assumed",
    "assumedGone",
    "skipped",
    "odd\n  size: 9\tC x",
  ];
  const files = Object.fromEntries(names.map((name) => [`d/${name}.ts`, `${name}();\n`]));
  const root = tempRepository({ ...files, ".gitignore": "*.log\nout/\n", "link.ts": "a();\n" });
  for (const name of ["assumed", "assumedGone"])
    git(root, "update-index", "--assume-unchanged", `d/${name}.ts`);
  git(root, "update-index", "--skip-worktree", "d/skipped.ts");
  for (const name of ["changed", "assumed", "skipped"])
    writeTree(root, { [`d/${name}.ts`]: "other();\n" });
  for (const name of ["gone", "assumedGone"]) rmSync(join(root, `d/${name}.ts`));
  rmSync(join(root, "link.ts"));
  symlinkSync("d", join(root, "link.ts"));
  writeTree(root, { "x.log": "", "out/b.ts": "", "new\n  size: 3.ts": "", "R 1\tnew.ts": "" });
  writeTree(root, { "inner/a.ts": "" });
  git(join(root, "inner"), "init", "-q");
  const stage = (number: number) => `100644 ${"1".repeat(40)} ${number}\tunmerged.ts\n`;
  git(root, "update-index", "--add", "--cacheinfo", `160000,${"2".repeat(40)},sub`);
  const input = stage(1) + stage(2) + stage(3);
  execFileSync("git", ["update-index", "--index-info"], { cwd: root, input });
  return root;
}

it("lists the same files with one question about a small index as with two about a large one", async () => {
  const root = mixedRepository();
  const small = await listGitFiles(root);
  padIndex(root, 128 * 1024);
  expect(statSync(join(root, ".git/index")).size).toBeGreaterThan(128 * 1024);
  const large = await listGitFiles(root);
  expect(small).toEqual(large);
  expect(small?.paths).toContain("d/odd\n  size: 9\tC x.ts");
  expect(small?.paths).not.toContain("d/gone.ts");
  expect([...(small?.contents.keys() ?? [])].sort()).toEqual([
    ".gitignore",
    "d/odd\n  size: 9\tC x.ts",
    "d/same.ts",
  ]);
  expect(small?.untracked.toSorted()).toEqual(["R 1\tnew.ts", "inner/", "new\n  size: 3.ts"]);
  expect(small?.submodules).toEqual(["sub"]);
  expect(small?.hidden.map(({ path }) => path).toSorted()).toEqual([
    "d/assumed.ts",
    "d/assumedGone.ts",
    "d/skipped.ts",
  ]);
});
