import { describe, expect, test } from "vitest";
import type { CompiledOp } from "../../../src/edit/compile/compiled-op.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { keptText as writeKept } from "../../../src/edit/match/kept-text.ts";
import { provideLayout } from "../../../src/edit/match/ready-layout.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import type { PatternOp } from "../../../src/model/edit.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { ruleOpOf } from "../../support/rule-op.ts";
import { compiled, compiledRule } from "../compile/compiled.ts";

provideLayout(writeKept);

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

/** Returns the text after one pass. */
function edit(op: CompiledOp, text: string): string {
  const options = { passes: 1, editDespiteErrors: false };
  const { plan } = planPasses(text, op.language, [op], options);
  return plan.kind === "edited" ? plan.text : text;
}

function keep(pat: string, out: string, more: Partial<PatternOp> = {}) {
  const op = compiled({ pat, out, layout: "keep", ...more });
  return (text: string) => edit(op, text);
}

function keepRule(written: string) {
  const op = compiledRule({ ...ruleOpOf(`id: it\nlanguage: ts\n${written}`), layout: "keep" });
  return (text: string) => edit(op, text);
}

describe("L3 with `layout: keep`", () => {
  const rename = keep("test($N, $F)", "it($N, $F)");

  test("a captured block keeps its bytes: strings, blank lines, indentation", () => {
    const body = "() => {\n\n      const text = `\n  a\n\n b`;\n   f();  \n}";
    expect(rename(`  test("a", ${body});`)).toBe(`  it("a", ${body});`);
  });

  test("the code between captures keeps its layout and its comments", () => {
    const text = "test( // why\n  'a', /* first */\n  f, // last\n);";
    expect(rename(text)).toBe(text.replace("test", "it"));
  });

  test.each([
    // What the pattern does not say stays.
    ["function old($A) { $$$B }", "function neu($A) { $$$B }", "async function old(a) {\n  b()\n}"],
    ["var $A = require($B)", "var $A = load($B)", "var a = require('b');\n[1].map(f)"],
    ["foo($A)", "bar($A)", "foo(\n  a,\n)"],
    ["foo($A, $$$B)", "bar($A, $$$B)", "foo(1, /* 2 */ 3,\n4)"],
    ["<A x={$A}>$$$B</A>", "<A y={$A}>$$$B</A>", "<A\n x={ 1 }>\n text <b/>\n</A>", "tsx"],
  ])(
    "`%s` → `%s` changes only the words that differ",
    (pat, out, text, language = "typescript") => {
      const op = compiled({ pat, out, layout: "keep" }, language);
      const [from, to] = [/old|require|foo| x=/, out.match(/neu|load|bar| y=/)?.[0] ?? ""];
      expect(edit(op, text)).toBe(text.replace(from, (was) => (was === " x=" ? " y=" : to)));
    },
  );

  test.each([
    ["f($A, true)", "f($A)", "f(\n  a,\n  true\n)", "f(\n  a\n)"],
    ["f(true, $A)", "f($A)", "f(\n  true,\n  a\n)", "f(\n  a\n)"],
    ["f($A)", "f($A, true)", "f(\n  a\n)", "f(\n  a, true\n)"],
    ["f($A)", "f(true, $A)", "f(\n  a\n)", "f(\n  true, a\n)"],
    ["f($A)", "f($A, true)", "f(a // why\n)", "f(a, true // why\n)"],
    ["await $A", "$A", "await  f()", "f()"],
    ["$A + $B", "$A in $B", "a+b", "a in b"],
    ["!$A", "not $A", "!a", "not a"],
    ["$A && $A()", "$A?.()", "a.b && a.b()", "a.b?.()"],
    [
      "Object.prototype.has.call($A, $B)",
      "Object.hasOwn($A, $B)",
      "Object.prototype.has.call(a,\n b)",
      "Object.hasOwn(a,\n b)",
    ],
    ["f($A);", "", "a; f(1); b", "a;  b"],
    ["const $A = $B", "set($A, $B);", "const a =\n  b;", "set(a,\n  b);"],
    ["const $A = $B", "set($A, $B);", "const a = b", "set(a, b);"],
    ["const $A = $B", "set($A, $B)", "const a = b;", "set(a, b);"],
    [
      "function f() { $$$A }",
      "async function g() { $$$A }",
      "async function f() { a }",
      "async function g() { a }",
    ],
    [
      "function f() { $$$A }",
      "async function g() { $$$A }",
      "function f() {\n a }",
      "async function g() {\n a }",
    ],
  ])("`%s` → `%s` deletes and adds pieces where they belong", (pat, out, text, expected) => {
    expect(keep(pat, out)(text)).toBe(expected);
  });

  test("captures in another order, or used twice, are copied to the letter", () => {
    const arrow = "() => {\n      x\n\n  }";
    expect(keep("eq($A, $B)", "eq($B, $A)")(`eq(\n  ${arrow},\n  b\n)`)).toBe(
      `eq(\n  b,\n  ${arrow}\n)`,
    );
    expect(keep("f($A)", "g($A, $A)")(`  f(${arrow})`)).toBe(`  g(${arrow}, ${arrow})`);
  });

  test("the lines that `out` itself begins stand at the indentation of the match, tabs too", () => {
    const wrap = keep("run($A)", "try {\n  run($A);\n\n} finally {\n  end();\n}\n");
    expect(wrap("\t\trun(a\n  .b)")).toBe(
      "\t\ttry {\n\t\t  run(a\n  .b);\n\n\t\t} finally {\n\t\t  end();\n\t\t}",
    );
  });

  test.each([
    ["foo($$$A)", "bar($$$A, 5)", "foo()", "bar(5)"],
    ["foo($$$A)", "bar(5, $$$A)", "foo()", "bar(5)"],
    ["foo($$$A, $B)", "bar($$$A, $B)", "foo(a)", "bar(a)"],
    ["foo($$$A)", "bar($$$A, 5)", "foo(\n  a,\n  b\n)", "bar(\n  a,\n  b, 5\n)"],
    ["foo($$$A)", "bar($$$A, 5)", "foo(\n  a,\n  b,\n)", "bar(\n  a,\n  b, 5\n)"],
    ["foo($$$A)", "bar($$$A, 5)", "foo(\n a,\n b // last\n)", "bar(\n a,\n b, 5 // last\n)"],
    ["foo($$$A)", "bar($$$A, 5)", "foo(\n a,\n b, // last\n)", "bar(\n a,\n b, 5 // last\n)"],
    ["foo($$$A)", "bar($$$A)", "foo(\n a,\n b, // last\n)", "bar(\n a,\n b, // last\n)"],
  ])("`%s` → `%s` joins lists with their own commas and comments", (pat, out, text, expected) => {
    expect(keep(pat, out)(text)).toBe(expected);
  });

  test.each([
    ["wrap($A)", "$A", "x = wrap(\n  a,\n);", "x = a;"],
    ["wrap($A)", "$A", "x = wrap(a, );", "x = a;"],
    ["wrap($A)", "await $A", "x = wrap(a,);", "x = await a;"],
    ["wrap($A)", "$A.wrap()", "x = wrap(a,);", "x = a.wrap();"],
    ["wrap($A)", "$A[0]", "x = wrap(a,);", "x = a[0];"],
    ["wrap($A)", "($A)", "x = wrap(a,);", "x = (a);"],
    ["wrap($A)", "typeof ($A)", "x = wrap(a,);", "x = typeof (a);"],
    ["wrap($A)", "`${$A}`", "x = wrap(a,);", "x = `${a}`;"],
    ["wrap(true)", "wrap()", "x = wrap(true,);", "x = wrap();"],
    ["wrap($A)", "wrap()", "x = wrap(a,);", "x = wrap();"],
    ["wrap($A, $B)", "$A", "x = wrap(a, b,);", "x = a;"],
    ["wrap($A, $B)", "$B", "x = wrap(\n  a,\n  b,\n);", "x = b;"],
    ["wrap($A)", "[$A]", "x = wrap(\n  a,\n);", "x = [\n  a,\n];"],
    ["wrap($A)", "go($A)", "x = wrap(\n  a,\n);", "x = go(\n  a,\n);"],
    ["wrap($A)", "go($A, 1)", "x = wrap(\n  a,\n);", "x = go(\n  a, 1\n);"],
    ["wrap($A, $B)", "wrap($A)", "x = wrap(a, b,);", "x = wrap(a,);"],
    ["wrap(<A>$B)", "<A>$B", "x = wrap(<A>b,);", "x = <A>b;"],
  ])(
    "`%s` → `%s` keeps the comma after the last element only in a list",
    (pat, out, text, left) => {
      expect(keep(pat, out)(text)).toBe(left);
    },
  );

  test.each([
    ["python", "wrap($A)", "$A", "x = wrap(\n    a,\n)\n", "x = a\n"],
    ["python", "wrap($A)", "($A)", "x = wrap(a,)\n", "x = (a)\n"],
    ["python", "wrap($A)", "go($A)", "x = wrap(a,)\n", "x = go(a,)\n"],
    ["python", "($A, $$$B)", "($A, $$$B)  # b", "x = (a,)\n", "x = (a,)  # b\n"],
    ["rust", "wrap($A)", "$A", "fn f() { wrap(a,); }", "fn f() { a; }"],
    ["go", "wrap($A)", "$A", "package a\n\nvar x = wrap(\n\ta,\n)\n", "package a\n\nvar x = a\n"],
  ])("%s: `%s` → `%s` leaves no comma outside of a list", (language, pat, out, text, left) => {
    expect(edit(compiled({ pat, out, layout: "keep" }, language), text)).toBe(left);
  });

  test.each([
    ["f($A, $$$B)", "g($A, $$$B)", "f(\n  a,\n)", "g(\n  a,\n)"],
    ["f($A, $$$B)", "g($$$B, $A)", "f(a,)", "g(a)"],
    ["f($A, $$$B)", "g([$A, $$$B], 1)", "f(a,)", "g([a,], 1)"],
    ["f($A, $$$B)", "g(1, [$A, $$$B])", "f(a,)", "g(1, [a,])"],
    ["f($A, $$$B)", "$A.f(1, $$$B)", "f(a,)", "a.f(1)"],
    ["f($$$A, $B)", "g($$$A, $B)", "f(a)", "g(a)"],
    ["f($$$A, $B)", "g(1, [$$$A, $B])", "f(a)", "g(1, [a])"],
    ["f($$$A, $B)", "g([$$$A, $B], 1)", "f(a)", "g([a], 1)"],
    ["f($$$A, $B)", "$B.g($$$A)", "f(a)", "a.g()"],
  ])("`%s` → `%s` leaves the comma beside an empty list as it is", (pat, out, text, left) => {
    expect(keep(pat, out)(text)).toBe(left);
  });

  test("a comment that ends with such a word stays as it is, before a match and in it", () => {
    const text = "// may throw\n  f( // may return\n  a,\n  b, // async\n c);";
    expect(keep("$F($A, $B, $C)", "$F($A, $B, $C)")(text)).toBe(text);
    expect(keep("f($A, $B, $C)", "g($A, $B, $C)")(text)).toBe(text.replace("f(", "g("));
    expect(keep("f($A, $B, $C)", "f($B, $C)")(text)).toContain("// async\n c");
  });

  test("the lines that `out` begins end as those of the file", () => {
    const wrap = keep("run($A)", "{\n  run($A);\n}");
    expect(wrap("a();\r\nrun(b)\r\n")).toBe("a();\r\n{\r\n  run(b);\r\n}\r\n");
    expect(wrap("a();\nrun(b)")).toBe("a();\n{\n  run(b);\n}");
  });

  test("an op whose `out` is its pattern changes nothing", () => {
    const same = keep("f($A, $$$B) ", "f( $A,$$$B )");
    expect(keep("f($A, $$$B)", "f($A, $$$B)")("f( 1,2 , [\n] )")).toBe("f( 1,2 , [\n] )");
    expect(same("f(1, 2)")).toBe("f( 1,2 )"); // The author of the op asks for these spaces.
    expect(same("f(1,\n 2)")).toBe("f( 1,\n 2 )");
  });

  test("a rule with a pattern keeps the layout, and so do its rewriters and transforms", () => {
    const rule = keepRule(`
rule: { pattern: "all($$$A)", inside: { kind: expression_statement } }
rewriters: [{ id: log, rule: { pattern: "log($X)" }, fix: "warn($X)" }]
transform: { B: { rewrite: { source: $$$A, rewriters: [log] } } }
fix: every($B)`);
    expect(rule("  all(log( // why\n    a\n  ),\n  b);")).toBe(
      "  every(log( // why\n    a\n  ),\n  b);".replace("log", "warn"),
    );
  });

  test("a rule without a pattern is compared with the code that it matches", () => {
    const rule = keepRule(`
rule: { kind: call_expression, all: [{ has: { field: function, regex: "^old$" } }, { has: { field: arguments, has: { pattern: $A, nthChild: { position: 1, ofRule: { not: { kind: comment } } } } } }] }
fix: neu($A)`);
    expect(rule("old( /* a */\n  f(`\n`)\n)")).toBe("neu( /* a */\n  f(`\n`)\n)");
    expect(rule("old(a, b)")).toBe("neu(a)");
    expect(rule('old(a, "-b")')).toBe("neu(a)");
  });

  test("a pattern with open parts is compared with the match: what `out` does not say goes", () => {
    expect(keep("f($A, $$$)", "g($A)")("f(1, (2), 3)")).toBe("g(1)");
    expect(keep("f($_, $A)", "g($A)")("f(f, a)")).toBe("g(a)");
  });

  test.each([
    ["cb($A);", "return $A;", "cb(\n    a\n  );", "return a;"],
    ["wrap($A)", "$A", "return wrap(\n a\n)", "return a"],
    [
      "($A) => $B",
      "function ($A) { return $B; }",
      "(a) =>\n  a + 1",
      "function (a) { return a + 1; }",
    ],
    ["fail($A);", "throw $A;", "fail(\n new Error()\n);", "throw new Error();"],
    ["done(null, $A)", "return $A", "done(\n null,\n a\n)", "return a"],
  ])("`%s` → `%s` leaves no line end where it ends the statement", (pat, out, text, expected) => {
    expect(keep(pat, out)(text)).toBe(expected);
  });

  test.each([
    ["foo($A, $B)", "bar($B)", "foo(a /* one */, b)", "bar( /* one */ b)"],
    ["foo($A, $B)", "bar(x)", "foo(a /* one */, b)", "bar(x /* one */)"],
    ["foo($A, $B, $C)", "bar($C)", "foo(a, // 1\n b /* 2 */, c)", "bar( // 1\n  /* 2 */ c)"],
    ["foo($A)", "bar($A, 5)", "foo(\n a, // last\n)", "bar(\n a, 5 // last\n)"],
  ])("`%s` → `%s` keeps the comments between pieces that go", (pat, out, text, expected) => {
    expect(keep(pat, out)(text)).toBe(expected);
  });

  test.each([
    ["g($A, 'a  b')", "f(x, 'a b')", "g(x, 'a  b')"],
    ["g($A, 'a. b')", "f(x, 'a.b')", "g(x, 'a. b')"],
    ["g($A, 'a b')", "f(x,\n 'a b')", "g(x,\n 'a b')"],
    ["g($A, `${$B}  c`)", "f(x, `${y} c`)", "g(x, `${y}  c`)"],
  ])("without a pattern, `%s` changes white space in literals", (out, text, expected) => {
    const rule = keepRule(`
rule: { any: [{ pattern: "f($A, \`\${$B} c\`)" }, { pattern: "f($A, $_)" }] }
fix: ${JSON.stringify(out)}`);
    expect(rule(text)).toBe(expected);
  });

  test("by default, captures move as ast-grep moves them", () => {
    const op = compiled({ pat: "test($F)", out: "if (x) {\n  it($F)\n}" });
    expect(edit(op, "test(() => {\n})")).toBe("if (x) {\n  it(() => {\n  })\n}");
  });
});

test("L3 code in a page keeps its layout", () => {
  const script = compiled({ pat: "old($$$A)", out: "neu($$$A)", layout: "keep" }, "javascript");
  const page = "<p>a</p>\n <script>\n   old(\n a, // why\n\n  `\n`);\n </script>\n";
  const { plan } = planPasses(page, "html", [script], { passes: 1, editDespiteErrors: false });
  expect(plan.kind === "edited" && plan.text).toBe(page.replace("old", "neu"));
});
