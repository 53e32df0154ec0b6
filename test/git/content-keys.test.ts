import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ContentKeys } from "../../src/git/content-keys.ts";
import { listGitFiles } from "../../src/git/list-files.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { commitAll, git, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";

async function keysOf(root: string): Promise<ContentKeys> {
  return new ContentKeys((await listGitFiles(root, gitIn(root), { largeIndex: 0 }))?.contents);
}

/** The blob id of a committed file with its size there. */
function keyOfBlob(root: string, path: string): string {
  const name = `HEAD:${path}`;
  return `${git(root, "rev-parse", name).trim()}+${git(root, "cat-file", "-s", name).trim()}`;
}

const read = (root: string, path: string) => readFileSync(join(root, path));

describe("keys of contents", () => {
  it("are the blob ids, with the sizes, of files that do not differ from the index, in every checkout", async () => {
    const root = tempRepository({ "a.ts": "one\n", "b.ts": "two\n" });
    const clone = tempTree({});
    execFileSync("git", ["clone", "-q", root, clone]);
    for (const tree of [root, clone]) {
      const keys = await keysOf(tree);
      expect(keys.known("a.ts")).toBe(keyOfBlob(root, "a.ts"));
      expect(keys.ofBytes("a.ts", read(tree, "a.ts"))).toBe(keyOfBlob(root, "a.ts"));
    }
  });

  it("are not known of files that are edited, new, deleted, or links; those of bytes are", async () => {
    const root = tempRepository({
      "a.ts": "one\n",
      "b.ts": "two\n",
      "c.ts": "three\n",
      "d.ts": "four\n",
    });
    appendFileSync(join(root, "a.ts"), "more\n");
    rmSync(join(root, "b.ts"));
    symlinkSync("d.ts", join(root, "b.ts"));
    rmSync(join(root, "c.ts"));
    writeTree(root, { "new.ts": "one\n" });
    const keys = await keysOf(root);
    expect(["a.ts", "b.ts", "c.ts", "new.ts"].map((path) => keys.known(path))).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
    expect(keys.ofBytes("new.ts", read(root, "new.ts"))).toBe(keyOfBlob(root, "a.ts"));
    keys.forget(["d.ts"]);
    expect(keys.known("d.ts")).toBeUndefined();
  });

  it("are not known of a link that is in the index, of unmerged files, and where git does not look", async () => {
    const root = tempRepository({ "a.ts": "one\n", "b.ts": "two\n", "merged.ts": "one\n" });
    git(root, "checkout", "-q", "-b", "other");
    writeFileSync(join(root, "merged.ts"), "two\n");
    commitAll(root);
    git(root, "checkout", "-q", "main");
    writeFileSync(join(root, "merged.ts"), "three\n");
    commitAll(root);
    expect(() => git(root, "merge", "-q", "other")).toThrow();
    expect(git(root, "ls-files", "--unmerged")).toContain("merged.ts");
    symlinkSync("a.ts", join(root, "link.ts"));
    git(root, "add", "link.ts");
    git(root, "update-index", "--assume-unchanged", "a.ts");
    git(root, "update-index", "--skip-worktree", "b.ts");
    writeFileSync(join(root, "a.ts"), "changed, unseen by git\n");
    const keys = await keysOf(root);
    expect(["link.ts", "a.ts", "b.ts", "merged.ts"].map((path) => keys.known(path))).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
  });

  it("tell a file with converted line ends from the blob that git stores for it", async () => {
    const root = tempRepository({
      ".gitattributes": "*.ts text eol=lf\n",
      "a.ts": "one\ntwo\n",
      "b.ts": "one\ntwo\n",
    });
    writeFileSync(join(root, "b.ts"), "one\r\ntwo\n");
    git(root, "add", "--renormalize", "b.ts");
    expect(git(root, "diff", "--name-only")).toBe(""); // To git both are the same.
    const keys = await keysOf(root);
    expect(keys.known("a.ts")).toBe(keys.ofBytes("a.ts", read(root, "a.ts")));
    expect(keys.known("b.ts")).not.toBe(keys.known("a.ts"));
    expect(keys.known("b.ts")).not.toBe(keys.ofBytes("b.ts", read(root, "b.ts")));
  });

  it("do the same where the settings convert line ends", async () => {
    const root = tempRepository({ "a.ts": "one\ntwo\n" });
    git(root, "config", "core.autocrlf", "true");
    rmSync(join(root, "a.ts"));
    git(root, "checkout", "-q", "a.ts");
    expect(read(root, "a.ts").toString()).toBe("one\r\ntwo\r\n");
    const keys = await keysOf(root);
    expect(keys.known("a.ts")).not.toBe(keys.ofBytes("a.ts", Buffer.from("one\ntwo\n")));
  });

  it("do the same where the settings did so only when the file was checked out", async () => {
    const root = tempRepository({ "a.ts": "one\ntwo\n" });
    git(root, "config", "core.autocrlf", "true");
    rmSync(join(root, "a.ts"));
    git(root, "checkout", "-q", "a.ts");
    utimesSync(join(root, "a.ts"), 1_000_000, 1_000_000); // So that git need not compare the bytes.
    git(root, "update-index", "--refresh");
    git(root, "config", "--unset", "core.autocrlf");
    expect(git(root, "status", "--short")).toBe("");
    const keys = await keysOf(root);
    expect(keys.known("a.ts")).not.toBe(keys.ofBytes("a.ts", Buffer.from("one\ntwo\n")));
  });

  it("are not known of what a filter makes, whatever its size", async () => {
    const root = tempRepository({ ".gitattributes": "*.ts filter=swap\n", "a.ts": "one\n" });
    git(root, "config", "filter.swap.smudge", "sed s/one/eno/");
    git(root, "config", "filter.swap.clean", "sed s/eno/one/");
    rmSync(join(root, "a.ts"));
    git(root, "checkout", "-q", "a.ts");
    expect(read(root, "a.ts").toString()).toBe("eno\n");
    expect((await keysOf(root)).known("a.ts")).toBeUndefined();
  });

  it("are those of git in a repository of sha256 names, too", async () => {
    const root = tempTree({ "a.ts": "one\n" });
    git(root, "init", "-q", "--object-format=sha256");
    commitAll(root);
    const keys = await keysOf(root);
    expect(keys.known("a.ts")).toBe(keyOfBlob(root, "a.ts"));
    expect(keys.ofBytes("a.ts", read(root, "a.ts"))).toBe(keyOfBlob(root, "a.ts"));
  });

  it("are the sha256 of the bytes outside of git", async () => {
    const root = tempTree({ "a.ts": "one\n" });
    const keys = await keysOf(root);
    expect(keys.known("a.ts")).toBeUndefined();
    expect(keys.ofBytes("a.ts", read(root, "a.ts"))).toHaveLength(64);
    renameSync(join(root, "a.ts"), join(root, "b.ts"));
    expect(keys.ofBytes("b.ts", read(root, "b.ts"))).toBe(keys.ofBytes("a.ts", read(root, "b.ts")));
  });

  it("are hashed from the bytes: what was written after git was asked is another content", async () => {
    const root = tempRepository({ "a.ts": "one\n" });
    const keys = await keysOf(root);
    expect(keys.ofBytes("a.ts", Buffer.from("two\n"))).not.toBe(keyOfBlob(root, "a.ts"));
  });
});
