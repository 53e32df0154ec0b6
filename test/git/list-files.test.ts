import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listGitFiles } from "../../src/git/list-files.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { git, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";

/** Lists files as in a large repository, of which contents are known. */
const listWith = (root: string, git = gitIn(root)) => listGitFiles(root, git, { largeIndex: 0 });

const list = async (root: string) => [...((await listGitFiles(root))?.paths ?? ["none"])].sort();

describe("listGitFiles", () => {
  it("A10 lists tracked and untracked files, hidden ones too, without ignored ones", async () => {
    const root = tempRepository({ ".gitignore": "*.log\nout/\n", "a.ts": "", ".hidden/b.ts": "" });
    writeTree(root, { "new.ts": "", "x.log": "", "out/c.ts": "" });
    expect(await list(root)).toEqual([".gitignore", ".hidden/b.ts", "a.ts", "new.ts"]);
  });

  it("lists names as they are: spaces, quotes, line ends, other alphabets", async () => {
    const names = ["a b.ts", 'quo"te.ts', "line\nend.ts", "日本.ts", "-dash.ts"];
    const root = tempRepository(Object.fromEntries(names.map((name) => [name, ""])));
    expect(await list(root)).toEqual([...names].sort());
  });

  it("leaves out files deleted from the work tree and submodules", async () => {
    const inner = tempRepository({ "i.ts": "" });
    const root = tempRepository({ "a.ts": "", "gone.ts": "" });
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "sub");
    rmSync(join(root, "gone.ts"));
    expect(await list(root)).toEqual([".gitmodules", "a.ts"]);
  });

  it("lists a folder inside a repository relative to that folder", async () => {
    const root = tempRepository({ "pkg/a.ts": "", "other/b.ts": "" });
    expect(await list(join(root, "pkg"))).toEqual(["a.ts"]);
  });

  it("answers undefined outside of a work tree, and in a folder that is ignored", async () => {
    expect(await list(tempTree({ "a.ts": "" }))).toEqual(["none"]);
    const root = tempRepository({ ".gitignore": "out/\n" });
    mkdirSync(join(root, "out"));
    writeFileSync(join(root, "out/a.ts"), "");
    expect(await list(join(root, "out"))).toEqual(["none"]);
  });

  it("answers an empty list for an empty repository", async () => {
    expect(await list(tempRepository({}))).toEqual([]);
  });

  it("fails where there is a repository that git cannot read, rather than to edit what it ignores", async () => {
    const root = tempRepository({ "a.ts": "" });
    writeFileSync(join(root, ".git/index"), "garbage");
    await expect(listGitFiles(root)).rejects.toThrow(/^git cannot list the files: .*index/s);
  });

  it("knows no contents where somebody writes to the index while git is asked", async () => {
    const root = tempRepository({ "a.ts": "one\n" });
    expect((await listWith(root))?.contents.size).toBe(1);
    const listing = listWith(root); // Its calls of git have only been started.
    writeTree(root, { "b.ts": "" });
    git(root, "add", "b.ts");
    expect((await listing)?.contents.size).toBe(0);
  });

  it("knows no contents of a small repository: to read it takes less time than to ask which are converted", async () => {
    const root = tempRepository({ "a.ts": "one\n" });
    expect((await listGitFiles(root))?.contents.size).toBe(0);
  });

  it("knows the contents of a linked work tree, whose index is elsewhere", async () => {
    const root = tempRepository({ "a.ts": "one\n" });
    const linked = join(tempTree({}), "linked");
    git(root, "worktree", "add", "-q", linked);
    expect((await listWith(linked))?.contents.size).toBe(1);
    const listing = listWith(linked);
    writeTree(linked, { "b.ts": "" });
    git(linked, "add", "b.ts");
    expect((await listing)?.contents.size).toBe(0);
  });

  it("asks about its root where another git, as for a hook, says of which repository it is", async () => {
    const other = tempRepository({ "other.ts": "" });
    const root = tempRepository({ "a.ts": "one\n" });
    const environment = {
      ...process.env,
      GIT_DIR: join(other, ".git"),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, ".git/index"),
      GIT_PREFIX: "sub/",
      GIT_NOGLOB_PATHSPECS: "1",
    };
    const files = await listWith(root, gitIn(root, environment));
    expect([...(files?.indexed ?? [])]).toEqual(["a.ts"]);
    expect(files?.contents.size).toBe(1);
  });

  it("starts no monitor of files that the repository's settings name", async () => {
    const root = tempRepository({ "a.ts": "" });
    const mark = join(tempTree({}), "started");
    git(root, "config", "core.fsmonitor", `touch ${mark}; false`);
    expect(await list(root)).toEqual(["a.ts"]);
    expect(existsSync(mark)).toBe(false);
  });
});
