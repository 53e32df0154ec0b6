import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { FAR, previewed, run, setUp, staged } from "../support/staged-tree.ts";
import { commitAll, git, readText, writeTree } from "../support/temp-tree.ts";

describe("what is staged", () => {
  it("is previewed as it is in the index, whatever the work tree has", async () => {
    const root = setUp({ "b.ts": "old();\n" });
    writeTree(root, { "a.ts": "f(1);\n", "b.ts": "f(2);\n" });
    git(root, "add", "a.ts");
    writeTree(root, { "a.ts": "clean();\n" });
    expect((await previewed(root)).actions).toEqual(["pending a.ts"]);
    writeTree(root, { "a.ts": "h(1);\n" });
    git(root, "add", "a.ts");
    writeTree(root, { "a.ts": "f(1);\n" });
    expect((await previewed(root)).actions).toEqual([]);
  });

  it("is edited in the index and in the work tree, with the mode that it has", async () => {
    const root = setUp();
    writeTree(root, { "a.ts": "f(1);\n" });
    chmodSync(join(root, "a.ts"), 0o755);
    git(root, "add", "a.ts");
    expect(await run(root)).toMatchObject({ exitCode: 0, actions: ["applied a.ts"] });
    expect([staged(root, "a.ts"), readText(root, "a.ts")]).toEqual(["g(1);\n", "g(1);\n"]);
    expect(statSync(join(root, "a.ts")).mode & 0o777).toBe(0o755);
    expect(git(root, "ls-files", "-s", "a.ts")).toMatch(/^100755/);
    expect(git(root, "status", "--porcelain")).toBe("M  a.ts\n");
  });

  it("and partly staged: index and work tree each get the edit, and are never mixed", async () => {
    const root = setUp({ "a.ts": `old();\n${FAR}end();\n` });
    writeTree(root, { "a.ts": `f(1);\n${FAR}end();\n` });
    git(root, "add", "a.ts");
    writeTree(root, { "a.ts": `f(1);\n${FAR}end();\nf(2); // not staged\n` });
    expect(await run(root)).toMatchObject({ exitCode: 0, actions: ["applied a.ts"] });
    expect(staged(root, "a.ts")).toBe(`g(1);\n${FAR}end();\n`);
    expect(readText(root, "a.ts")).toBe(`g(1);\n${FAR}end();\nf(2); // not staged\n`);
  });

  it("is held where the work tree has other changes in the same lines, and both stay", async () => {
    const root = setUp();
    writeTree(root, { "a.ts": "f(1);\n" });
    git(root, "add", "a.ts");
    writeTree(root, { "a.ts": "f(2);\n" });
    const { exitCode, report } = await run(root);
    expect([exitCode, report.actions[0]?.state, report.actions[0]?.ruleId]).toEqual([
      4,
      "held",
      "staged",
    ]);
    expect(report.actions[0]?.reason).toContain("a.ts has other changes in the same lines");
    expect([staged(root, "a.ts"), readText(root, "a.ts")]).toEqual(["f(1);\n", "f(2);\n"]);
  });

  it("is nothing: exit code 0, quietly", async () => {
    const { exitCode, report } = await previewed(setUp());
    expect([exitCode, report.actions, report.alerts]).toEqual([0, [], []]);
  });
});

describe("a run on what is staged is refused", () => {
  it("with unmerged files", async () => {
    const root = setUp();
    git(root, "checkout", "-q", "-b", "other");
    writeTree(root, { "a.ts": "one();\n" });
    commitAll(root);
    git(root, "checkout", "-q", "main");
    writeTree(root, { "a.ts": "two();\n" });
    commitAll(root);
    expect(() => git(root, "merge", "other")).toThrow();
    const { exitCode, stderr } = await cli(root, ["preview", "r.yaml", "--staged"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("unmerged files")]);
    expect(readFileSync(join(root, "a.ts"), "utf8")).toContain("<<<<<<<");
  });
});

describe("sluice undo of a run on what is staged", () => {
  const TWO = `old();\n${FAR}end();\n`;
  const both = (root: string) => [staged(root, "a.ts"), readText(root, "a.ts")];

  /** A partly staged file, and what its two texts are before the run and afterwards. */
  async function applied() {
    const root = setUp({ "a.ts": TWO });
    const before = TWO.replace("old()", "f(1)");
    writeTree(root, { "a.ts": before });
    git(root, "add", "a.ts");
    writeTree(root, { "a.ts": `${before}mine();\n` });
    expect((await run(root)).exitCode).toBe(0);
    const after = before.replace("f(1)", "g(1)");
    expect(both(root)).toEqual([after, `${after}mine();\n`]);
    return { root, before: [before, `${before}mine();\n`], after: [after, `${after}mine();\n`] };
  }

  async function undone(root: string, ...argv: string[]) {
    const { exitCode, stdout } = await cli(root, ["undo", "--format", "json", ...argv]);
    const { unstaged, alerts } = JSON.parse(stdout);
    return {
      exitCode,
      unstaged,
      alerts: alerts.map(({ message }: { message: string }) => message),
    };
  }

  it("takes it back in the work tree and in the index, and so does the redo; a dry run only says it", async () => {
    const { root, before, after } = await applied();
    const done = { exitCode: 0, unstaged: ["a.ts"], alerts: [] };
    expect(await undone(root, "--dry-run")).toEqual(done);
    expect(both(root)).toEqual(after);
    expect(await undone(root)).toEqual(done);
    expect(both(root)).toEqual(before);
    expect(await undone(root)).toEqual(done);
    expect(both(root)).toEqual(after);
    const { stdout } = await cli(root, ["undo"]);
    expect(stdout).toContain("  put back: a.ts\n  unstaged: a.ts\n");
  });

  it.each<[what: string, prepare: (root: string) => void]>([
    ["committed", (root) => git(root, "commit", "-q", "-m", "Keep")],
    ["staged again", (root) => git(root, "add", "a.ts")],
    ["taken out", (root) => git(root, "reset", "-q", "a.ts")],
  ])("leaves the index where it was %s, and says so", async (_what, prepare) => {
    const { root, before } = await applied();
    prepare(root);
    const index = staged(root, "a.ts");
    const { exitCode, unstaged, alerts } = await undone(root);
    expect([exitCode, unstaged, both(root)]).toEqual([0, undefined, [index, before[1]]]);
    expect(alerts).toEqual([
      expect.stringContaining("What the run staged of 1 file (a.ts) is not taken back: "),
    ]);
  });

  it("leaves the index if another git has its lock, and says so; on a branch without a commit it does not", async () => {
    const { root, before, after } = await applied();
    writeTree(root, { ".git/index.lock": "" });
    const { exitCode, alerts } = await undone(root);
    expect([exitCode, both(root)]).toEqual([0, [after[0], before[1]]]);
    expect(alerts).toEqual([expect.stringContaining("index.lock")]);
    const fresh = setUp();
    git(fresh, "checkout", "-q", "--orphan", "fresh");
    writeTree(fresh, { "a.ts": "f(1);\n" });
    git(fresh, "add", "a.ts");
    expect((await run(fresh)).exitCode).toBe(0);
    expect(await undone(fresh)).toMatchObject({
      exitCode: 0,
      unstaged: expect.arrayContaining(["a.ts"]),
    });
    expect(both(fresh)).toEqual(["f(1);\n", "f(1);\n"]);
  });
});

describe("B2 what is staged while commits are put together", () => {
  const SIDES = { "c.txt": "a\n", "mine.ts": "old();\n", "theirs.ts": "x();\n" };

  /** Two branches that are in conflict in `c.txt`; each has changed a file of its own. */
  function branches() {
    const root = setUp(SIDES);
    git(root, "checkout", "-q", "-b", "topic");
    writeTree(root, { "c.txt": "b\n", "mine.ts": "old(); f(2);\n" });
    commitAll(root);
    git(root, "checkout", "-q", "main");
    writeTree(root, { "c.txt": "d\n", "theirs.ts": "x(); f(9);\n" });
    commitAll(root);
    git(root, "checkout", "-q", "topic");
    return root;
  }

  /** Runs a command of git that ends with a conflict, and resolves it. */
  function resolved(root: string, ...argv: string[]) {
    expect(() => git(root, ...argv)).toThrow();
    writeTree(root, { "c.txt": "e\n" });
    git(root, "add", "c.txt");
  }

  it.each([["merge"], ["cherry-pick"]])(
    "by %s: what the other side brings is left alone",
    async (by) => {
      const root = branches();
      resolved(root, by, "main");
      expect((await previewed(root)).actions).toEqual([]);
      writeTree(root, { "theirs.ts": "x(); f(9); f(1);\n" });
      git(root, "add", "theirs.ts"); // Now it is the person's, too.
      expect((await previewed(root)).actions).toEqual(["pending theirs.ts"]);
    },
  );

  it("by rebase: what is replayed is left alone; what comes on top is not", async () => {
    const root = branches();
    resolved(root, "rebase", "main");
    expect(git(root, "diff", "--cached", "--name-only")).toContain("mine.ts");
    const { actions, report } = await previewed(root);
    expect(actions).toEqual([]);
    expect(report.alerts.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        "Left alone, because it is as in what is merged, picked or replayed: mine.ts.",
      ]),
    );
    writeTree(root, { "new.ts": "f(3);\n" });
    git(root, "add", "new.ts");
    expect((await previewed(root)).actions).toEqual(["pending new.ts"]);
  });

  it("by merge: what the other side brings is left alone where this side renamed the file or its folder", async () => {
    const [root, long] = [branches(), "x();\n".repeat(9)];
    writeTree(root, { "old/a.ts": "keep();\n", "old/b.ts": "keep2();\n", "e.ts": long });
    commitAll(root);
    git(root, "branch", "-f", "theirs");
    git(root, "mv", "old", "new");
    git(root, "mv", "e.ts", "e2.ts");
    writeTree(root, { "own.ts": "f(5);\n" });
    commitAll(root);
    git(root, "checkout", "-q", "theirs");
    writeTree(root, { "old/added.ts": "f(9);\n", "e.ts": `${long}f(8);\n` });
    commitAll(root);
    git(root, "checkout", "-q", "-");
    git(
      root,
      "-c",
      "merge.directoryRenames=true",
      "merge",
      "-q",
      "--no-commit",
      "--no-ff",
      "theirs",
    );
    expect(git(root, "diff", "--cached", "--name-only", "HEAD")).toBe("e2.ts\nnew/added.ts\n");
    expect((await previewed(root)).actions).toEqual([]);
    writeTree(root, { "e2.ts": `${long}f(7);\n` });
    git(root, "add", "e2.ts");
    expect((await previewed(root)).actions).toEqual(["pending e2.ts"]);
    git(root, "merge", "--abort");
    // Becomes a commit of one's own.
    git(root, "-c", "merge.directoryRenames=true", "merge", "-q", "--squash", "theirs");
    expect((await previewed(root)).actions).toEqual(["pending e2.ts", "pending new/added.ts"]);
  });

  it("by a rebase that is over: what it left in the folder of git counts for nothing", async () => {
    const root = branches();
    resolved(root, "rebase", "main");
    git(root, "-c", "core.editor=true", "rebase", "--continue");
    git(root, "reset", "-q", "--soft", "HEAD^");
    writeTree(root, { ".git/REBASE_HEAD": `${git(root, "rev-parse", "topic@{1}").trim()}\n` });
    expect((await previewed(root)).actions).toEqual(["pending mine.ts"]);
  });

  it("by a merge of several: what any of them brings is left alone, and a file of garbage names none", async () => {
    const root = branches();
    const tips = ["one", "two"].map((name) => {
      git(root, "checkout", "-q", "-b", name, "main");
      writeTree(root, { [`${name}.ts`]: "f(4);\n" });
      commitAll(root);
      return git(root, "rev-parse", "HEAD").trim();
    });
    git(root, "checkout", "-q", "--detach", "main");
    for (const name of ["one", "two"]) git(root, "checkout", name, "--", `${name}.ts`);
    expect((await previewed(root)).actions).toEqual(["pending one.ts", "pending two.ts"]);
    writeTree(root, { ".git/MERGE_HEAD": `${tips.join("\n")}\n` });
    expect((await previewed(root)).actions).toEqual([]);
    writeTree(root, { ".git/MERGE_HEAD": "--help\nzz\n" });
    expect((await previewed(root)).actions).toEqual(["pending one.ts", "pending two.ts"]);
  });
});
