import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { planFile } from "../../support/plan-file.ts";
import { compiledRule } from "../compile/compiled.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

/** Deletes the nodes of a kind whose text begins with `n`, with their lines. */
function deleted(text: string, language: Language, kind: string, regex = "^n"): string {
  const op = compiledRule({ rule: { kind, regex }, out: "", deleteLines: true }, language);
  const plan = planFile(text, language, [op], { editDespiteErrors: false });
  if (plan.kind !== "edited") throw new Error(plan.kind);
  return plan.text;
}

const script = { language: "tsx", kind: "identifier" } as const;
const member = { language: "tsx", kind: "pair" } as const;
const keyword = { language: "python", kind: "keyword_argument" } as const;
const attribute = { language: "tsx", kind: "jsx_attribute" } as const;
const json = { language: "json", kind: "string", regex: '^"n' } as const;
const toml = { language: "toml", kind: "string", regex: '^"n' } as const;

describe("G6 an element of a list", () => {
  it.each([
    { ...keyword, text: "f(x=1, n=2, y=3)", left: "f(x=1, y=3)" },
    { ...keyword, text: "f(n=2, x=1)", left: "f(x=1)" },
    { ...keyword, text: "f(x=1, n=2)", left: "f(x=1)" },
    { ...keyword, text: "f(n=2)", left: "f()" },
    { ...keyword, text: "f(n=2,)", left: "f()" },
    { ...keyword, text: "f(x=1, n=2,)", left: "f(x=1,)" },
    { ...keyword, text: "f(\n    x=1,\n    n=2\n)\n", left: "f(\n    x=1\n)\n" },
    { ...keyword, text: "f(\n    x=1,\n    n=2,\n)\n", left: "f(\n    x=1,\n)\n" },
    { ...keyword, text: "f(x=1,\n  n=2, y=3)\n", left: "f(x=1,\n  y=3)\n" },
    { ...keyword, text: "f(x=1, n=2,\n  y=3)\n", left: "f(x=1,\n  y=3)\n" },
    { ...keyword, text: "f(n=2,\n  y=3)\n", left: "f(y=3)\n" },
    {
      language: "python",
      kind: "identifier",
      text: "def f(a, n): pass\n",
      left: "def f(a): pass\n",
    },
    { language: "python", kind: "identifier", text: "x = [n, a]\n", left: "x = [a]\n" },
    { language: "python", kind: "pair", text: "x = {a: 1, n: 2}\n", left: "x = {a: 1}\n" },
    {
      language: "python",
      kind: "dotted_name",
      text: "from x import n, a\n",
      left: "from x import a\n",
    },
    { ...member, text: "x = { a: 1, n: 2 };", left: "x = { a: 1 };" },
    { ...member, text: "x = { n: 2, a: 1 };", left: "x = { a: 1 };" },
    { ...script, text: "f(a, n, ...b);", left: "f(a, ...b);" },
    { ...script, text: "x = [a\n  , n\n  , b];", left: "x = [a\n  , b];" },
    { ...script, text: "x = [a\n  , n\n];", left: "x = [a\n];" },
    { ...script, text: "f(() => {\n  a();\n}, n);", left: "f(() => {\n  a();\n});" },
    {
      language: "tsx",
      kind: "required_parameter",
      text: "function f(n: A, b: B) {}",
      left: "function f(b: B) {}",
    },
    { language: "tsx", kind: "variable_declarator", text: "let a = 1, n = 2;", left: "let a = 1;" },
    {
      language: "tsx",
      kind: "variable_declarator",
      text: "let n = 1,\n  b = 2;",
      left: "let b = 2;",
    },
    {
      language: "tsx",
      kind: "import_specifier",
      text: 'import { a, n } from "b";',
      left: 'import { a } from "b";',
    },
    {
      language: "tsx",
      kind: "property_signature",
      text: "type A = { a: B; n: C };",
      left: "type A = { a: B };",
    },
    {
      language: "tsx",
      kind: "property_signature",
      text: "type A = { n: C; a: B };",
      left: "type A = { a: B };",
    },
    { ...json, text: '["a", "n"]', left: '["a"]' },
    { ...json, text: '[\n  "a",\n  "n"\n]\n', left: '[\n  "a"\n]\n' },
    {
      language: "json",
      kind: "pair",
      regex: '^"n',
      text: '{ "a": 1, "n": 2 }',
      left: '{ "a": 1 }',
    },
    { ...toml, text: 'a = ["n", "b"]\n', left: 'a = ["b"]\n' },
    { language: "toml", kind: "pair", text: "a = { b = 1, n = 2 }\n", left: "a = { b = 1 }\n" },
    {
      language: "go",
      kind: "identifier",
      text: "package a\n\nvar x = f(a, n)\n",
      left: "package a\n\nvar x = f(a)\n",
    },
    {
      language: "java",
      kind: "formal_parameter",
      regex: " n$",
      text: "class A { void f(int a, int n) {} }",
      left: "class A { void f(int a) {} }",
    },
    { language: "c", kind: "identifier", text: "int a, n, b;", left: "int a, b;" },
    { language: "rust", kind: "identifier", text: "fn f() { g(n, a); }", left: "fn f() { g(a); }" },
    { language: "ruby", kind: "identifier", text: "f(a, n)\n", left: "f(a)\n" },
    { language: "yaml", kind: "flow_node", text: "a: [b, n, c]\n", left: "a: [b, c]\n" },
    {
      language: "css",
      kind: "class_selector",
      regex: "^.n",
      text: ".a, .n { top: 0 }",
      left: ".a { top: 0 }",
    },
  ])(
    "takes its separator, and the white space to its neighbour: $language, $text",
    ({ text, left, language, kind, ...more }) => {
      expect(deleted(text, language, kind, "regex" in more ? more.regex : "^n")).toBe(left);
    },
  );

  it.each([
    { ...attribute, text: "x = <A a={1} n={2} b />;", left: "x = <A a={1} b />;" },
    { ...attribute, text: "x = <A n={2} />;", left: "x = <A />;" },
    { ...attribute, text: "x = <A n={2}>b</A>;", left: "x = <A>b</A>;" },
    { ...attribute, text: "x = <A\n  a\n  n\n/>;", left: "x = <A\n  a\n/>;" },
    { ...attribute, text: "x = <A\n  n b\n/>;", left: "x = <A\n  b\n/>;" },
    { ...attribute, text: "x = <A\n  n\n  n2 b\n/>;", left: "x = <A\n  b\n/>;" },
    { ...attribute, text: "x = <A\n  n\n  n2/>;", left: "x = <A\n/>;" },
    { ...attribute, text: "x = <A\n  n n2\n/>;", left: "x = <A\n/>;" },
    { language: "html", kind: "attribute", text: "<p a n=1 b>c</p>", left: "<p a b>c</p>" },
  ])("takes the white space of an attribute: $text", ({ text, left, language, kind }) => {
    expect(deleted(text, language, kind)).toBe(left);
  });

  it.each([
    { ...script, text: "f(n, n, n);", left: "f();" },
    { ...script, text: "f(a, n, n);", left: "f(a);" },
    { ...script, text: "f(n, n, a);", left: "f(a);" },
    { ...script, text: "f(n, a, n);", left: "f(a);" },
    { ...script, text: "f(a, n, n,);", left: "f(a, );" },
    { ...script, text: "f(a, n,\n  n, b);", left: "f(a,\n  b);" },
    { ...script, text: "f(n,\n  n,\n  b);", left: "f(\n  b);" },
    { ...script, text: "f(\n  n,\n  n\n);", left: "f(\n);" },
    { ...script, text: "f(\n  a,\n  n, n\n);", left: "f(\n  a\n);" },
  ])("goes beside others that go: $text", ({ text, left, language, kind }) => {
    expect(deleted(text, language, kind)).toBe(left);
  });

  it.each([
    { title: "a comment", text: "f(a, // why\n  n, b);", left: "f(a, // why\n  b);" },
    { title: "a comment at the end", text: "f(a, // why\n  n);", left: "f(a, // why\n  );" },
    {
      title: "a comment after it",
      text: "f(\n  n, // why\n  b\n);",
      left: "f(\n  // why\n  b\n);",
    },
    { title: "holes", text: "x = [a, , n];", left: "x = [a, ,];" },
    { title: "a hole after it", text: "x = [n, , a];", left: "x = [, a];" },
    { title: "a hole before it", text: "x = [, n];", left: "x = [,];" },
  ])("leaves $title", ({ text, left }) => {
    expect(deleted(text, script.language, script.kind)).toBe(left);
  });

  it.each([
    { language: "python", text: "x = (a, n)\n", left: "x = (a,)\n" },
    { language: "python", text: "x = (a, n, n)\n", left: "x = (a, )\n" },
    { language: "python", text: "x = a, n\n", left: "x = a,\n" },
    { language: "python", text: "x = (n, a,)\n", left: "x = (a,)\n" },
    { language: "python", text: "x = (n, a)\n", left: "x = (, a)\n" },
    { language: "python", text: "x = (a, b, n)\n", left: "x = (a, b)\n" },
    { language: "rust", text: "fn f() { g((a, n)); }", left: "fn f() { g((a,)); }" },
    { language: "tsx", text: "f(a, n);", left: "f(a);" },
  ])("keeps the comma that makes a tuple: $language, $text", ({ text, left, language }) => {
    expect(deleted(text, language, "identifier")).toBe(left);
  });

  it.each([
    { language: "css", kind: "plain_value", text: "a { b: c n, d e; }", left: "a { b: c , d e; }" },
    {
      language: "rust",
      kind: "identifier",
      text: "fn f() { match a { 1 => n, }; }",
      left: "fn f() { match a { 1 => , }; }",
    },
  ])("is no part of one: $text", ({ text, left, language, kind }) => {
    expect(deleted(text, language, kind)).toBe(left);
  });

  it("leaves the list without it, in any layout", () => {
    const space = fc.constantFrom("", " ", "\n", "\n  ", "\r\n\t");
    const element = fc.record({ goes: fc.boolean(), before: space, after: space });
    fc.assert(
      fc.property(
        fc.array(element, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (list, closes) => {
          const written = list.map(
            ({ goes, before, after }, at) => `${before}"${goes ? "n" : "a"}${at}"${after}`,
          );
          const comma = closes ? "," : "";
          const text = `x = [${written.join(",")}${comma}]`;
          fc.pre(list.some(({ goes }) => goes));
          const result = deleted(text, "typescript", "string", '^"n');
          const names = list.flatMap(({ goes }, at) => (goes ? [] : [`a${at}`]));
          const tight =
            names.map((name) => `"${name}"`).join(",") + (names.length > 0 ? comma : "");
          expect(result.replace(/\s/g, "")).toBe(`x=[${tight}]`);
        },
      ),
      { numRuns: 25 },
    );
  });
});
