import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readIndexEntries } from "../../../src/git/commit/index-entries.ts";
import { makeBranch, moveBranch } from "../../../src/git/commit/move-branch.ts";
import { gitIn } from "../../../src/git/run-git.ts";
import { git, tempRepository } from "../../support/temp-tree.ts";

it("moves nothing if the branch has moved, or another process has staged one of the files", async () => {
  const root = tempRepository({ "a.txt": "a\n", "b.txt": "b\n" });
  const run = gitIn(root, { PATH: process.env.PATH, GIT_AUTHOR_NAME: "x" });
  const head = git(root, "rev-parse", "HEAD").trim();
  git(root, "commit", "-q", "--allow-empty", "-m", "Next");
  const next = git(root, "rev-parse", "HEAD").trim();
  const index = git(root, "ls-files", "-s");
  const entries = await readIndexEntries(run);
  const before = entries.get("a.txt");
  const after = { mode: "100644", id: entries.get("b.txt")?.id ?? "" };
  const to = { commit: head, index: [{ path: "a.txt", before, after }], note: "n" };
  const added = { ...to, index: [...to.index, { path: "new.txt", before: undefined, after }] };
  await expect(moveBranch(run, { head, branch: "main" }, added)).rejects.toThrow();
  expect(git(root, "rev-parse", "HEAD").trim()).toBe(next);
  expect(git(root, "ls-files", "-s")).toBe(index);
  writeFileSync(join(root, "a.txt"), "mine\n");
  git(root, "add", "a.txt");
  const staged = git(root, "ls-files", "-s");
  await expect(moveBranch(run, { head: next, branch: "main" }, to)).rejects.toThrow(
    /staged a change/,
  );
  expect(git(root, "ls-files", "-s")).toBe(staged);
  await expect(makeBranch(run, "main", { commit: head, note: "n" })).rejects.toThrow(/exists/);
});

it("puts back what it has staged if the branch cannot move, and nothing that another process has staged since", async () => {
  const root = tempRepository({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
  const head = git(root, "rev-parse", "HEAD").trim();
  const run = gitIn(root, { PATH: process.env.PATH });
  const entries = await readIndexEntries(run);
  const after = { mode: "100644", id: entries.get("c.txt")?.id ?? "" };
  const index = ["a.txt", "b.txt"].map((path) => ({ path, before: entries.get(path), after }));
  const commit = git(root, "commit-tree", "HEAD^{tree}", "-p", head, "-m", "Next").trim();
  const disturbed: typeof run = async (args) => {
    if (args[0] !== "update-ref") return run(args);
    writeFileSync(join(root, "a.txt"), "theirs\n");
    git(root, "commit", "-qm", "Theirs", "a.txt");
    return run(args);
  };
  const to = { commit, index, note: "n" };
  await expect(moveBranch(disturbed, { head, branch: "main" }, to)).rejects.toThrow();
  expect(git(root, "show", ":a.txt")).toBe("theirs\n");
  expect(git(root, "show", ":b.txt")).toBe("b\n");
});
