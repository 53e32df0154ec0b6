import { describe, expect, it } from "vitest";
import { editedBy } from "../../support/edited-by-names.ts";

const JS = { language: "javascript", path: "a.cjs" } as const;

/** Takes calls of `old` of m to an export of a module, `fresh` if it is named. */
function moved(text: string, module: "m" | "n", [exported, old] = ["fresh", "old"]) {
  const names = {
    old: { from: ["m"], export: old ?? "" },
    fresh: { from: [module], export: exported ?? "" },
  };
  return editedBy({ pat: "old($A)", out: "fresh($A)", names }, text, JS);
}

describe("L9 an export is loaded where and as the one before it was", () => {
  it.each([
    [
      "(async () => (await import('m')).old(1))();",
      "(async () => (await import('n')).fresh(1))();",
    ],
    ["const f = () => require('m').old(1);", "const f = () => require('n').fresh(1);"],
    ["a ? require('m').old(1) : 2;", "a ? require('n').fresh(1) : 2;"],
    [
      "if (a) { const m = require('m'); m.a(m.old(1)); }",
      "if (a) { const m = require('m'); const { fresh } = require('n'); m.a(fresh(1)); }",
    ],
    [
      "function f() {\n  const a = 1, { old } = require('m') // b\n  ;[1].map(() => old(a))\n}",
      "function f() {\n  const a = 1, { old } = require('m') // b\n  const { fresh } = require('n')\n  ;[1].map(() => fresh(a))\n}",
    ],
    [
      "async function f() {\n  const { old, ...a } = await import('m');\n  old(a);\n}",
      "async function f() {\n  const { old, ...a } = await import('m');\n  const { fresh } = await import('n');\n  fresh(a);\n}",
    ],
    [
      "switch (a) {\n  case 1:\n    const m = require('m');\n    m.a(m.old(1));\n}",
      "switch (a) {\n  case 1:\n    const m = require('m');\n    const { fresh } = require('n');\n    m.a(fresh(1));\n}",
    ],
    [
      "class A { static { const m = require('m'); m.a(m.old(1)); } }",
      "class A { static { const m = require('m'); const { fresh } = require('n'); m.a(fresh(1)); } }",
    ],
    [
      "function f() {\n  const m = require('m');\n  const { old } = m;\n  m.a(old(1));\n}\nconst { a } = require('m');",
      "function f() {\n  const m = require('m');\n  const { fresh } = require('n');\n  const { old } = m;\n  m.a(fresh(1));\n}\nconst { a } = require('m');",
    ],
    [
      "const m = await import('m');\nm.a(m.old(1));",
      "const m = await import('m');\nconst { fresh } = await import('n');\nm.a(fresh(1));",
    ],
  ])("of another module: %j", async (before, after) => {
    expect(await moved(before, "n")).toEqual({ text: after, unresolved: 0 });
  });

  it.each([
    ["import('m').then(({ old, a }) => old(a));", "import('m').then(({ fresh, a }) => fresh(a));"],
    [
      "import('m').then(function ({ old }) { return old(old); });",
      "import('m').then(function ({ old, fresh }) { return fresh(old); });",
    ],
    ["import('m').then((m) => m.old(1));", "import('m').then((m) => m.fresh(1));"],
    [
      "async function f() { const { old, ...a } = await import('m'); old(a); }",
      "async function f() { const { old, ...a } = await import('m'); const { fresh } = await import('m'); fresh(a); }",
    ],
    [
      "function f() {\n  const a = 1, { old } = require('m');\n  old(a, old);\n  old(a);\n}",
      "function f() {\n  const a = 1, { old, fresh } = require('m');\n  old(a, old);\n  fresh(a);\n}",
    ],
  ])("of the same module: %j", async (before, after) => {
    expect(await moved(before, "m")).toEqual({ text: after, unresolved: 0 });
  });

  it.each([
    ["(await import('n')).default(1)", "default"],
    ["(await import('n'))(1)", "*"],
    ["new (require('n').fresh)(1)", "fresh"],
  ])("in the form of its kind: %s", async (after, exported) => {
    const isNew = after.startsWith("new");
    const before = isNew ? "new (require('m')).old(1)" : "(await import('m')).default(1)";
    const names = {
      old: { from: ["m"], export: isNew ? "old" : "default" },
      fresh: { from: ["n"], export: exported },
    };
    const [pat, out] = isNew ? ["new old($A)", "new fresh($A)"] : ["old($A)", "fresh($A)"];
    const text = (code: string) => `async () => ${code};\n`;
    const edited = await editedBy({ pat, out, names }, text(before), JS);
    expect(edited).toEqual({ text: text(after), unresolved: 0 });
  });
});

describe("L8 a place is left and counted where nothing can load the new export as the old one was", () => {
  it.each([
    "import('m').then(({ old, a }) => old(a));",
    "import('m').then((m) => m.old(1));",
    "try { var m = require('m'); } catch {}\nm.old(1);",
    "if (a) var { old } = require('m');\nold(1);",
    "for (const m = await import('m');;) m.old(1);",
    "export const m = await import('m');\nm.old(1);",
    "{ using m = await import('m'); m.old(1); }",
  ])("of another module: %s", async (text) => {
    expect(await moved(text, "n")).toEqual({ text, unresolved: 1 });
  });

  it("not where the file has it already, or nothing was loaded late", async () => {
    const known = "import { fresh } from 'n';\nimport('m').then(({ old }) => ";
    expect((await moved(`${known}old(1));`, "n")).text).toBe(`${known}fresh(1));`);
    const early = "const m = require('m');\nfunction f() { const { old } = m; m.a(old(1)); }";
    expect((await moved(early, "n")).text).toContain("\nconst { fresh } = require('n');\nfunction");
    const top = "import { a } from 'm';\nm(require('m').old(a));";
    expect((await moved(top, "n")).text).toContain("import { fresh } from 'n';\nm(fresh(a));");
  });
});
