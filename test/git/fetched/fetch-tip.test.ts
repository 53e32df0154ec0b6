import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { resetMirror } from "../../../src/cache/mirrors.ts";
import { commitDate } from "../../../src/git/commit/commit-date.ts";
import { fetchTip } from "../../../src/git/fetched/fetch-tip.ts";
import { gitIn } from "../../../src/git/run-git.ts";
import { git, tempFolder, tempRepository } from "../../support/temp-tree.ts";

const ENV = { PATH: process.env.PATH };

/** A repository, an empty mirror, and what fetches the tip of the one into the other. */
function served() {
  const [url, mirror] = [tempRepository({ "a.ts": "old(1);\n" }), tempFolder()];
  resetMirror(mirror, "sha1");
  const write = (type: string, bytes: Buffer) =>
    execFileSync("git", ["hash-object", "-t", type, "-w", "--stdin", "--literally"], {
      ...{ cwd: url, input: bytes, encoding: "utf8" },
    }).trim();
  const bounds = { time: 60_000, bytes: 1e9, sizeNow: () => 0 };
  const signal = new AbortController().signal;
  const fetched = (ref?: string, from = url) =>
    fetchTip(mirror, { url: from, protocol: "file", ref }, { env: ENV, signal, ...bounds });
  return { url, mirror, write, fetched };
}

function treeOf(url: string, name: string, mode: string): Buffer {
  const tree = Buffer.from(git(url, "rev-parse", "HEAD^{tree}").trim(), "hex");
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), tree]);
}

it("a commit with harmless faults of old projects is fetched, as git clone takes it", async () => {
  const { url, mirror, write, fetched } = served();
  const tree = write("tree", treeOf(url, "lib", "040000"));
  const commits = [
    ["Me 1 +0000", "<a@b>01 +051800"],
    ["Me<a@b> x +0000", "M>e <a@b>99999999999999999999 +0000"],
    ["Me <a<b> 1 +0000\nauthor Me <a@b> 1 +0000", "Me <a@b>1 +0000"],
  ].map(([author, committer]) =>
    write(
      "commit",
      Buffer.from(`tree ${tree}\nauthor ${author}\ncommitter ${committer}\n\nOne\0two\n`),
    ),
  );
  for (const [at, commit] of commits.entries()) {
    git(url, "update-ref", `refs/heads/b${at}`, commit);
    expect(await fetched(`b${at}`)).toBe(commit);
  }
  const date = await commitDate(gitIn(mirror, ENV), commits[1] ?? "");
  expect(new Date(date).getUTCFullYear()).toBe(9999);
});

it.each([
  [".git", "hasDotgit"],
  ["..", "hasDotdot"],
  ["a/b", "fullPathname"],
])("a tree with the name %s is refused", async (name, why) => {
  const { url, write, fetched } = served();
  const tree = write("tree", treeOf(url, name, "40000"));
  git(url, "update-ref", "HEAD", git(url, "commit-tree", "-m", "x", tree).trim());
  await expect(fetched()).rejects.toThrow(why);
});

it("a folder that is missing and a ref that is missing are told apart", async () => {
  const { url, fetched } = served();
  const none = join(url, "none");
  await expect(fetched("next", none)).rejects.toThrow(`there is no folder \`${none}\``);
  await expect(fetched("next")).rejects.toThrow("it has no branch, no tag and no commit `next`");
});
