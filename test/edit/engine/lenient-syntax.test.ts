import { expect, test } from "vitest";
import { parseText } from "../../../src/edit/engine/engine.ts";
import { countLenientErrors } from "../../../src/edit/engine/lenient-syntax.ts";
import { findHints } from "../../../src/edit/engine/syntax-hints.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { compiled } from "../compile/compiled.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

const countIn = (code: string, language: Language) =>
  countLenientErrors({ code, language, root: () => parseText(code, language) });

const faults: readonly [Language, string][] = [
  ["javascript", "f(, a)"],
  ["javascript", "f(a,\n  // b\n  , c)"],
  ["javascript", "f(/* a */, b)"],
  ["javascript", "new F(a, /* b */, c)"],
  ["tsx", "x = { a,, b }"],
  ["typescript", "const { , a } = b"],
  ["typescript", "interface A { , b: 1 }"],
  ["typescript", "throw\n  a;"],
  ["typescript", "throw // why\n  a;"],
  ["typescript", "export default const a = 1;"],
  ["typescript", "if (a) const b = 1;"],
  ["typescript", "if (a) b(); else let c = 1;"],
  ["typescript", "for (const a of b) const c = a;"],
  ["python", "if a:\n    b\n      c\n"],
  ["python", "a\n    b\n"],
  ["python", "def f():\n    x\n  y\n"],
  ["python", "    a\nb\n"],
];

test.each(faults)("the fault of %s that its grammar accepts is counted: %j", (language, code) => {
  expect(countIn(code, language)).toBe(1);
});

const valid: readonly [Language, string][] = [
  ["javascript", "x = [, a,, b]; f(a, ); const [, y] = z; for (;;) {}"],
  ["javascript", "f(\n  a, // b\n  c,\n); ({ a, /* b */ });"],
  ["javascript", "f(a // b\n  , c)"],
  ["javascript", "f(',,', /(,/, `{,`)\n// (,"],
  ["typescript", "interface A { a: 1, b: 2 }; type B = { a: 1; };"],
  ["typescript", "throw a;\nthrow /* b */ c;\nexport default a;\nexport default function f() {}"],
  [
    "typescript",
    "if (a) { const b = 1; }\nfor (const c of d) e(c);\nif (a) var b = 1; f()\nconst g = 1;",
  ],
  ["python", "if a:\n    b; c\n      # d\n    e\nelse: f\n\n@x\ndef g(\n  h):\n\ti\n\tj\n"],
  ["python", 'class A:\n    """x\n  y"""\n    a = 1; b = 2\n    def f(self): pass\n'],
  ["go", "package a\n"],
];

test.each(valid)("valid code of %s counts nothing: %j", (language, code) => {
  expect(countIn(code, language)).toBe(0);
});

test.each([
  "a;\nf()\nconst a = 1;",
  "a;\nf('(', \"don't\", g(1))\nlet a = 1;",
  "a;\na = (b, c)\nconst d = 1;",
  "a;\nforEach((x) => x)\nconst a = 1;",
])("the text of clean code tells that a call is no head of a statement: %j", (code) => {
  expect(findHints(code, { isClean: true }).bareDeclaration).toBe(false);
  expect(findHints(code).bareDeclaration).toBe(true);
});

test.each([
  "if (a) const b = 1;",
  "if (f(a)) let b = 1;",
  "for (const a of b)\n  const c = a;",
  "for await (const a of b) const c = a;",
  "while /* a */ (b) const c = 1;",
  "if // a\n  (b) const c = 1;",
  "if (\n  // f(\n  a) const b = 1;",
  "if ('a', // don't f(\n  b, 'c') const d = 1;",
  "if (`(${a}`) const b = 1;",
  "if (/\\(/) const b = 1;",
  "if (a) b(); else const c = 1;",
  `if${" ".repeat(500)}(a) const b = 1;`,
  `if (${"a && ".repeat(100)} b) const c = 1;`,
])("a declaration as a body is found in clean code, too: %j", (code) => {
  const root = parseText(code, "javascript");
  const known = { isClean: true };
  const parsed = { code, language: "javascript", root: () => root };
  expect(countLenientErrors(parsed, known)).toBe(1);
});

const options = { passes: 1, editDespiteErrors: false };

test("a plan counts the faults that its edits add, and is not refused for those that are there", () => {
  const ops = [compiled({ pat: "f($$$A)", out: "g($$$A, ctx)" })];
  const added = planPasses("f();\nh(, 1);\n", "typescript", ops, options).plan;
  expect(added).toMatchObject({ kind: "edited", parseErrorsBefore: 1, parseErrorsAfter: 2 });
  const none = planPasses("f(1);\nh(, 1);\n", "typescript", ops, options).plan;
  expect(none).toMatchObject({ kind: "edited", parseErrorsBefore: 1, parseErrorsAfter: 1 });
});

test("a block of Python whose lines lose their common column counts as broken", () => {
  const ops = [compiled({ pat: "if $X:\n    $$$B", out: "$$$B" }, "python")];
  const code = "def f():\n    if x:  # why\n        raise a\n    b\n";
  const { plan } = planPasses(code, "python", ops, options);
  expect(plan).toMatchObject({ kind: "edited", parseErrorsBefore: 0, parseErrorsAfter: 1 });
});
