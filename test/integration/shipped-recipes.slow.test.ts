import { describe, expect, it } from "vitest";
import { REPOSITORY } from "../support/grammar-packages.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, snapshot, type Tree, tempTree } from "../support/temp-tree.ts";

/** Lines that each recipe edits, and the result. They are valid in every language of a script. */
const BEFORE_AND_AFTER: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "assert-strict": [
    ['import assert from "node:assert";', 'import assert from "node:assert/strict";'],
    ['const loose = require("assert");', 'const loose = require("assert/strict");'],
  ],
  "date-now": [
    ["const start = new Date().getTime();", "const start = Date.now();"],
    ["let end = +new Date();", "let end = Date.now();"],
  ],
  "node-util-is": [["util.isDate(start);", "util.types.isDate(start);"]],
  "object-has-own": [
    ["Object.prototype.hasOwnProperty.call(loose, key);", "Object.hasOwn(loose, key);"],
  ],
  "string-trim": [["key.trimLeft().trimRight();", "key.trimStart().trimEnd();"]],
  "zod-4-formats": [["z.string().email();", "z.email();"]],
};
const RECIPES = Object.keys(BEFORE_AND_AFTER);
const PAIRS = Object.values(BEFORE_AND_AFTER).flat();
const BEFORE = PAIRS.map(([before]) => `${before}\n`).join("");
const AFTER = PAIRS.map(([, after]) => `${after}\n`).join("");

/** Files that no recipe may edit, of languages whose grammars the command finds beside it. */
const OTHER_LANGUAGES: Tree = {
  "a.py": "util.isDate(text.trimLeft())\n",
  "B.java": "class B { long start = new Date().getTime(); String s = t.trimLeft(); }\n",
  "c.go": "package c\n\nfunc f() bool { return util.isDate(1) }\n",
  "d.yml": "run: util.isDate(x)\n",
  "e.css": "a { color: red; }\n",
  "README.md": "util.isDate(x)\n",
};

const RUN = ["run", ...RECIPES, "--policy", "apply-all"];
const here = { ownFolder: REPOSITORY };
const codesOf = (alerts: readonly { readonly code: string }[]) => [
  ...new Set(alerts.map(({ code }) => code)),
];

describe("the recipes that ship", () => {
  it.each<[tree: string, files: readonly string[], others: Tree]>([
    ["JavaScript only", ["src/a.js", "b.mjs", "lib/c.cjs", "d.jsx"], {}],
    ["one CommonJS file", ["index.js"], {}],
    ["TypeScript only", ["src/a.ts", "b.mts", "c.cts"], {}],
    ["TSX only", ["src/a.tsx"], {}],
    ["JSX only", ["src/a.jsx"], {}],
    ["JavaScript and TypeScript", ["a.js", "b.ts", "c.tsx"], {}],
    ["JavaScript among other languages", ["a.js"], OTHER_LANGUAGES],
  ])("edit a tree of %s, without an alert", async (_, files, others) => {
    const root = tempTree({
      ...Object.fromEntries(files.map((path) => [path, BEFORE])),
      ...others,
    });
    const { report } = await cliReport(root, RUN, here);
    expect(report).toMatchObject({ outcome: "ok", alerts: [], diagnostics: [], skipped: [] });
    expect(report.totals.filesChanged).toBe(files.length);
    for (const path of files) expect(readText(root, path), path).toBe(AFTER);
    for (const [path, text] of Object.entries(others)) expect(readText(root, path)).toBe(text);

    const again = await cliReport(root, RUN, here);
    expect(again.report).toMatchObject({ outcome: "ok", actions: [], diagnostics: [] });
    expect(codesOf(again.report.alerts)).toEqual(["no-replacements"]);
  });

  it.each<[tree: string, files: Tree]>([
    ["with no file", {}],
    ["of other languages only", OTHER_LANGUAGES],
  ])("leave a tree %s as it is, and report no error", async (_, files) => {
    const root = tempTree(files);
    const before = snapshot(root);
    const { report } = await cliReport(root, RUN, here);
    expect(report).toMatchObject({ outcome: "ok", actions: [], diagnostics: [] });
    expect(codesOf(report.alerts)).toEqual(["no-replacements"]);
    expect(snapshot(root)).toEqual(before);
  });

  it("edit the scripts of a tree that has only HTML", async () => {
    const page = (script: string) => `<p>text.trimLeft()</p>\n<script>\n${script}</script>\n`;
    const root = tempTree({ "index.html": page(BEFORE) });
    const { report } = await cliReport(root, RUN, here);
    const alerts = [{ code: "leftovers", path: "index.html" }]; // The text of the page.
    expect(report).toMatchObject({ outcome: "ok", alerts, diagnostics: [] });
    expect(readText(root, "index.html")).toBe(page(AFTER));
  });

  it("are all in this test", async () => {
    const { stdout } = await cli(tempTree({}), ["list"]);
    expect(stdout.match(/^[a-z0-9-]+(?= {2})/gm)).toEqual(RECIPES);
  });
});
