import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { indexedPaths } from "../../../src/git/ask-work-tree.ts";
import { parseIndex } from "../../../src/git/index/parse-index.ts";
import { readIndex } from "../../../src/git/index/read-index.ts";
import { git, tempRepository, tempTree } from "../../support/temp-tree.ts";

/** The index as git prints it. */
const asked = (root: string) => parseIndex(git(root, "ls-files", "-z", "-v", "-s", "--debug"));

it("reads the entries that git prints, whatever the length of their names", () => {
  const names = Array.from({ length: 20 }, (_, length) => `d/${"x".repeat(length + 1)}`);
  const odd = ["line\nend", "日本.ts", "a b"];
  const root = tempRepository(Object.fromEntries([...names, ...odd].map((name) => [name, name])));
  writeFileSync(join(root, "later.ts"), "later");
  git(root, "add", "-N", "later.ts"); // An entry of version 3.
  git(root, "update-index", "--assume-unchanged", names[3] ?? "");
  git(root, "update-index", "--add", "--cacheinfo", `160000,${"2".repeat(40)},sub`);
  const long = Array.from({ length: 500 }, () => "long-name").join("/"); // Too long for the field of its length.
  git(root, "update-index", "--add", "--cacheinfo", `100644,${"3".repeat(40)},${long}`);
  git(root, "update-index", "--chmod=+x", names[4] ?? "");
  const entries = asked(root);
  expect(entries).toHaveLength(26);
  expect(readIndex(join(root, ".git"), "")).toEqual(entries);
  expect(readIndex(join(root, ".git"), "d/")).toEqual(asked(join(root, "d")));
});

it.each([
  ["is compressed", (root: string) => git(root, "update-index", "--index-version", "4")],
  ["is split", (root: string) => git(root, "update-index", "--split-index")],
  ["is missing", (root: string) => rmSync(join(root, ".git/index"))],
  ["is no index", (root: string) => writeFileSync(join(root, ".git/index"), "garbage")],
  ["has lost its digest", (root: string) => appendFileSync(join(root, ".git/index"), "x")],
])("leaves an index to git that %s", (_what, change) => {
  const root = tempRepository({ "a.ts": "a", "b.ts": "b" });
  change(root);
  expect(readIndex(join(root, ".git"), "")).toBeUndefined();
});

it("leaves an index to git whose bytes are not all there, wherever it ends", () => {
  const root = tempRepository({ "a.ts": "a", "folder/b.ts": "b" });
  const file = join(root, ".git/index");
  const bytes = readFileSync(file);
  for (let end = 0; end < bytes.length; end++) {
    writeFileSync(file, bytes.subarray(0, end));
    expect(readIndex(join(root, ".git"), "")).toBeUndefined();
  }
});

it("answers the paths of an index below a folder, also of one that git has to read; none outside of git", async () => {
  const root = tempRepository({ "a.ts": "a", "pkg/b.ts": "b" });
  expect(await indexedPaths(root)).toEqual(new Set(["a.ts", "pkg/b.ts"]));
  expect(await indexedPaths(join(root, "pkg"))).toEqual(new Set(["b.ts"]));
  git(root, "update-index", "--index-version", "4");
  expect(await indexedPaths(join(root, "pkg"))).toEqual(new Set(["b.ts"]));
  expect(await indexedPaths(tempTree({ "a.ts": "" }))).toEqual(new Set());
});

it("reads no index of a repository that may be another user's", async () => {
  const root = tempRepository({ "a.ts": "a" });
  const env = { PATH: process.env.PATH, HOME: root, GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
  await expect(indexedPaths(root, env)).rejects.toThrow("it belongs to another user");
});

it("answers no paths of a repository where git is not installed", async () => {
  const root = tempRepository({ "a.ts": "a" });
  await expect(indexedPaths(root, { PATH: root })).rejects.toThrow("ENOENT");
});

it("leaves an index that is a pipe, or a link to a device, to git, and does not wait for it", () => {
  const root = tempRepository({ "a.ts": "a" });
  const index = join(root, ".git/index");
  rmSync(index);
  execFileSync("mkfifo", [index]);
  expect(readIndex(join(root, ".git"), "")).toBeUndefined();
  rmSync(index);
  symlinkSync("/dev/zero", index);
  expect(readIndex(join(root, ".git"), "")).toBeUndefined();
});
