import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { findGit } from "../../src/git/find-git.ts";
import type { Environment } from "../../src/git/git-environment.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { treesAround } from "../../src/git/trees-around.ts";
import { git, tempFolder, tempRepository, writeTree } from "../support/temp-tree.ts";

/** Writes a `git` that leaves a mark, and returns its folder. */
function putGit(folder: string, mark = join(tempFolder(), "mark")): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "git"), `#!/bin/sh\ntouch '${mark}'\necho here\n`);
  chmodSync(join(folder, "git"), 0o755);
  return folder;
}

const find = (root: string, env: Environment) => findGit(root, env, treesAround(root, env, []));
const pathOf = (...folders: readonly string[]) => ({ PATH: folders.join(delimiter) });

it("finds the first git of PATH, whatever characters its folder has", async () => {
  const folder = putGit(join(tempFolder(), "ä b'$(x)[1]"));
  const env = pathOf("/no/such/folder", folder, putGit(tempFolder()));
  expect(find(tempFolder(), env)).toEqual({ program: join(folder, "git"), variables: env });
  expect(await gitIn(tempFolder(), env)(["any"])).toBe("here\n");
});

it.each([
  ["of the root", (root: string) => putGit(join(root, "node_modules/.bin"))],
  ["of its repository", (root: string) => putGit(join(root, "../bin"))],
  ["relative", (root: string) => putGit(join(root, "bin")).slice(root.length + 1)],
  ["empty", (root: string) => putGit(root).slice(root.length)],
  ["of packages elsewhere", () => putGit(join(tempFolder(), "node_modules/.bin"))],
  ["a link to the root", (root: string) => linkTo(putGit(join(root, "tools")))],
  [
    "with a link to a program of the root",
    (root: string) => {
      const folder = tempFolder();
      symlinkSync(join(putGit(root), "git"), join(folder, "git"));
      return folder;
    },
  ],
])("leaves out a git in a folder of PATH that is %s", (_words, makeFolder) => {
  const root = join(tempRepository({ "pkg/a.ts": "" }), "pkg");
  const folder = makeFolder(root);
  const own = putGit(tempFolder());
  const found = find(root, pathOf(folder, own));
  expect(found.program).toBe(join(own, "git"));
  expect(() => find(root, pathOf(folder))).toThrow(/the only git on PATH is .* is not run/);
});

function linkTo(folder: string): string {
  const link = join(tempFolder(), "link");
  symlinkSync(folder, link);
  return link;
}

it("gives git no folder of the tree in PATH", () => {
  const root = tempRepository({ "bin/less": "" });
  const own = putGit(tempFolder());
  const { variables } = find(root, pathOf(join(root, "bin"), ".", "", own, "x/bin"));
  expect(variables).toEqual({ PATH: own });
});

it("leaves out the folders of the workspace of CI", () => {
  const workspace = tempFolder();
  const [bin, own] = [putGit(join(workspace, "bin")), putGit(tempFolder())];
  const env = pathOf(bin, own);
  for (const name of ["GITHUB_WORKSPACE", "CI_PROJECT_DIR", "WORKSPACE"])
    expect(find(tempFolder(), { ...env, [name]: workspace }).program).toBe(join(own, "git"));
  expect(find(tempFolder(), { ...env, WORKSPACE: "/" }).program).toBe(join(bin, "git"));
});

it("leaves out the folders of a repository that has the root as a submodule", () => {
  const top = tempRepository({ "a.ts": "" });
  const root = join(top, "pkg");
  writeTree(root, { "b.ts": "" });
  git(root, "init", "-q");
  mkdirSync(join(top, ".git/modules"));
  renameSync(join(root, ".git"), join(top, ".git/modules/pkg"));
  writeFileSync(join(root, ".git"), "gitdir: ../.git/modules/pkg\n");
  const own = putGit(tempFolder());
  const { program } = find(root, pathOf(putGit(join(top, "bin")), own));
  expect(program).toBe(join(own, "git"));
});

it("takes a program before a file that is none, and fails as the system does without both", () => {
  const [file, own] = [tempFolder(), putGit(tempFolder())];
  writeFileSync(join(file, "git"), "");
  expect(find(tempFolder(), pathOf(file, own)).program).toBe(join(own, "git"));
  expect(find(tempFolder(), pathOf(file)).program).toBe(join(file, "git"));
  expect(() => find(tempFolder(), pathOf(tempFolder()))).toThrow("spawn git ENOENT");
});
