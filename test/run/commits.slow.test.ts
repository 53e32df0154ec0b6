import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import {
  AUTHOR,
  policyOf,
  RECIPE,
  runCommitting,
  stateOf,
  subjects,
} from "../support/commit-run.ts";
import { runWith } from "../support/run-request.ts";
import { commitAll, git, readText, tempRepository, tempTree } from "../support/temp-tree.ts";

const RUN = { "recipe.yaml": RECIPE, "sluice.policy.yaml": policyOf("{ per: run }") };
const missing = ({ alerts }: Report) =>
  alerts.flatMap(({ code, message }) => (code === "not-committed" ? [message] : []));
const blob = (root: string, path: string) => git(root, "cat-file", "blob", `HEAD:${path}`);

describe("the bytes of commits", () => {
  it("converts line ends as git add does, and keeps those that git keeps", async () => {
    // Stored with CRLF before it had attributes: `text=auto` leaves it so.
    const root = tempRepository({ ...RUN, "src/kept.ts": "f(5);\r\nx();\r\n" });
    const files = {
      ".gitattributes": "*.ts text=auto\nsrc/id.ts ident\n",
      "src/crlf.ts": "f(1);\r\nx();\r\n",
      "src/lf.ts": "f(2);\nx();\n",
      "src/id.ts": "// $Id$\nf(3);\n",
      "src/bom.ts": "\ufefff(4);\r\n",
    };
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    git(root, "add", ...Object.keys(files));
    git(root, "commit", "-qm", "State");
    rmSync(join(root, "src/id.ts"));
    git(root, "checkout", "--", "src/id.ts");
    expect(readText(root, "src/id.ts")).toMatch(/\$Id: [0-9a-f]+/);
    expect(stateOf(root).status).toBe("");
    const report = await runCommitting(root);
    expect(missing(report)).toEqual([]);
    expect(blob(root, "src/crlf.ts")).toBe("g(1);\nx();\n");
    expect(blob(root, "src/lf.ts")).toBe("g(2);\nx();\n");
    expect(blob(root, "src/id.ts")).toBe("// $Id$\ng(3);\n");
    expect(blob(root, "src/bom.ts")).toBe("\ufeffg(4);\n");
    expect(blob(root, "src/kept.ts")).toBe("g(5);\r\nx();\r\n");
    expect(readText(root, "src/crlf.ts")).toBe("g(1);\r\nx();\r\n");
    expect(stateOf(root).status).toBe("");
    expect(git(root, "fsck", "--strict")).not.toMatch(/error|missing/);
  });

  it("makes no commit of a file of which git would change more, or that has a filter", async () => {
    const root = tempRepository({ ...RUN, "src/a.ts": "f(1);\r\nx();\r\n", "src/b.ts": "f(2);\n" });
    writeFileSync(join(root, ".gitattributes"), "src/a.ts text eol=lf\n");
    git(root, "add", ".gitattributes");
    git(root, "commit", "-qm", "State");
    const exact = await runCommitting(root);
    expect(missing(exact)).toEqual([expect.stringContaining("src/a.ts cannot be stored exactly")]);
    const other = tempRepository({ ...RUN, "src/a.ts": "f(1);\n" });
    writeFileSync(join(other, ".gitattributes"), "*.ts filter=evil\n");
    git(other, "add", ".gitattributes");
    git(other, "commit", "-qm", "State");
    for (const kind of ["clean", "smudge", "process"])
      git(other, "config", `filter.evil.${kind}`, "touch ran; cat");
    const filtered = await runCommitting(other);
    expect(filtered.exitCode).toBe(1);
    expect(missing(filtered)[0]).toContain("goes through a filter");
    expect(existsSync(join(other, "ran"))).toBe(false);
  });

  it("runs no hook, no filter and no program of the configuration", async () => {
    const root = tempRepository({ ...RUN, "src/a.ts": "f(1);\n" });
    const evil = join(root, ".git/evil");
    writeFileSync(evil, `#!/bin/sh\ntouch "${root}/ran"\n`);
    chmodSync(evil, 0o755);
    mkdirSync(join(root, ".git/hooks"), { recursive: true });
    for (const hook of [
      "pre-commit",
      "commit-msg",
      "post-commit",
      "reference-transaction",
      "post-index-change",
    ]) {
      writeFileSync(join(root, ".git/hooks", hook), `#!/bin/sh\ntouch "${root}/ran"\n`);
      chmodSync(join(root, ".git/hooks", hook), 0o755);
    }
    for (const setting of [
      "core.fsmonitor",
      "core.editor",
      "gpg.program",
      "diff.external",
      "core.pager",
      "merge.evil.driver",
    ])
      git(root, "config", setting, evil);
    rmSync(join(root, "ran"), { force: true });
    const report = await runCommitting(root);
    expect(missing(report)).toEqual([]);
    expect(report.commits).toHaveLength(1);
    expect(existsSync(join(root, "ran"))).toBe(false);
    expect(git(root, "cat-file", "commit", "HEAD")).not.toContain("gpgsig");
  });
});

describe("the states of repositories", () => {
  it("makes no commit of a new file that git ignores, nor of one that was not committed", async () => {
    const root = tempRepository({ ...RUN, "src/a.ts": "f(1);\n" });
    writeFileSync(join(root, "src/untracked.ts"), "f(2);\n");
    const report = await runCommitting(root);
    expect(report.commits).toEqual([]);
    expect(missing(report)[0]).toContain("src/untracked.ts was not committed before the run");
    expect(stateOf(root).status).toBe(" M src/a.ts\n?? src/untracked.ts\n");
  });

  it("makes the other commits if a file is in the place of a folder of one", async () => {
    const write =
      '{ id: two, tool: write_file, with: { path: "src/x/b.ts", content: "new();\\n" } }';
    const recipe = `${RECIPE.slice(0, RECIPE.indexOf("  - id: two"))}  - ${write}\n`;
    const policy = policyOf("{ per: rule }");
    const files = { "recipe.yaml": recipe, "sluice.policy.yaml": policy, "src/a.ts": "f(1);\n" };
    const root = tempRepository({ ...files, "src/x": "a file\n" });
    rmSync(join(root, "src/x"));
    const report = await runCommitting(root);
    expect(report.commits).toMatchObject([{ group: "first" }]);
    expect(missing(report)).toEqual([
      expect.stringContaining("src/x/b.ts is in a folder that is a file in the last commit"),
    ]);
  });

  it("adds new files, and leaves out those that git ignores", async () => {
    const recipe = (path: string) =>
      `version: 1\nname: r\nsteps:\n  - { id: one, tool: write_file, with: { path: "${path}", content: "x\\n" } }\n`;
    const root = tempRepository({
      ...RUN,
      "recipe.yaml": recipe("made/a.txt"),
      "ignored.yaml": recipe("log/a.txt"),
      ".gitignore": "log/\n",
    });
    const report = await runCommitting(root);
    expect(report.commits).toMatchObject([{ files: ["made/a.txt"] }]);
    expect(git(root, "ls-tree", "HEAD", "made/a.txt")).toContain("100644");
    expect(stateOf(root).status).toBe("");
    const ignored = await runCommitting(root, { recipes: ["ignored.yaml"] });
    expect(missing(ignored).join()).toContain("is ignored by git");
  });

  it("works in a sparse checkout and in a submodule, and not across submodules", async () => {
    const inner = tempRepository({ "src/a.ts": "f(9);\n", ...RUN });
    const root = tempRepository({ ...RUN, "src/a.ts": "f(1);\n", "out/b.ts": "b();\n" });
    git(root, "sparse-checkout", "set", "--cone", "src");
    expect(existsSync(join(root, "out"))).toBe(false);
    const sparse = await runCommitting(root);
    expect(missing(sparse)).toEqual([]);
    expect(stateOf(root).status).toBe("");
    expect(git(root, "ls-tree", "-r", "--name-only", "HEAD")).toContain("out/b.ts");
    const outer = tempRepository({ ...RUN });
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "src");
    git(outer, "commit", "-qm", "State");
    const across = await runCommitting(outer, { policy: "sluice.policy.yaml" });
    expect(across.commits ?? []).toEqual([]);
    git(outer, "submodule", "foreach", "-q", "git reset -q --hard");
    const inside = await runCommitting(join(outer, "src"));
    expect(missing(inside)).toEqual([]);
    expect(subjects(join(outer, "src"))).toHaveLength(1);
  });

  it("commits nothing if the index is locked, or the branch has moved, and keeps both as they were", async () => {
    const root = tempRepository({ ...RUN, "src/a.ts": "f(1);\n" });
    const before = stateOf(root);
    writeFileSync(join(root, ".git/index.lock"), "");
    const locked = await runCommitting(root);
    rmSync(join(root, ".git/index.lock"));
    expect(locked.exitCode).toBe(1);
    expect(missing(locked)[0]).toContain("No commit was made");
    expect(stateOf(root)).toMatchObject({ head: before.head, index: before.index });
    git(root, "checkout", "-q", "--", ".");
    writeFileSync(join(root, ".git/refs/heads/main.lock"), "");
    const moved = await runCommitting(root);
    rmSync(join(root, ".git/refs/heads/main.lock"));
    expect(moved.exitCode).toBe(1);
    expect(stateOf(root)).toMatchObject({ head: before.head, index: before.index });
    expect(stateOf(root).status).toBe(" M src/a.ts\n");
  });

  it("commits nothing of a run that a signal ends", async () => {
    const root = tempRepository({ ...RUN, "src/a.ts": "f(1);\nh(1);\n" });
    const before = stateOf(root);
    const stop = new AbortController();
    const report = await runWith(
      root,
      { policy: "sluice.policy.yaml" },
      (event) => {
        if (event.type === "action-ended") stop.abort(130);
      },
      { env: AUTHOR, interrupted: stop.signal },
    );
    expect(report).toMatchObject({ outcome: "interrupted", commits: [] });
    expect(stateOf(root)).toMatchObject({ head: before.head, index: before.index });
  });

  it("commits what was applied, and nothing that was held", async () => {
    const root = tempRepository({
      "recipe.yaml": RECIPE,
      "sluice.policy.yaml": policyOf("{ per: run }").replace(
        "{ step: [two] }, verdict: apply",
        "{ step: [two] }, verdict: hold",
      ),
      "src/a.ts": "f(1);\nh(2);\n",
    });
    const report = await runCommitting(root);
    expect(report.exitCode).toBe(4);
    expect(report.commits).toMatchObject([{ actions: [report.actions[0]?.id] }]);
    expect(git(root, "show", "HEAD:src/a.ts")).toBe("g(1);\nh(2);\n");
    expect(stateOf(root).status).toBe("");
  });

  it("commits a run that is one transaction, and many actions that were written together", async () => {
    const count = 40;
    const lines = Array.from({ length: count }, (_, index) => `f(${index});\nh(${index});\n`).join(
      "",
    );
    const recipe = RECIPE.replaceAll('paths: ["src/**"],', 'per: match, paths: ["src/**"],');
    const root = tempRepository({
      "recipe.yaml": recipe,
      "sluice.policy.yaml": policyOf("{ per: rule }", "transaction: run\n"),
      "src/a.ts": lines.repeat(3),
    });
    const whole = await runCommitting(root);
    expect(missing(whole)).toEqual([]);
    expect(whole.commits?.map(({ actions }) => actions.length)).toEqual([3 * count, 3 * count]);
    expect(git(root, "show", "HEAD~1:src/a.ts")).toBe(lines.repeat(3).replaceAll("f(", "g("));
    git(root, "reset", "-q", "--hard", "HEAD~2");
    writeFileSync(
      join(root, "sluice.policy.yaml"),
      policyOf('{ per: rule, branch: "x/${{ group }}" }'),
    );
    commitAll(root);
    const joint = await runCommitting(root);
    expect(missing(joint)).toEqual([]);
    expect(git(root, "show", "x/second:src/a.ts")).toBe(lines.repeat(3).replaceAll("h(", "k("));
  });

  it("refuses a run outside of git, and warns in a preview", async () => {
    const root = tempTree({ ...RUN, "src/a.ts": "f(1);\n" });
    const run = await runCommitting(root);
    expect(run).toMatchObject({ exitCode: 2, diagnostics: [{ code: "not-committable" }] });
    const preview = await runCommitting(root, { command: "preview" });
    expect(preview.diagnostics).toMatchObject([{ code: "not-committable", severity: "warning" }]);
    expect(preview.exitCode).toBe(0);
  });
});
