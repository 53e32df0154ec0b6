import { expect, it } from "vitest";
import { commitsOnBranches } from "../../../src/git/commit/commits-on-branches.ts";
import { gitIn } from "../../../src/git/run-git.ts";
import { git, tempRepository } from "../../support/temp-tree.ts";

it("finds the commits that a branch or a detached HEAD has, and neither loose nor missing ones", async () => {
  const root = tempRepository({ "a.txt": "a\n" });
  const run = gitIn(root, { PATH: process.env.PATH });
  const first = git(root, "rev-parse", "HEAD").trim();
  const missing = first.replace(/./g, "1");
  const commit = () => git(root, "commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "x").trim();
  const loose = commit();
  expect(await commitsOnBranches(run, [])).toEqual([]);
  expect(await commitsOnBranches(run, [missing])).toEqual([]);
  expect(await commitsOnBranches(run, [loose, first, missing])).toEqual([first]);
  git(root, "update-ref", "refs/heads/other", loose);
  expect(await commitsOnBranches(run, [loose, first])).toEqual([loose, first]);
  git(root, "checkout", "-q", "--detach", loose);
  git(root, "branch", "-D", "other");
  expect(await commitsOnBranches(run, [loose, first])).toEqual([loose, first]);
});
