import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { changeIndex } from "../../../src/git/commit/change-index.ts";
import { readIndexEntries } from "../../../src/git/commit/index-entries.ts";
import { makeBranch, moveBranch } from "../../../src/git/commit/move-branch.ts";
import { gitIn, type RunGit } from "../../../src/git/run-git.ts";
import { git, tempFolder, tempRepository } from "../../support/temp-tree.ts";

const VARIABLES = { PATH: process.env.PATH, GIT_AUTHOR_NAME: "x" };

/** A repository of three files, in which `a.txt` and a new file get the text of `b.txt` by a commit. */
async function prepare() {
  const root = tempRepository({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
  const real = gitIn(root, VARIABLES);
  const index = join(tempFolder(), "index");
  const scratch = gitIn(root, VARIABLES, { variables: { GIT_INDEX_FILE: index } });
  const head = git(root, "rev-parse", "HEAD").trim();
  const entries = await readIndexEntries(real);
  const before = entries.get("a.txt");
  const after = { mode: "100644", id: entries.get("b.txt")?.id ?? "" };
  const change = [
    { path: "a.txt", before, after },
    { path: "new/a.txt", before: undefined, after },
  ];
  const commit = git(root, "commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "Ours").trim();
  const to = { commit, index: change, note: "n" };
  const at = { head, branch: "main" };
  return { root, real, scratch, at, to, head, after };
}

/** Git, before whose first call of a command another process does something. */
function disturbed(run: RunGit, command: string, disturb: () => void): RunGit {
  let isDone = false;
  return (args) => {
    if (args[0] === command && !isDone) {
      isDone = true;
      disturb();
    }
    return run(args);
  };
}

const stage = (root: string, path: string, text: string) => {
  writeFileSync(join(root, path), text);
  git(root, "add", path);
};

it("moves nothing if the branch has moved, or another process has staged one of the files", async () => {
  const { root, real, scratch, at, to, head } = await prepare();
  git(root, "commit", "-q", "--allow-empty", "-m", "Next");
  const next = git(root, "rev-parse", "HEAD").trim();
  const index = git(root, "ls-files", "-s");
  await expect(moveBranch({ git: real, scratch }, at, to)).rejects.toThrow(/moved HEAD/);
  expect(git(root, "rev-parse", "HEAD").trim()).toBe(next);
  expect(git(root, "ls-files", "-s")).toBe(index);
  stage(root, "a.txt", "mine\n");
  const staged = git(root, "ls-files", "-s");
  await expect(moveBranch({ git: real, scratch }, { ...at, head: next }, to)).rejects.toThrow(
    /staged a change/,
  );
  expect(git(root, "ls-files", "-s")).toBe(staged);
  await expect(makeBranch(real, "main", { commit: head, note: "n" })).rejects.toThrow(/exists/);
});

it("changes entries of the index, and leaves all others with their flags", async () => {
  const { root, real, scratch, to, after } = await prepare();
  stage(root, "mine.txt", "mine\n");
  git(root, "update-index", "--assume-unchanged", "b.txt");
  git(root, "update-index", "--skip-worktree", "c.txt");
  const before = git(root, "ls-files", "-sv");
  await changeIndex({ git: real, scratch }, to.index);
  const lines = before.split("\n").filter((line) => !line.endsWith("\ta.txt"));
  const entry = (path: string) => `H 100644 ${after.id} 0\t${path}`;
  const wanted = [...lines, entry("a.txt"), entry("new/a.txt")];
  expect(git(root, "ls-files", "-sv").split("\n").sort()).toEqual(wanted.sort());
});

it("takes out nothing that another process stages right before the index is changed", async () => {
  const { root, real, scratch, at, to } = await prepare();
  let staged = "";
  const racing = disturbed(real, "read-tree", () => {
    stage(root, "a.txt", "mine\n");
    staged = git(root, "ls-files", "-s");
  });
  await expect(moveBranch({ git: racing, scratch }, at, to)).rejects.toThrow(
    "another process has staged a change of a.txt meanwhile",
  );
  expect(git(root, "ls-files", "-s")).toBe(staged);
  expect(git(root, "rev-parse", "HEAD").trim()).toBe(at.head);
});

it("leaves in the index what another process commits right before the branch moves", async () => {
  const { root, real, scratch, at, to, after } = await prepare();
  const racing = disturbed(real, "update-ref", () => {
    stage(root, "c.txt", "mine\n");
    git(root, "commit", "-q", "-m", "Theirs");
  });
  await expect(moveBranch({ git: racing, scratch }, at, to)).rejects.toThrow();
  expect(git(root, "log", "-1", "--format=%s").trim()).toBe("Theirs");
  expect(git(root, "diff", "--cached", "--name-only")).toBe("");
  expect(git(root, "rev-parse", ":a.txt").trim()).toBe(after.id);
});

it("puts the index back if the branch cannot be moved", async () => {
  const { root, real, scratch, at, to } = await prepare();
  const index = git(root, "ls-files", "-s");
  writeFileSync(join(root, ".git/HEAD.lock"), "");
  await expect(moveBranch({ git: real, scratch }, at, to)).rejects.toThrow(/HEAD.lock/);
  expect(git(root, "ls-files", "-s")).toBe(index);
});

it("moves the branch that HEAD names, so that the index belongs to it", async () => {
  const { root, real, scratch, at, to } = await prepare();
  const racing = disturbed(real, "update-ref", () => {
    git(root, "checkout", "-q", "-b", "other");
  });
  await moveBranch({ git: racing, scratch }, at, to);
  expect(git(root, "rev-parse", "main").trim()).toBe(at.head);
  expect(git(root, "rev-parse", "HEAD").trim()).toBe(to.commit);
});

it("puts back what it has staged if the branch cannot move, and nothing that another process has staged since", async () => {
  const { root, real, scratch, at, to } = await prepare();
  const racing = disturbed(real, "update-ref", () => {
    writeFileSync(join(root, "a.txt"), "theirs\n");
    git(root, "commit", "-qm", "Theirs", "a.txt");
  });
  await expect(moveBranch({ git: racing, scratch }, at, to)).rejects.toThrow();
  expect(git(root, "show", ":a.txt")).toBe("theirs\n");
  expect(git(root, "ls-files", "new")).toBe("");
});
