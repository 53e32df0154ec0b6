import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { changed, inputOf, reportOf, setUp } from "../support/selected-tree.ts";
import { commitAll, git, readText, writeTree } from "../support/temp-tree.ts";

describe("only the selected files are changed", () => {
  it("behind `--`, by --files, and by both", async () => {
    const root = setUp();
    expect(await changed(root, [])).toEqual(["a.ts", "b.ts", "src/c.ts"]);
    expect(await changed(root, ["--", "a.ts", "./src/../b.ts"])).toEqual(["a.ts", "b.ts"]);
    expect(await changed(root, ["--files", join(root, "src/c.ts")])).toEqual(["src/c.ts"]);
    expect(await changed(root, ["--files", "a.ts", "--", "b.ts"])).toEqual(["a.ts", "b.ts"]);
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
  it("names a glob that matches nothing", async () => {
    const { exitCode, stderr } = await cli(setUp(), ["preview", "r.yaml", "--paths", "scr"]);
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining("--paths: scr matches no file"),
    ]);
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
});
