import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { signalAfter } from "../../src/shared/process/signal-after.ts";
import { cli } from "../support/run-cli.ts";
import {
  commitAll,
  git,
  readText,
  setMode,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const RECIPE = recipeOf([["f($A)", "g($A)"]], "per: file");
const FILES = { "r.yaml": RECIPE, "a.ts": "f(1);\n", "b.ts": "f(2);\n", "src/c.ts": "f(3);\n" };

function setUp(): string {
  const root = tempRepository(FILES);
  git(root, "branch", "base");
  return root;
}

/** The options of the report come first: behind `--` are files. */
async function reportOf(
  root: string,
  command: readonly string[],
  argv: readonly string[],
  more: Parameters<typeof cli>[2] = {},
): Promise<Report> {
  const { stdout } = await cli(root, [...command, "--format", "json", ...argv], more);
  return JSON.parse(stdout) as Report;
}

/** The files that a preview would change, and its exit code. */
async function changed(
  root: string,
  argv: readonly string[],
  more: Parameters<typeof cli>[2] = {},
) {
  const report = await reportOf(root, ["preview", "r.yaml"], argv, more);
  return report.actions.flatMap(({ files }) => files.map(({ path }) => path));
}

const inputOf = (text: string | Buffer) => ({ standardInput: () => Readable.from([text]) });

describe("only the selected files are changed", () => {
  it("behind `--`, by --files, and by both", async () => {
    const root = setUp();
    expect(await changed(root, [])).toEqual(["a.ts", "b.ts", "src/c.ts"]);
    expect(await changed(root, ["--", "a.ts", "./src/../b.ts"])).toEqual(["a.ts", "b.ts"]);
    expect(await changed(root, ["--files", join(root, "src/c.ts")])).toEqual(["src/c.ts"]);
    expect(await changed(root, ["--files", "a.ts", "--", "b.ts"])).toEqual(["a.ts", "b.ts"]);
  });

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

  it("from a list on lines, with NULs, quoted by git, in UTF-16, and from standard input", async () => {
    const root = setUp();
    writeTree(root, {
      "list.txt": "a.ts\r\nb.ts\r\n\r\n",
      "nul.txt": "a.ts\0src/c.ts\0",
      "odd é.ts": "f(4);\n",
      "quoted.txt": '"odd \\303\\251.ts"\n',
    });
    writeTree(root, { "utf16.txt": Buffer.from("\uFEFFb.ts\r\n", "utf16le") });
    expect(await changed(root, ["--files-from", "list.txt"])).toEqual(["a.ts", "b.ts"]);
    expect(await changed(root, ["--files-from", "nul.txt"])).toEqual(["a.ts", "src/c.ts"]);
    expect(await changed(root, ["--files-from", "quoted.txt"])).toEqual(["odd é.ts"]);
    expect(await changed(root, ["--files-from", "utf16.txt"])).toEqual(["b.ts"]);
    expect(await changed(root, ["--files-from", "-"], inputOf("b.ts\n"))).toEqual(["b.ts"]);
    const both = ["--files-from", "-", "--", "a.ts"];
    expect(await changed(root, both, inputOf("a.ts\nb.ts"))).toEqual(["a.ts"]);
    expect(await changed(root, ["--files-from", "-", "--"], inputOf("b.ts"))).toEqual([]);
  });

  it("by named folders", async () => {
    const root = setUp();
    expect(await changed(root, ["--", "src", "b.ts"])).toEqual(["b.ts", "src/c.ts"]);
    expect(await changed(root, ["--", "."])).toEqual(["a.ts", "b.ts", "src/c.ts"]);
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

  it("by --since: committed or not, new, renamed; not what is gone, nor what only the other branch changed", async () => {
    const root = setUp();
    git(root, "checkout", "-q", "base");
    writeTree(root, { "b.ts": "f(20);\n" });
    commitAll(root);
    git(root, "checkout", "-q", "main");
    writeTree(root, {
      "a.ts": "f(10);\n",
      "gone.ts": "f(5);\n",
      "was.ts": "f(6);\nf(7);\nf(8);\n",
    });
    commitAll(root);
    rmSync(join(root, "gone.ts"));
    mkdirSync(join(root, "lib"));
    renameSync(join(root, "was.ts"), join(root, "lib/is.ts"));
    writeTree(root, { "new.ts": "f(9);\n", "node_modules/x.ts": "f(0);\n" });
    expect(await changed(root, ["--since", "base"])).toEqual(["a.ts", "lib/is.ts", "new.ts"]);
    expect(await changed(root, ["--since", "base", "--paths", "lib"])).toEqual(["lib/is.ts"]);
    git(root, "add", "--all");
    expect(await changed(root, ["--since", "HEAD"])).toEqual(["lib/is.ts", "new.ts"]);
  });

  it("in a folder of the repository", async () => {
    const root = setUp();
    writeTree(root, { "a.ts": "f(10);\n", "src/c.ts": "f(30);\n" });
    const report = await reportOf(join(root, "src"), ["preview", "../r.yaml"], ["--since", "base"]);
    expect(report.actions.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(["c.ts"]);
  });

  it("and others are refused to a step that writes, while a new file may be made and changed", async () => {
    const root = setUp();
    const write = (path: string) =>
      `  - { id: ${path[0]}, tool: replace_text, with: { path: ${path}, old: f, new: h } }\n`;
    writeTree(root, {
      "w.yaml": `version: 1\nsteps:\n${write("a.ts")}`,
      "n.yaml":
        "version: 1\nsteps:\n" +
        "  - { id: make, tool: write_file, with: { path: new.ts, content: 'f(1);' } }\n" +
        "  - { id: swap, ast_edit: { ops: [{ pat: f($A), out: g($A) }] } }\n",
    });
    const refused = await reportOf(root, ["preview", "w.yaml"], ["--", "b.ts"]);
    expect(refused.actions).toEqual([]);
    expect(JSON.stringify(refused)).toContain("is not among the files that were selected");
    const argv = ["run", "n.yaml", "--policy", "apply-all", "--", "b.ts"];
    expect((await cli(root, argv)).exitCode).toBe(0);
    expect([readText(root, "new.ts"), readText(root, "a.ts")]).toEqual(["g(1);", "f(1);\n"]);
    for (const option of ["--exclude=new.*", "--paths=src"]) {
      const made = await reportOf(root, ["preview", "n.yaml"], [option]);
      expect(made.actions).toEqual([]);
      expect(JSON.stringify(made)).toContain("`new.ts` is not among the files that were selected");
    }
  });
});

describe("no file is left", () => {
  const EXPECTING = `${RECIPE}expect: { minReplacements: 1 }\n`;

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

  it("names a glob that matches nothing", async () => {
    const { exitCode, stderr } = await cli(setUp(), ["preview", "r.yaml", "--paths", "scr"]);
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining("--paths: scr matches no file"),
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

/** The real git, for a script that stands before it. */
function findGit(): string {
  return execFileSync("which", ["git"], { encoding: "utf8" }).trim();
}

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
  it("in the words of the request, with the commit of --since and the number of files", async () => {
    const root = setUp();
    writeTree(root, { "a.ts": "f(10);\n" });
    const commit = git(root, "rev-parse", "HEAD").trim();
    const argv = ["--since", "base", "--changed-lines", "--paths", "*.ts", "--exclude", "b.ts"];
    const { selection } = await reportOf(
      root,
      ["preview", "r.yaml"],
      [...argv, "--", "a.ts", "src"],
    );
    expect(selection).toEqual({
      fileCount: 1,
      files: ["a.ts", "src"],
      since: { ref: "base", commit },
      changedLines: true,
      paths: ["*.ts"],
      exclude: ["b.ts"],
    });
    const { stdout } = await cli(root, ["preview", "r.yaml", ...argv, "--", "a.ts", "src"]);
    expect(stdout).toContain(
      `Limited to 1 file: --files a.ts and 1 more, --since base (${commit.slice(0, 10)}), ` +
        "--changed-lines, --paths *.ts, --exclude b.ts.\n",
    );
  });

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
