import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { signalAfter } from "../../src/shared/process/signal-after.ts";
import { cli } from "../support/run-cli.ts";
import { changed, FILES, inputOf, RECIPE, reportOf, setUp } from "../support/selected-tree.ts";
import {
  commitAll,
  readText,
  setMode,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";

const EXPECTING = `${RECIPE}expect: { minReplacements: 1 }\n`;

/** The real git, for a script that stands before it. */
function findGit(): string {
  return execFileSync("which", ["git"], { encoding: "utf8" }).trim();
}

describe("only the selected files are changed", () => {
  it("whose names begin with two dots, in the root and in a folder", async () => {
    const root = tempRepository({ ...FILES, "..a.ts": "f(4);\n", "..b/c.ts": "f(5);\n" });
    expect(await changed(root, ["--", "..a.ts", "..b"])).toEqual(["..a.ts", "..b/c.ts"]);
  });

  it("relative to the working directory, and also if the root is named by a link", async () => {
    const root = setUp();
    const link = join(root, "..", `link-to-${root.split("/").at(-1)}`);
    symlinkSync(root, link);
    const argv = ["--root", "..", "--", "c.ts", "../a.ts"];
    const report = await reportOf(join(root, "src"), ["preview", "../r.yaml"], argv);
    expect(report.actions).toHaveLength(2);
    expect(await changed(root, ["--root", link, "--", "a.ts"])).toEqual(["a.ts"]);
    rmSync(link);
  });

  it("from a pipe, which need not have a writer yet; and no longer than the time limit", async () => {
    const root = setUp();
    const pipe = join(root, "..", `pipe-${root.split("/").at(-1)}`);
    execFileSync("mkfifo", [pipe]);
    const written = once(spawn("sh", ["-c", `sleep 0.3; echo b.ts > ${pipe}`]), "close");
    expect(await changed(root, ["--files-from", pipe])).toEqual(["b.ts"]);
    await written;
    const argv = ["preview", "r.yaml", "--files-from", pipe, "--timeout", "1s"];
    const ended = await cli(root, argv, { after: (time) => AbortSignal.timeout(time / 10) });
    expect(ended.exitCode).toBe(5);
    rmSync(pipe);
  });

  it("by globs and folders", async () => {
    const root = setUp();
    expect(await changed(root, ["--paths", "src"])).toEqual(["src/c.ts"]);
    expect(await changed(root, ["--paths", "*.ts", "--exclude", "b.*"])).toEqual(["a.ts"]);
    expect(await changed(root, ["--exclude", "src", "--", "a.ts", "src/c.ts"])).toEqual(["a.ts"]);
  });

  it("in a folder of the repository", async () => {
    const root = setUp();
    writeTree(root, { "a.ts": "f(10);\n", "src/c.ts": "f(30);\n" });
    const report = await reportOf(join(root, "src"), ["preview", "../r.yaml"], ["--since", "base"]);
    expect(report.actions.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(["c.ts"]);
  });
});

describe("no file is left", () => {
  it.each([
    ["an empty list", ["--files-from", "-"]],
    ["nothing behind `--`", ["--"]],
    ["no change", ["--since", "HEAD"]],
    ["a file outside of the root", ["--", "../x.ts"]],
    ["an ignored file", ["--", "node_modules/x.ts"]],
  ])("%s: exit code 0, quietly, whatever the recipe expects", async (_what, argv) => {
    const root = setUp();
    writeTree(root, { "r.yaml": EXPECTING, "node_modules/x.ts": "f(1);\n", "../x.ts": "f(1);\n" });
    commitAll(root);
    const result = await cli(root, ["preview", "r.yaml", ...argv], inputOf(""));
    expect([result.exitCode, result.stderr]).toEqual([0, ""]);
    const report = await reportOf(root, ["preview", "r.yaml"], argv, inputOf(""));
    expect([report.actions, report.alerts, report.skipped, report.totals.filesSearched]).toEqual([
      [],
      [],
      [],
      0,
    ]);
  });

  it.each([
    ["that a person misspelt", "typo.ts"],
    ["below a file", "a.ts/b.ts"],
    ["that no file system can have", "a".repeat(300)],
  ])("names a file %s", async (_what, name) => {
    const { exitCode, stderr } = await cli(setUp(), ["preview", "r.yaml", "--", name]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`there is no such file: ${name.slice(0, 80)}`);
  });
});

describe("a selection that cannot be made", () => {
  it.each([
    ["no such list", ["--files-from", "none.txt"], "none.txt does not exist"],
    ["a folder", ["--files-from", "."], "neither a file nor a pipe"],
    ["a device", ["--files-from", "/dev/zero"], "neither a file nor a pipe"],
    ["a terminal", ["--files-from", "-"], "no standard input"],
    ["an empty recipe", ["", "--", "a.ts"], "An argument is empty"],
    ["an empty file", ["--", ""], "An argument is empty"],
    ["a glob that leaves the root", ["--paths", "../**"], "leaves the root"],
    ["a glob that is broken", ["--exclude", "*a".repeat(10_000)], "--exclude"],
    ["an unknown reference", ["--since", "nope"], "name it `origin/nope`"],
    ["no commit", ["--since", "0".repeat(40)], "use the target branch"],
    ["a range", ["--since", "main..nope"], "not a range"],
  ])("%s", async (_what, argv, message) => {
    const { exitCode, stdout, stderr } = await cli(setUp(), ["preview", "r.yaml", ...argv]);
    expect([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("a git that hangs is stopped when the time is up", () => {
  it.each([
    ["about the commit of --since", "merge-base", ["--since", "base"]],
    ["about the files since then", "--name-only", ["--since", "base"]],
    ["about what is staged", "--cached", ["--staged"]],
  ])("%s", async (_what, word, argv) => {
    const root = setUp();
    const bin = tempTree({
      git: `#!/bin/sh\ncase " $* " in *" ${word} "*) exec sleep 100;; esac\nexec '${findGit()}' "$@"\n`,
    });
    setMode(bin, "git", 0o755);
    const { exitCode } = await cli(root, ["preview", "r.yaml", "--timeout", "1s", ...argv], {
      env: { PATH: `${bin}:${process.env.PATH}` },
      after: () => signalAfter(300),
    });
    expect(exitCode).toBe(5);
  });
});

describe("a plan", () => {
  it("is about its files when it is derived again", async () => {
    const root = setUp();
    const argv = ["plan", "r.yaml", "--policy", "apply-all", "-o", "p.json", "--", "a.ts"];
    expect((await cli(root, argv)).exitCode).toBe(0);
    const applied = await cli(root, ["apply", "p.json", "--verify"]);
    expect([applied.stderr, applied.exitCode]).toEqual(["", 0]);
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual(["g(1);\n", "f(2);\n"]);
  });
});

describe("the report says what limited the run", () => {
  it("with --staged and a list; not if it is about all files", async () => {
    const root = setUp();
    const staged = await reportOf(root, ["preview", "r.yaml"], ["--staged"]);
    expect(staged.selection).toEqual({ fileCount: 0, staged: true });
    const listed = await reportOf(
      root,
      ["preview", "r.yaml"],
      ["--files-from", "-"],
      inputOf("a.ts\n"),
    );
    expect(listed.selection).toEqual({ fileCount: 1, filesFrom: "-" });
    expect(await reportOf(root, ["preview", "r.yaml"], [])).not.toHaveProperty("selection");
  });

  it("with at most a hundred names, each cut", async () => {
    const names = Array.from({ length: 130 }, (_, index) => `${index}${"x".repeat(2000)}`);
    const { selection } = await reportOf(setUp(), ["preview", "r.yaml"], ["--", ...names]);
    expect(selection).toMatchObject({ fileCount: 0, omitted: 30 });
    expect(selection?.files).toHaveLength(100);
    expect(selection?.files?.[0]).toBe(`0${"x".repeat(998)}…`);
  });
});
