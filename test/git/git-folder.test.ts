import { chownSync, existsSync, mkdirSync, renameSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitFolderOf } from "../../src/git/git-folder.ts";
import { listGitFiles } from "../../src/git/list-files.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { listUncommitted } from "../../src/git/uncommitted/list-uncommitted.ts";
import { git, tempFolder, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";

const list = async (root: string) => [...((await listGitFiles(root))?.paths ?? ["none"])].sort();

describe("the git folder of a repository", () => {
  it("is the one of a linked work tree, a submodule, or a separate git folder", async () => {
    const root = tempRepository({ "a.ts": "" });
    const place = tempFolder();
    git(root, "worktree", "add", "-q", join(place, "linked"));
    git(place, "init", "-q", "--separate-git-dir", join(place, "apart"), join(place, "work"));
    const add = ["submodule", "--quiet", "add", root, "sub"];
    git(root, "-c", "protocol.file.allow=always", ...add);
    for (const [top, folder] of [
      [join(place, "linked"), join(root, ".git/worktrees/linked")],
      [join(place, "work"), join(place, "apart")],
      [join(root, "sub"), join(root, ".git/modules/sub")],
    ] as const) {
      expect(gitFolderOf(join(top, ".git"))).toBe(folder);
      expect(await gitIn(top)(["rev-parse", "--show-toplevel"])).toBe(`${top}\n`);
    }
  });

  it("is a bare repository beside its work trees", async () => {
    const place = tempFolder();
    git(tempRepository({ "a.ts": "" }), "clone", "-q", "--bare", ".", join(place, ".bare"));
    writeTree(place, { ".git": "gitdir: ./.bare\n" });
    git(place, "worktree", "add", "-q", "main");
    expect(await list(join(place, "main"))).toEqual(["a.ts"]);
    expect(gitFolderOf(join(place, ".git"))).toBe(join(place, ".bare"));
  });

  it.each([
    ["beside it", "sub", "gitdir: ../evil\n"],
    ["below it", ".", "gitdir: ./evil\n"],
    ["through a work tree of it", "sub", "gitdir: ../evil/worktrees/x\n"],
  ])("is none among the files of another repository: %s", async (_case, folder, link) => {
    const root = tempRepository({ "sub/a.ts": "" });
    git(root, "init", "-q", "--bare", "sub/../evil");
    writeTree(root, { "evil/worktrees/x/HEAD": "ref: refs/heads/x\n" });
    const top = folder === "." ? join(root, "nested") : join(root, folder);
    mkdirSync(top, { recursive: true });
    if (folder === ".") renameSync(join(root, "evil"), join(top, "evil"));
    writeTree(top, { ".git": link });
    await expect(listGitFiles(top)).rejects.toThrow(
      `a repository among the files of another one is not used. Remove ${top}/.git, or set --root to ${root}`,
    );
  });

  it.each([
    ["not a link\n", "is a file that names no git folder"],
    ["gitdir: nowhere\n", "names a git folder that does not exist"],
    [`gitdir: ${"x".repeat(9000)}\n`, "is too large for a link"],
  ])("is none where a file `.git` is broken: %s", async (text, message) => {
    await expect(listGitFiles(tempTree({ ".git": text }))).rejects.toThrow(message);
  });

  it("is not a folder that looks like one, in the root or on the way to it", async () => {
    const root = tempRepository({ "a.ts": "" });
    const canary = join(tempFolder(), "canary");
    git(root, "init", "-q", "--bare", "bare");
    git(join(root, "bare"), "config", "core.fsmonitor", `touch ${canary}; false`);
    git(join(root, "bare"), "config", "core.worktree", root);
    git(join(root, "bare"), "config", "core.bare", "false");
    git(root, "add", "-f", "bare");
    git(join(root, "bare"), "status"); // Plain git believes it.
    expect(existsSync(canary)).toBe(true);
    const again = join(tempFolder(), "canary");
    git(join(root, "bare"), "config", "core.fsmonitor", `touch ${again}; false`);
    for (const folder of ["bare", "bare/refs"]) {
      const { paths = [] } = (await listUncommitted(join(root, folder))) ?? {};
      expect(paths.includes("HEAD")).toBe(folder === "bare"); // Added, and not committed.
      const { indexed } = (await listGitFiles(join(root, folder))) ?? {};
      expect(indexed?.has("HEAD")).toBe(folder === "bare");
    }
    expect(await list(join(root, "bare"))).toContain("HEAD");
    const outside = tempFolder();
    renameSync(join(root, "bare"), join(outside, "bare"));
    expect(await list(join(outside, "bare"))).toEqual(["none"]);
    await expect(gitIn(join(outside, "bare"))(["rev-parse", "HEAD"])).rejects.toThrow();
    expect(existsSync(again)).toBe(false);
  });

  it("belongs to the work tree that holds it, whatever `core.worktree` says", async () => {
    const root = tempRepository({ "a.ts": "" });
    git(root, "config", "core.worktree", tempTree({ "stranger.ts": "" }));
    expect(await list(root)).toEqual(["a.ts"]);
  });

  it("is found behind links of the root", async () => {
    const root = tempRepository({ "sub/a.ts": "" });
    const link = join(tempFolder(), "link");
    symlinkSync(join(root, "sub"), link);
    expect(await list(link)).toEqual(["a.ts"]);
  });

  it.runIf(process.getuid?.() === 0)(
    "is refused if another user owns it, as git does",
    async () => {
      const root = tempRepository({ "a.ts": "" });
      chownSync(root, 12_345, 12_345);
      chownSync(join(root, ".git"), 12_345, 12_345);
      await expect(listGitFiles(root)).rejects.toThrow("it belongs to another user");
      const env = {
        ...process.env,
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "safe.directory",
        GIT_CONFIG_VALUE_0: root,
      };
      expect((await listGitFiles(root, gitIn(root, env)))?.paths).toEqual(["a.ts"]);
    },
  );
});

it("git runs no filter that the tree's attributes name, and the user configured", async () => {
  const root = tempRepository({ "a.ts": "one\n" });
  const canary = join(tempFolder(), "canary");
  const config = join(tempFolder(), "config");
  const run = `touch ${canary}; cat`;
  writeTree(root, { ".gitattributes": "*.ts filter=user\n", "a.ts": "two\n" });
  git(root, "config", "--file", config, "filter.user.clean", run);
  const env = { ...process.env, GIT_CONFIG_GLOBAL: config };
  utimesSync(join(root, "a.ts"), 1, 1);
  expect((await listGitFiles(root, gitIn(root, env)))?.paths).toContain("a.ts");
  expect(existsSync(canary)).toBe(false);
  git(root, "-c", `include.path=${config}`, "status");
  expect(existsSync(canary)).toBe(true);
});
