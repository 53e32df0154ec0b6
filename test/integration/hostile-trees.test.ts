import { lstatSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ARGV, OPS } from "../support/hostile-tree.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { runWith } from "../support/run-request.ts";
import { readText, snapshot, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

describe("links", () => {
  it.each([
    ["gi/hooks/x.js", ".git", "scope"],
    ["sl/x.js", ".sluice", "scope"],
    ["out/x.js", "excluded", "scope"],
    ["proc/self/x.js", "/proc", "nothing"],
    ["far/x.js", "/dev", "nothing"],
    ["gone/x.js", "nowhere", "nothing"],
  ])("F10 are refused where they lead out (%s → %s)", async (path, target, says) => {
    const root = tempRepository({
      "r.yaml": `scope: { exclude: [excluded], readonly: [readonly] }\n${recipeOf(OPS, `paths: ["${path}"]`)}`,
    });
    const real = path.replace(/^[^/]+/, target);
    if (says === "scope") writeTree(root, { [real]: "foo(1);" });
    symlinkSync(
      says === "scope" ? join(root, target) : target,
      join(root, path.split("/")[0] ?? ""),
    );
    const { exitCode, report } = await cliReport(root, ARGV);
    if (says === "scope") {
      expect([exitCode, report.actions]).toEqual([0, []]);
      const detail = "is a link, or reached through one, that leads out of the scope";
      expect(report.skipped).toEqual([{ path, step: "edit", why: "symlink", detail }]);
      expect(readText(root, real)).toBe("foo(1);");
    } else expect([exitCode, report.diagnostics[0]?.code]).toEqual([2, "file-not-found"]);
  });

  it("F10 to a file out of the root are told as such, and broken ones as broken", async () => {
    const outside = tempTree({ "x.ts": "foo(1);" });
    const root = tempTree({ "r.yaml": recipeOf(OPS, "paths: [out.ts, broken.ts]") });
    symlinkSync(join(outside, "x.ts"), join(root, "out.ts"));
    symlinkSync("nowhere.ts", join(root, "broken.ts"));
    const { report } = await cliReport(root, ARGV);
    expect(report.skipped.map(({ path, detail }) => [path, detail])).toEqual([
      ["broken.ts", "is a broken link, or reached through one: it leads to nothing"],
      ["out.ts", "is a link, or reached through one, that leads out of the root"],
    ]);
    expect(readText(outside, "x.ts")).toBe("foo(1);");
  });

  it.each([
    ["gh/x.js", ".github", "protected"],
    ["gen/x.js", "real", "generated"],
  ])("are judged by guards under the real name (%s → %s)", async (path, target, ruleId) => {
    const real = path.replace(/^[^/]+/, target);
    const root = tempTree({
      "r.yaml": recipeOf(OPS, `paths: ["${path}"]`),
      "p.yaml":
        "version: 1\ndefault: { verdict: apply, reason: Yes. }\nguards: [{ id: generated, when: { anyFile: [real] }, verdict: discard, reason: No. }]\n",
      [real]: "foo(1);",
    });
    symlinkSync(target, join(root, path.split("/")[0] ?? ""));
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "p.yaml"]);
    expect(report.actions).toMatchObject([{ ruleId, facts: { files: [real] } }]);
    expect(readText(root, real)).toBe("foo(1);");
  });

  it("to what may only be read show what would change, and leave it", async () => {
    const root = tempTree({
      "r.yaml": `scope: { readonly: [readonly] }\n${recipeOf(OPS, "paths: [ro/x.js]")}`,
      "readonly/x.js": "foo(1);",
    });
    symlinkSync("readonly", join(root, "ro"));
    const { report } = await cliReport(root, ARGV);
    expect(report.actions).toEqual([]);
    expect(report.skipped).toMatchObject([{ path: "readonly/x.js", why: "readonly" }]);
  });

  it("to a file in scope are that file: it is written, and the link stays one", async () => {
    const root = tempTree({
      "real/a.ts": "foo(1);\n",
      "r.yaml": recipeOf(OPS, "paths: [link.ts]"),
    });
    symlinkSync("real/a.ts", join(root, "link.ts"));
    const { report } = await cliReport(root, ARGV);
    expect(report.actions).toMatchObject([{ state: "applied", facts: { files: ["real/a.ts"] } }]);
    expect(readText(root, "real/a.ts")).toBe("bar(1);\n");
    expect(lstatSync(join(root, "link.ts")).isSymbolicLink()).toBe(true);
  });

  it("to the root itself do not make one file three", async () => {
    const root = tempTree({
      "a.ts": "foo(1);\n",
      "r.yaml": recipeOf(
        [["foo($A)", "foo(foo($A))"]],
        'paths: ["a.ts", "self/a.ts", "self/self/a.ts"]',
      ),
    });
    symlinkSync(".", join(root, "self"));
    const { report } = await cliReport(root, ARGV);
    expect([report.totals.replacements, report.totals.filesChanged]).toEqual([1, 1]);
    expect(report.skipped).toEqual([]);
  });

  it("to a folder are that folder where they are named", async () => {
    const root = tempTree({
      "dir/a.ts": "foo(1);\n",
      "r.yaml": recipeOf(OPS, 'paths: ["link"]'),
    });
    symlinkSync("dir", join(root, "link"));
    const { report } = await cliReport(root, ARGV);
    expect(report.actions).toMatchObject([{ facts: { files: ["dir/a.ts"] } }]);
  });
});

describe("names", () => {
  it("with line ends are files like others", async () => {
    const names = ["a\nb.ts", "c\rd.ts", "e\u2028f.ts", "dir\nx/g.ts"];
    const root = tempRepository({
      "r.yaml": recipeOf(OPS),
      ...Object.fromEntries(names.map((name) => [name, "foo(1);\n"])),
    });
    const { report } = await cliReport(root, ARGV);
    expect(report.actions[0]?.facts.files).toEqual([...names].sort());
  });
});

describe("what is ignored", () => {
  it("is told, folders that are ignored as a whole as one", async () => {
    const root = tempRepository({
      "r.yaml": recipeOf(OPS),
      ".gitignore": "dist/\n*.gen.ts\n*.log\nnode_modules/\n",
    });
    writeTree(root, {
      "dist/a.ts": "foo(1);",
      "src/b.gen.ts": "foo(1);",
      "src/c.ts": "x;\n",
      "x.log": "",
      "node_modules/c.ts": "foo(1);",
    });
    expect((await cliReport(root, ARGV)).report.skipped).toEqual([
      { path: "dist/", step: "edit", why: "ignored" },
      { path: "src/b.gen.ts", step: "edit", why: "ignored" },
    ]);
  });
});

describe("a file that is saved while an action is being written", () => {
  it("is not lost: the action is stale and nothing of it is written", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`s/f${index}.ts`, "foo(1);\n"]),
    );
    const root = tempTree({ ...files, "recipe.yaml": recipeOf(OPS) });
    const { watch } = await import("node:fs");
    const watcher = watch(join(root, "s"), () => {
      watcher.close();
      writeTree(root, { "s/f59.ts": "mine;\n" });
    });
    const report = await runWith(root, { policy: "apply-all" });
    watcher.close();
    expect(readText(root, "s/f59.ts")).toBe("mine;\n");
    expect(report.exitCode).toBe(3);
    expect(Object.keys(files).filter((path) => readText(root, path) === "bar(1);\n")).toEqual([]);
    expect(Object.keys(snapshot(root)).filter((name) => name.includes(".sluice-"))).toEqual([]);
  });
});

describe("reports never take the place of something else", () => {
  it("but an earlier report is replaced", async () => {
    const root = tempTree({ "r.yaml": recipeOf(OPS), "a.ts": "foo(1);\n" });
    const argv = [
      "preview",
      "r.yaml",
      "--report",
      "json=o/r.json",
      "--report",
      "jsonl=o/r.jsonl",
      "--report",
      "pretty=o/r.txt",
    ];
    for (let time = 0; time < 2; time++) {
      const { exitCode, stdout, stderr } = await cli(root, argv);
      expect(exitCode, stdout + stderr).toBe(0);
    }
  });
});

describe("YAML that is a trap", () => {
  it.each<[what: string, text: string, says: RegExp]>([
    [
      "a step that contains itself",
      "version: 1\nsteps: &x [{ id: s, parallel: *x }]\n",
      /refers to a value that contains it/,
    ],
    [
      "ops that contain themselves",
      "version: 1\nsteps: [{ ast_edit: &x { ops: [*x] } }]\n",
      /refers to a value that contains it/,
    ],
    [
      "a file that is nested too deeply",
      `a: ${"[".repeat(5000)}${"]".repeat(5000)}\n`,
      /nested too deeply/,
    ],
    ["two documents", `${recipeOf(OPS)}---\na: 1\n`, /must be one document/],
    ["an unknown tag", "version: !!js/function 1\nsteps: []\n", /tag/],
    [
      "an expression that is never closed",
      recipeOf([["a(${{ inputs.x)", "b"]]),
      /`\$\{\{` is not closed/,
    ],
  ])("%s is one message and exit code 2", async (_what, text, says) => {
    const root = tempTree({ "r.yaml": text });
    const { exitCode, report, stderr } = await cliReport(root, ARGV);
    expect(exitCode).toBe(2);
    expect(report.diagnostics[0]?.message).toMatch(says);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe("arguments", () => {
  it("behind `--` are names of files, not options, and none is thrown away", async () => {
    const root = tempTree({ "r.yaml": recipeOf(OPS), "a.ts": "foo(1);\n" });
    const argv = ["run", "r.yaml", "--policy", "apply-all", "--", "a.ts"];
    expect((await cli(root, argv)).exitCode).toBe(0);
    expect((await cli(root, [...ARGV, "--", "--weird"])).stderr).toContain("--weird");
    expect((await cli(root, ["list", "--", "x"])).exitCode).toBe(2);
  });

  it("cannot make .git the root, nor a folder of the system", async () => {
    const root = tempRepository({ "r.yaml": recipeOf(OPS) });
    mkdirSync(join(root, ".git/x"));
    symlinkSync("/proc/self", join(root, "link"));
    for (const folder of [".git/x", "/proc", "/proc/self", "link", "/dev", "/sys", "/"]) {
      const { exitCode, stderr } = await cli(root, [...ARGV, "--root", folder]);
      const words = /The root|--root: link is a link, or reached through one, that leads out/;
      expect([folder, exitCode, stderr]).toEqual([folder, 2, expect.stringMatching(words)]);
    }
  });
});
