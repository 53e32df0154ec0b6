import { expect, it } from "vitest";
import type { compileOp } from "../../../src/edit/compile/compile-op.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { editedBy, type NamingOp } from "../../support/edited-by-names.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

const MEANT: NamingOp = {
  pat: "isArray($A)",
  out: "Array.isArray($A)",
  keepImports: true,
  names: { isArray: { from: ["util", "node:util"], export: "isArray" } },
};

const edited = (
  text: string,
  op: NamingOp = MEANT,
  language: Parameters<typeof compileOp>[1] = "typescript",
) => editedBy(op, text, { language });

it.each([
  ['import { isArray } from "util";', "isArray(a)"],
  ['import { isArray as ia } from "node:util";', "ia(a)"],
  ['import util from "util";', "util.isArray(a)"],
  ['import * as u from "util";', "u.isArray(a)"],
  ['const { isArray } = require("util");', "isArray(a)"],
  ['const { isArray: ia } = require("util");', "ia(a)"],
  ['const util = require("util");', "util.isArray(a)"],
  ['const isIt = require("util").isArray;', "isIt(a)"],
  ["", 'require("util").isArray(a)'],
  ['import u = require("util");', "u.isArray(a)"],
  ['const u = await import("util");', "u.isArray(a)"],
  ['const { isArray: ia } = await import("util");', "ia(a)"],
])("L8 N1 finds an export in all spellings: %s %s", async (imported, code) => {
  const after = await edited(`${imported}\nf(${code});\n`);
  expect(after).toEqual({ text: `${imported}\nf(Array.isArray(a));\n`, unresolved: 0 });
});

it("L8 finds what a function requires for itself", async () => {
  const after = await edited(
    'function f(a) { const { isArray } = require("util"); isArray(a); }\n',
  );
  expect(after.text).toContain("Array.isArray(a);");
});

it.each([
  "function isArray(a: any) { return a; }\nisArray(a);\n",
  'import { isArray } from "lodash";\nisArray(a, "util");\n',
  'import { isArray } from "util";\nfunction f(isArray: any) { return isArray(a); }\nexport { isArray };\n',
  'let isArray = require("util").isArray;\nisArray = other;\nisArray(a);\n',
  'import * as util from "util";\nother.isArray(a);\n',
  'isArray(a, "util");\n',
])("L8 N2 leaves names that are merely equal, shadowed or assigned again: %s", async (text) => {
  expect(await edited(text)).toEqual({ text, unresolved: 0 });
});

it.each([
  'const { isArray } = require("util");\nfunction f(o) { with (o) { isArray(1); } }\n',
  'var isArray = require("util").isArray;\nfunction g(s) { eval(s); return isArray(2); }\n',
])("L8 N3 counts and leaves what depends on how the program runs: %s", async (text) => {
  expect(await edited(text, MEANT, "javascript")).toEqual({ text, unresolved: 1 });
});

it("L8 N4 names of `out` have the file's alias, or a fresh name where theirs is taken, and are imported", async () => {
  const op = {
    pat: "old",
    out: "fresh",
    names: {
      old: { from: ["lib"], export: "old" },
      fresh: { from: ["lib"], export: "fresh" },
    },
  };
  const known = 'import { old, fresh as f } from "lib";\nold(1);\n';
  expect((await edited(known, op)).text).toBe('import { fresh as f } from "lib";\nf(1);\n');
  const taken = 'import { old } from "lib";\nconst fresh = 1;\nuse({ old }, fresh);\n';
  const once = (await edited(taken, op)).text;
  expect(once).toContain("use({ old: fresh2 }, fresh);");
  expect(once).toMatch(/import \{ fresh as fresh2 \} from "lib"/);
  expect((await edited(once, op)).text).toBe(once);
});

it.each([
  ["local", "function f(a) {}\nf(1);\n", "function f(a) {}\ng(1);\n"],
  ["local", "f(1);\n", "f(1);\n"],
  ["global", "f(1);\n", "g(1);\n"],
  ["global", "function h(f) { f(1); }\n", "function h(f) { f(1); }\n"],
  ["parameter", "function h(f) { f(1); }\n", "function h(f) { g(1); }\n"],
] as const)("L8 finds a name that is %s: %s", async (f, before, after) => {
  const op = { pat: "f($A)", out: "g($A)", names: { f } };
  expect((await edited(before, op, "javascript")).text).toBe(after);
});

it("L8 judges the code of a metavariable", async () => {
  const op = {
    pat: "$FN($A)",
    out: "yes($A)",
    keepImports: true as const,
    names: { $FN: { from: ["util"], export: "isArray" } },
  };
  const text = 'import { isArray as ia } from "util";\nia(1);\nisArray(2);\n';
  expect((await edited(text, op)).text).toContain("yes(1);\nisArray(2);");
});

it("L8 finds the exports of Python's modules", async () => {
  const op = {
    pat: "join($A)",
    out: "J($A)",
    keepImports: true as const,
    names: { join: { from: ["os.path"], export: "join" } },
  };
  const text =
    'from os import path as p\nimport os\np.join("a")\nos.path.join("b")\ndef f(os): return os.path.join("c")\n';
  expect((await edited(text, op, "python")).text).toBe(
    'from os import path as p\nimport os\nJ("a")\nJ("b")\ndef f(os): return os.path.join("c")\n',
  );
});

it.each([
  ['import { a } from "m";\na({ a });\n', {}, 'import { a as b } from "m";\nb({ a: b });\n'],
  ["const a = 1;\nexport { a };\n", {}, "const b = 1;\nexport { b as a };\n"],
  ["const a = 1;\nexport { a };\n", { exports: true }, "const b = 1;\nexport { b };\n"],
  ["function a() { a(); }\n", { kind: "function" }, "function b() { b(); }\n"],
  ["class a {}\nnew a();\n", { kind: "class" }, "class b {}\nnew b();\n"],
  ["type a = 1;\nlet x: a;\n", { kind: "type" }, "type b = 1;\nlet x: b;\n"],
  ["const a = 1;\n", { kind: "function" }, "const a = 1;\n"],
  ["const a = 1;\nfunction f(a: any) { a; }\n", {}, "const b = 1;\nfunction f(a: any) { a; }\n"],
] as const)(
  "L8 N6 renames a declaration with its references: %s %o",
  async (before, rename, after) => {
    expect(
      (await edited(before, { pat: "a", out: "b", rename: rename as NamingOp["rename"] & object }))
        .text,
    ).toBe(after);
  },
);

it("L8 leaves a declaration that is exported as a statement, and tells of it", async () => {
  const text = "export const a = 1;\nuse(a);\n";
  expect(await edited(text, { pat: "a", out: "b", rename: {} })).toEqual({ text, unresolved: 2 });
});

it.each([
  ["({ fresh, a: $A })", "({ fresh: k, a: 1 })"],
  ["((fresh) => fresh)($A)", "((fresh) => fresh)(1)"],
  ["`fresh ${fresh($A)}`", "`fresh ${k(1)}`"],
  ["$A ? fresh : { fresh: 1 }", "1 ? k : { fresh: 1 }"],
])("L8 writes names of `out`, and no other words: %s", async (out, expected) => {
  const names = { fresh: { from: ["m"], export: "fresh" } };
  const { text } = await edited('import { fresh as k } from "m";\nf(old(1));\n', {
    ...{ pat: "old($A)", out, names },
  });
  expect(text).toBe(`import { fresh as k } from "m";\nf(${expected});\n`);
});
