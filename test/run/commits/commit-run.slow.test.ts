import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  AUTHOR,
  policyOf,
  RECIPE,
  runCommitting,
  stateOf,
  subjects,
} from "../../support/commit-run.ts";
import { git, readText, tempRepository } from "../../support/temp-tree.ts";

const FILES = {
  "recipe.yaml": RECIPE,
  "src/a.ts": "f(1);\nx();\nx();\nx();\nh(2);\n",
  "src/b.ts": "h(3);\n",
  "src/run.sh": "echo\n",
};

const repository = (commits: string, more = {}) =>
  tempRepository({ ...FILES, "sluice.policy.yaml": policyOf(commits), ...more });

describe("commits of a run", () => {
  it("makes one commit of a run, with what was applied and nothing else", async () => {
    const root = repository("{ per: run }");
    chmodSync(join(root, "src/b.ts"), 0o755);
    git(root, "commit", "-qam", "State");
    const report = await runCommitting(root);
    expect(report.alerts).toEqual([]);
    expect(report.exitCode).toBe(0);
    const [commit] = report.commits ?? [];
    expect(commit).toMatchObject({
      branch: "main",
      group: "test-run",
      files: ["src/a.ts", "src/b.ts"],
    });
    expect(git(root, "rev-parse", "HEAD").trim()).toBe(commit?.sha);
    expect(stateOf(root).status).toBe("");
    expect(git(root, "ls-tree", "HEAD", "src/b.ts")).toContain("100755");
    expect(git(root, "log", "-1", "--format=%an <%ae> %cn <%ce> %at")).toBe(
      `Ada <ada@example.com> Bot <bot@example.com> ${Date.UTC(2026, 0, 1) / 1000}\n`,
    );
    expect(git(root, "log", "-1", "--format=%B").trim()).toBe(
      [
        `r: ${report.actions.length} actions in 2 files`,
        "",
        "Sluice-Run: test-run",
        "Sluice-Rule: first",
        "Sluice-Rule: second",
        "Sluice-Reason: f is gone.",
        "Sluice-Reason: h is gone: src/a.ts, src/b.ts.",
      ].join("\n"),
    );
    expect(git(root, "fsck", "--strict")).not.toMatch(/error|missing/);
  });

  it("makes one commit for each rule, with the text after its own actions", async () => {
    const root = repository(
      '{ per: rule, message: "${{ group }}: ${{ commit.files }}", trailers: { Count: "${{ commit.fileCount }}" } }',
    );
    const report = await runCommitting(root);
    expect(report.commits?.map(({ subject }) => subject)).toEqual([
      "first: src/a.ts",
      "second: src/a.ts, src/b.ts",
    ]);
    expect(subjects(root)).toEqual(["second: src/a.ts, src/b.ts", "first: src/a.ts"]);
    expect(git(root, "show", "HEAD~1:src/a.ts")).toBe("g(1);\nx();\nx();\nx();\nh(2);\n");
    expect(git(root, "show", "HEAD:src/a.ts")).toBe("g(1);\nx();\nx();\nx();\nk(2);\n");
    expect(git(root, "log", "-1", "--format=%(trailers:key=Count,valueonly)").trim()).toBe("2");
    expect(stateOf(root).status).toBe("");
  });

  it("makes a branch for each group from HEAD, and leaves HEAD, index and work tree", async () => {
    const root = repository('{ per: rule, branch: "sluice/${{ group }}" }');
    const before = stateOf(root);
    const report = await runCommitting(root);
    expect(report.commits?.map(({ branch }) => branch)).toEqual(["sluice/first", "sluice/second"]);
    const after = stateOf(root);
    expect(after).toMatchObject({ head: before.head, index: before.index });
    expect(after.branches).toEqual(["main", "sluice/first", "sluice/second"]);
    expect(git(root, "show", "sluice/second:src/a.ts")).toBe("f(1);\nx();\nx();\nx();\nk(2);\n");
    expect(git(root, "rev-parse", "sluice/second~1").trim()).toBe(before.head);
    expect(readText(root, "src/a.ts")).toBe("g(1);\nx();\nx();\nx();\nk(2);\n");
    git(root, "checkout", "-q", "--", ".");
    const again = await runCommitting(root);
    expect(again.exitCode).toBe(1);
    expect(again.alerts.map(({ message }) => message)[0]).toContain(
      "there is a branch sluice/first already",
    );
    expect(stateOf(root).branches).toEqual(after.branches);
  });

  it("refuses a commit of lines that the user is changing, and leaves everything staged", async () => {
    const root = repository("{ per: run }", { "src/c.ts": "c();\n" });
    writeFileSync(join(root, "src/c.ts"), "staged();\n");
    git(root, "add", "src/c.ts");
    writeFileSync(join(root, "src/a.ts"), "mine();\nf(1);\nx();\nx();\nx();\nh(2);\n");
    const before = stateOf(root);
    const report = await runCommitting(root);
    expect(report.commits).toEqual([]);
    expect(report.alerts).toEqual([
      expect.objectContaining({
        code: "not-committed",
        message: expect.stringContaining("src/a.ts has edits too close to other changes"),
      }),
    ]);
    expect(report.exitCode).toBe(1);
    expect(stateOf(root)).toMatchObject({ head: before.head, index: before.index });
  });

  it("leaves a mode that is staged, and a group without a net change has no commit", async () => {
    const root = repository("{ per: run }");
    git(root, "update-index", "--chmod=+x", "src/b.ts");
    const report = await runCommitting(root);
    expect(report.alerts).toEqual([]);
    expect(git(root, "ls-tree", "HEAD", "src/b.ts")).toContain("100644");
    expect(git(root, "ls-files", "-s", "src/b.ts")).toContain("100755");
    const back = RECIPE.replace("h($$$A)", "g($$$A)").replace("k($$$A)", "f($$$A)");
    const other = repository("{ per: run }", {
      "recipe.yaml": back,
      "src/b.ts": "",
      "src/a.ts": "f(1);\n",
    });
    const head = stateOf(other).head;
    const none = await runCommitting(other);
    expect(none).toMatchObject({ exitCode: 0, commits: [] });
    expect(stateOf(other)).toMatchObject({ head, status: "" });
  });

  it("commits nothing else that is staged", async () => {
    const root = repository("{ per: run }", { "src/c.ts": "c();\n" });
    writeFileSync(join(root, "src/c.ts"), "staged();\n");
    writeFileSync(join(root, "src/d.ts"), "d();\n");
    git(root, "add", "src/c.ts", "src/d.ts");
    const report = await runCommitting(root);
    expect(report.alerts).toEqual([]);
    expect(git(root, "show", "--format=", "--name-only", "HEAD")).toBe("src/a.ts\nsrc/b.ts\n");
    expect(stateOf(root).status).toBe("M  src/c.ts\nA  src/d.ts\n");
  });

  it("merges its edits into files with staged and other changes, and mixes nothing", async () => {
    const text = (top: string, f: string, end: string) =>
      `${top}x();\nx();\nx();\n${f}(1);\nx();\nx();\nx();\n${end}`;
    const root = repository("{ per: run }", { "src/a.ts": text("", "f", "") });
    writeFileSync(join(root, "src/a.ts"), text("", "f", "staged();\n"));
    git(root, "add", "src/a.ts");
    writeFileSync(join(root, "src/a.ts"), text("// mine\n", "f", "staged();\n"));
    const report = await runCommitting(root);
    expect(report.alerts).toEqual([]);
    expect(git(root, "show", "HEAD:src/a.ts")).toBe(text("", "g", ""));
    expect(git(root, "show", ":src/a.ts")).toBe(text("", "g", "staged();\n"));
    expect(readText(root, "src/a.ts")).toBe(text("// mine\n", "g", "staged();\n"));
    expect(stateOf(root).status).toBe("MM src/a.ts\n");
  });

  it("commits on a detached HEAD, and in a root below the top", async () => {
    const files = Object.fromEntries(
      Object.entries({ ...FILES, "sluice.policy.yaml": policyOf("{ per: recipe }") }).map(
        ([path, text]) => [`pkg/${path}`, text],
      ),
    );
    const top = tempRepository({ ...files, "other.txt": "o\n" });
    git(top, "checkout", "-q", "--detach");
    const report = await runCommitting(join(top, "pkg"));
    expect(report.alerts).toEqual([]);
    expect(report.commits).toMatchObject([
      { branch: null, group: "r", files: ["src/a.ts", "src/b.ts"] },
    ]);
    expect(git(top, "show", "HEAD:pkg/src/b.ts")).toBe("k(3);\n");
    expect(stateOf(top).status).toBe("");
    expect(subjects(top, "main")).toEqual([]);
  });

  it("works in a linked work tree, and leaves the main one", async () => {
    const root = repository("{ per: run }");
    const linked = `${root}-linked`;
    git(root, "worktree", "add", "-q", "-b", "side", linked);
    const report = await runCommitting(linked);
    expect(report.alerts).toEqual([]);
    expect(report.commits).toMatchObject([{ branch: "side" }]);
    expect(stateOf(linked).status).toBe("");
    expect(stateOf(root).status).toBe("");
    expect(subjects(root, "main")).toEqual([]);
    git(root, "worktree", "remove", "--force", linked);
  });

  it("tells in a dry run the commits that a run would make, and makes none", async () => {
    const root = repository("{ per: rule }");
    const before = stateOf(root);
    const report = await runCommitting(root, { command: "preview" });
    expect(report.commits).toMatchObject([{ group: "first", branch: null }, { group: "second" }]);
    expect(report.commits?.some((commit) => "sha" in commit)).toBe(false);
    expect(stateOf(root)).toEqual(before);
  });
});

describe("repositories in which no commit can be made", () => {
  it.each<[string, string, (root: string) => void]>([
    [
      "a merge",
      "A merge is in progress.",
      (root) => writeFileSync(join(root, ".git/MERGE_HEAD"), git(root, "rev-parse", "HEAD")),
    ],
    [
      "a cherry-pick",
      "A cherry-pick is in progress.",
      (root) => writeFileSync(join(root, ".git/CHERRY_PICK_HEAD"), git(root, "rev-parse", "HEAD")),
    ],
    [
      "no commit",
      "The branch has no commit yet.",
      (root) => git(root, "symbolic-ref", "HEAD", "refs/heads/none"),
    ],
    [
      "a bare repository",
      "The repository is bare",
      (root) => git(root, "config", "core.bare", "true"),
    ],
  ])("refuses %s before anything is written", async (_name, message, spoil) => {
    const root = repository("{ per: run }");
    spoil(root);
    const report = await runCommitting(root);
    expect(report.exitCode).toBe(2);
    expect(report.diagnostics).toEqual([
      expect.objectContaining({
        code: "not-committable",
        message: expect.stringContaining(message),
        hint: expect.any(String),
      }),
    ]);
    expect(readText(root, "src/b.ts")).toBe("h(3);\n");
  });

  it("refuses a run without an author, and says what to set", async () => {
    const root = repository("{ per: run }");
    const { GIT_AUTHOR_NAME: _name, GIT_COMMITTER_NAME: _other, ...env } = AUTHOR;
    const report = await runCommitting(root, {}, env);
    expect(report.exitCode).toBe(2);
    expect(report.diagnostics[0]).toMatchObject({
      code: "not-committable",
      hint: expect.stringContaining("user.name"),
    });
    expect(readText(root, "src/b.ts")).toBe("h(3);\n");
  });
});
