import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { askWorkTree } from "../../src/git/ask-work-tree.ts";
import { readIndex } from "../../src/git/index/read-index.ts";
import { listGitFiles } from "../../src/git/list-files.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { listUncommitted } from "../../src/git/uncommitted/list-uncommitted.ts";
import { git, tempRepository, writeTree } from "../support/temp-tree.ts";

const list = async (root: string) => {
  const files = await listGitFiles(root, gitIn(root), { largeIndex: 0 });
  return files && { ...files, indexStamp: undefined };
};

/** A repository with a file in each state that git tells apart. */
function mixedRepository(): string {
  const names = [
    "same",
    "changed",
    "gone",
    "assumed",
    "assumedGone",
    "replaced",
    "linked/below",
    "odd\n  size: 9\tC x",
  ];
  const files = Object.fromEntries(names.map((name) => [`d/${name}.ts`, `${name}();\n`]));
  const root = tempRepository({ ...files, ".gitignore": "*.log\nout/\n", "link.ts": "a();\n" });
  for (const name of ["assumed", "assumedGone"])
    git(root, "update-index", "--assume-unchanged", `d/${name}.ts`);
  for (const name of ["changed", "assumed"]) writeTree(root, { [`d/${name}.ts`]: "other();\n" });
  for (const name of ["gone", "assumedGone", "replaced"]) rmSync(join(root, `d/${name}.ts`));
  writeTree(root, { "d/replaced.ts/now.ts": "", "linked/below.ts": "linked/below();\n" });
  rmSync(join(root, "d/linked"), { recursive: true });
  symlinkSync("../linked", join(root, "d/linked"));
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

it("lists the same files of an index that it reads itself, of one that git reads, and with a damaged HEAD", async () => {
  const root = mixedRepository();
  expect(readIndex(join(root, ".git"), "")).toBeDefined();
  const files = await list(root);
  const uncommitted = await listUncommitted(root);
  git(root, "update-index", "--index-version", "4");
  expect(readIndex(join(root, ".git"), "")).toBeUndefined();
  expect(await list(root)).toEqual(files);
  expect(await listUncommitted(root)).toEqual(uncommitted);
  writeFileSync(join(root, ".git/refs/heads/main"), `${"3".repeat(40)}\n`);
  const answer = await askWorkTree(root, gitIn(root));
  expect(answer?.headError).toBeDefined();
  expect(sorted(await list(root))).toEqual(sorted(files));
  expect((await list(root))?.contents.size).toBe(0);
  await expect(listUncommitted(root)).rejects.toThrow("HEAD");
});

function sorted(files: Awaited<ReturnType<typeof list>>) {
  return (
    files && {
      ...files,
      contents: undefined,
      paths: files.paths.toSorted(),
      untracked: files.untracked.toSorted(),
    }
  );
}

it("tells files in every state apart", async () => {
  const files = await list(mixedRepository());
  expect(files?.paths).toContain("d/odd\n  size: 9\tC x.ts");
  expect(files?.paths).not.toContain("d/gone.ts");
  // A folder stands in its place, or it is reached by a link: it is told where it is read.
  expect(files?.paths).toEqual(expect.arrayContaining(["d/replaced.ts", "d/linked/below.ts"]));
  expect([...(files?.contents.keys() ?? [])].sort()).toEqual([
    ".gitignore",
    "d/odd\n  size: 9\tC x.ts",
    "d/same.ts",
  ]);
  expect(files?.untracked.toSorted()).toEqual([
    ...["R 1\tnew.ts", "d/linked", "d/replaced.ts/now.ts", "inner/", "linked/below.ts"],
    "new\n  size: 3.ts",
  ]);
  expect(files?.submodules).toEqual(["sub"]);
  expect(files?.hidden.map(({ path }) => path).toSorted()).toEqual([
    "d/assumed.ts",
    "d/assumedGone.ts",
  ]);
});

it("leaves an index with files that a checkout left out to git, which looks at those that are there", async () => {
  const root = tempRepository({ "a.ts": "a\n", "b.ts": "b\n", "c.ts": "c\n" });
  git(root, "update-index", "--skip-worktree", "b.ts", "c.ts");
  rmSync(join(root, "c.ts"));
  expect(readIndex(join(root, ".git"), "")).toBeUndefined();
  const files = await list(root);
  expect(files?.paths).toEqual(["a.ts", "b.ts", "c.ts"]);
  expect(files?.hidden.map(({ path }) => path)).toEqual(["b.ts", "c.ts"]);
});

it("names a folder whose whole content is ignored, as new files in it are ignored, too", async () => {
  const root = tempRepository({
    ".gitignore": "out/\ngen/*\nmixed/*.log\n",
    "d/.gitignore": "*\n",
  });
  writeTree(root, { "out/a.ts": "", "gen/sub/a.ts": "", "gen/b.ts": "", "mixed/a.log": "" });
  writeTree(root, { "mixed/a.ts": "", "d/e/f.ts": "", "own/.gitignore": "*", "own/a.ts": "" });
  const ignored = async (folder: string) =>
    [...((await askWorkTree(folder, gitIn(folder)))?.ignored ?? [])].sort();
  expect(await ignored(root)).toEqual([
    ...["d/e/", "gen/", "gen/b.ts", "gen/sub/", "mixed/a.log", "out/", "own/"],
    ...["own/.gitignore", "own/a.ts"],
  ]);
  expect(await ignored(join(root, "own"))).toEqual(["./", ".gitignore", "a.ts"]);
  expect(await ignored(join(root, "mixed"))).toEqual(["a.log"]);
});
