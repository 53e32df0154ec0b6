import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readText } from "../../support/temp-tree.ts";
import { report as reportOf } from "./support/command.ts";
import { editRun, OLD } from "./support/edit-run.ts";

const TWO = { "a.ts": "old(1);\nold(2);\n", "b.ts": "old(3);\n" };

describe("a call of ast_edit", () => {
  it("A1 A21 never writes: it stages a labelled action, and keeps the whole diff", async () => {
    const { root, report, stdout } = await editRun({ verb: "preview", policy: null, files: TWO });
    const [action] = report.actions;
    expect(action).toMatchObject({
      label: "AST Edit: 3 replacements in 2 files",
      tool: "ast_edit",
      state: "pending",
    });
    expect(readText(root, "a.ts")).toBe(TWO["a.ts"]);
    expect(readText(root, "b.ts")).toBe(TWO["b.ts"]);
    const diff = action?.files[0]?.diff ?? "";
    expect(diff.split("\n").filter((line) => /^[-+](old|fresh)/.test(line))).toEqual([
      ...["-old(1);", "-old(2);", "+fresh(1);", "+fresh(2);"],
    ]);
    expect(stdout).not.toContain("Applied 3");
  });

  it("A1 A2 uses the singular where there is one, and answers what it applied", async () => {
    const one = await editRun({ files: { "a.ts": "old(1);\n" } });
    expect(one.report.actions[0]).toMatchObject({
      label: "AST Edit: 1 replacement in 1 file",
      result: "Applied 1 replacement in 1 file.",
    });
    const many = await editRun({ files: TWO });
    expect(many.report.actions[0]?.result).toBe("Applied 3 replacements in 2 files.");
    expect([readText(many.root, "a.ts"), readText(many.root, "b.ts")]).toEqual([
      "fresh(1);\nfresh(2);\n",
      "fresh(3);\n",
    ]);
  });

  it("A3 makes no action and one warning of zero matches", async () => {
    const { report, status } = await editRun({ files: { "a.ts": "other(1);\n" } });
    expect(report.actions).toEqual([]);
    const said = [...report.alerts, ...report.diagnostics].map(({ message }) => message);
    expect(said.filter((message) => message.includes("No replacements made"))).toHaveLength(1);
    expect(status).toBe(0);
  });

  it.each([
    ["an empty pat", 'ops: [{ pat: "x", out: "" }, { pat: "", out: "y" }]', "ops[1].pat"],
    ["empty ops", "ops: []", "ops"],
    ["a duplicate pat", 'ops: [{ pat: "x", out: "y" }, { pat: "x", out: "z" }]', "ops[1].pat"],
    ["a missing path", `paths: ["none.ts"], ${OLD}`, "none.ts"],
  ])("A4 refuses %s, and names the place", async (_, edit, place) => {
    const { root, report, status } = await editRun({ edit, files: TWO });
    expect(status).not.toBe(0);
    expect(JSON.stringify([report.diagnostics, report.alerts])).toContain(place);
    expect(readText(root, "a.ts")).toBe(TWO["a.ts"]);
  });

  it("A5 A13 A15 A16 deletes with an empty out, runs ops as written, counts duplicates once, and lets the outermost match win", async () => {
    const { root, report } = await editRun({
      edit: `ops: [{ pat: "drop($A);", out: "" }, { pat: "f($A)", out: "g($A)" }, { rule: { pattern: "f($B)" }, out: "g($B)" }]`,
      files: { "a.ts": "drop(1);\nf(1);\n", "b.ts": "f(f(2));\n" },
    });
    expect(readText(root, "a.ts").trim()).toBe("g(1);");
    expect(readText(root, "b.ts")).toBe("g(f(2));\n");
    expect(report.totals.replacements).toBe(3);
  });

  it("A13 A14 gives an overlap to the op that is written first, and finds it in the preview", async () => {
    const { report } = await editRun({
      verb: "preview",
      edit: 'ops: [{ pat: "g($A)", out: "first($A)" }, { pat: "f(g(1))", out: "second()" }]',
      files: { "a.ts": "f(g(1));\n" },
    });
    expect(report.actions[0]?.files[0]?.diff).toContain("+f(first(1));");
    expect(report.totals.ledger).toMatchObject({ found: 2, superseded: 1 });
  });

  it("A14 finds overlapping replacements of two calls in the preview", async () => {
    const { report } = await editRun({
      verb: "preview",
      policy: null,
      steps: `  - parallel:
      - { id: p, ast_edit: { ops: [{ pat: f($A), out: g($A) }], lang: ts, paths: [a.ts] } }
      - { id: q, ast_edit: { ops: [{ pat: f(1), out: h(1) }], lang: ts, paths: [a.ts] } }`,
      files: { "a.ts": "f(1);\n" },
    });
    const [first, second] = report.actions;
    expect([first?.facts, second?.facts]).toMatchObject([
      { conflicts: [second?.id] },
      { conflicts: [first?.id] },
    ]);
  });
});

describe("languages and files", () => {
  it("A6 A7 edits each file in its own language, which comes from the extension, or from lang", async () => {
    const files = {
      "a.ts": "let a = old(1 as any);\n",
      "b.js": "old(2);\n",
      "c.py": "old(3)\n",
      "d.css": "a { color: red; }\n",
    };
    const mixed = await editRun({ files });
    expect(["a.ts", "b.js", "c.py"].map((path) => readText(mixed.root, path))).toEqual([
      "let a = fresh(1 as any);\n",
      "fresh(2);\n",
      "fresh(3)\n",
    ]);
    const forced = await editRun({
      edit: `lang: ts, paths: ["x.txt"], ${OLD}`,
      files: { "x.txt": "old(1 as any);\n" },
    });
    expect(readText(forced.root, "x.txt")).toBe("fresh(1 as any);\n");
  });

  it("A6 lists the languages that there are for one that is unknown", async () => {
    const { report, status } = await editRun({ edit: `lang: cobol, ${OLD}`, files: TWO });
    expect(status).toBe(2);
    expect(JSON.stringify(report.diagnostics)).toMatch(/cobol.*typescript/);
  });

  it("A7 A24 calls a pattern that is valid in none of the languages, or has a syntax error, an error", async () => {
    for (const pat of ["if (", "foo("]) {
      const { report, status, root } = await editRun({
        edit: `ops: [{ pat: "${pat}", out: "y" }]`,
        files: TWO,
      });
      expect(status).not.toBe(0);
      expect(JSON.stringify([report.diagnostics, report.alerts])).toContain(pat);
      expect(JSON.stringify(report)).not.toContain("No replacements made");
      expect(readText(root, "a.ts")).toBe(TWO["a.ts"]);
    }
  });

  it("A8 A9 skips files with syntax errors and reports them, issues once each and at most 20, with the total", async () => {
    const files = { ...TWO, "bad.ts": `old(1);\n${"let = ;;; function (\n".repeat(40)}` };
    const { root, report, status } = await editRun({ files });
    expect(status).toBe(0);
    expect(readText(root, "bad.ts")).toBe(files["bad.ts"]);
    expect(readText(root, "a.ts")).toContain("fresh");
    const [skipped] = report.skipped.filter(({ why }) => why === "syntax-errors");
    expect(skipped?.path).toBe("bad.ts");
    const issues = skipped?.issues?.map((issue) => JSON.stringify(issue)) ?? [];
    expect(issues).toHaveLength(20);
    expect(new Set(issues).size).toBe(20);
    expect(skipped?.detail).toMatch(/\d\d+/);
  });

  it("A8 stops everything before a write with failOnParseError", async () => {
    const files = { ...TWO, "z.ts": "old(1);\nlet = ;;; function (\n" };
    const { root, report, status } = await editRun({
      edit: `failOnParseError: true, ${OLD}`,
      files,
    });
    expect(status).toBe(1);
    expect(report.totals.filesChanged).toBe(0);
    expect(readText(root, "a.ts")).toBe(TWO["a.ts"]);
  });

  it("A10 skips ignored files and node_modules, includes hidden ones, and takes what is named explicitly", async () => {
    const files = {
      ".gitignore": "ignored.ts\nnamed.ts\n",
      ".hidden.ts": "old(1);\n",
      ".dir/a.ts": "old(2);\n",
    };
    const untracked = {
      "ignored.ts": "old(3);\n",
      "named.ts": "old(4);\n",
    };
    const { root } = await editRun({
      edit: `paths: ["**/*.ts", "named.ts"], ${OLD}`,
      files: { ...files, "node_modules/m/a.ts": "old(5);\n" },
      onRoot: (folder) => {
        for (const [path, text] of Object.entries(untracked))
          writeFileSync(join(folder, path), text);
      },
    });
    const changed = [
      ".hidden.ts",
      ".dir/a.ts",
      "ignored.ts",
      "named.ts",
      "node_modules/m/a.ts",
    ].map((path) => [path, readText(root, path).startsWith("fresh")]);
    expect(changed).toEqual([
      [".hidden.ts", true],
      [".dir/a.ts", true],
      ["ignored.ts", false],
      ["named.ts", true],
      ["node_modules/m/a.ts", false],
    ]);
  });

  it("A11 A12 takes *.ts as direct children and **/*.ts at any depth, and sorts by path", async () => {
    const files = {
      "b.ts": "old(1);\n",
      "a/x.ts": "old(2);\n",
      "a/b/y.ts": "old(3);\n",
      "B.ts": "old(4);\n",
    };
    const paths = async (glob: string) => {
      const { report } = await editRun({
        verb: "preview",
        edit: `paths: ["${glob}"], ${OLD}`,
        files,
      });
      return report.actions.flatMap((action) => action.files.map(({ path }) => path));
    };
    expect(await paths("*.ts")).toEqual(["B.ts", "b.ts"]);
    expect(await paths("**/*.ts")).toEqual(["B.ts", "a/b/y.ts", "a/x.ts", "b.ts"]);
  });

  it("A12 gives the same bytes, whatever the timing, but under run", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`f${n}.ts`, `old(${n});\n`.repeat(1 + (n % 7) * 40)]),
    );
    const { root } = await editRun({ verb: "preview", files });
    const again = async (...args: string[]) => {
      const { report } = await reportOf(root, "preview", "r", "--policy", "apply-all", ...args);
      return JSON.stringify({ ...report, run: null });
    };
    expect(await again("--no-cache")).toBe(await again());
  });

  it("A17 says that a limit was reached", async () => {
    const { report, root } = await editRun({
      edit: `maxFiles: 1, ${OLD}`,
      files: { ...TWO, "c.ts": "old(4);\n" },
    });
    expect(report.actions[0]?.facts).toMatchObject({ limitReached: true, fileCount: 1 });
    expect(readText(root, "b.ts")).toBe("old(3);\n");
    const some = await editRun({ edit: `maxReplacements: 2, ${OLD}`, files: TWO });
    expect(some.report.actions[0]?.facts).toMatchObject({ limitReached: true, replacements: 2 });
    const all = await editRun({ edit: `maxReplacements: 3, ${OLD}`, files: TWO });
    expect(all.report.actions[0]?.facts).toMatchObject({ limitReached: false });
  });
});
