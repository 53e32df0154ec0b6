import { join } from "node:path";
import { expect, it } from "vitest";
import { headCommit } from "../../src/git/head-commit.ts";
import { git, tempFolder, tempRepository, tempTree } from "../support/temp-tree.ts";

/** An environment without git: what is answered in it was read. */
const NO_GIT = { PATH: join(import.meta.dirname, "no-folder") };

it("reads the commit of a branch and of a detached HEAD without git", async () => {
  const root = tempRepository({ "a.ts": "" });
  const id = git(root, "rev-parse", "HEAD").trim();
  expect(await headCommit(root, NO_GIT)).toBe(id);
  git(root, "checkout", "-q", "-b", "release/1.2-x");
  expect(await headCommit(root, NO_GIT)).toBe(id);
  git(root, "checkout", "-q", "--detach");
  expect(await headCommit(root, NO_GIT)).toBe(id);
});

it("asks git for the commit of a packed branch, of a linked work tree, and of a name that is one of another", async () => {
  const root = tempRepository({ "a.ts": "" });
  const id = git(root, "rev-parse", "HEAD").trim();
  const linked = join(tempFolder(), "linked");
  git(root, "worktree", "add", "-q", "-b", "other", linked);
  expect(await headCommit(linked)).toBe(id);
  git(root, "symbolic-ref", "refs/heads/alias", "refs/heads/main");
  git(root, "symbolic-ref", "HEAD", "refs/heads/alias");
  expect(await headCommit(root)).toBe(id);
  git(root, "symbolic-ref", "HEAD", "refs/heads/main");
  git(root, "pack-refs", "--all");
  expect(await headCommit(root)).toBe(id);
  expect(await headCommit(root, NO_GIT)).toBeNull();
});

it("answers null before the first commit, and outside of git", async () => {
  const root = tempTree({});
  expect(await headCommit(root)).toBeNull();
  git(root, "init", "-q");
  expect(await headCommit(root)).toBeNull();
});

it("reads nothing of a repository that may be another user's", async () => {
  const root = tempRepository({ "a.ts": "" });
  const env = { PATH: process.env.PATH, HOME: root, GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
  expect(await headCommit(root, env)).toBeNull();
});
