import { beforeAll, describe, expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { keptText as writeKept } from "../../../src/edit/match/kept-text.ts";
import { provideLayout } from "../../../src/edit/match/ready-layout.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { ALL_FACTS } from "../../../src/model/action/asked-facts.ts";
import { loadAsked } from "../../../src/tools/ast-edit/search/load-meaning.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { compiled } from "../compile/compiled.ts";

provideLayout(writeKept);

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

type Op = Parameters<typeof compiled>[0];

beforeAll(() => loadAsked(ALL_FACTS, []));

/** Returns the texts of the replacements that are read in another way; undefined if that cannot be told. */
function regroupedIn(
  code: string,
  op: Op,
  language: Language = "typescript",
): readonly string[] | undefined {
  const options = { passes: 1, editDespiteErrors: false };
  const { plan } = planPasses(code, language, [compiled(op, language)], options);
  if (plan.kind !== "edited") throw new Error(plan.kind);
  return plan.regrouped?.map(({ text }) => text);
}

type Row = [code: string, op: Op, language?: Language];

describe("a replacement is read in another way than it is written (L4, G1)", () => {
  it.each<Row>([
    ["old(a + b, c);\n", { pat: "old($A, $B)", out: "$A * $B" }],
    ["old(c, a - b);\n", { pat: "old($A, $B)", out: "$A - $B" }],
    ["not(a ? b : c);\n", { pat: "not($A)", out: "!$A" }],
    ["call((x) => x);\n", { pat: "call($F)", out: "$F()" }],
    ["f((a, b));\n", { pat: "f(($A))", out: "f($A)" }],
    ["f(a && b);\n", { pat: "f($A)", out: "x && $A" }],
    ["mul(a + b, 2)\n", { pat: "mul($A, $B)", out: "$A * $B" }, "python"],
    ["b:\n  c: 1\n  d: 2\n", { pat: "b: $X", out: "q:\n  b: $X", layout: "keep" }, "yaml"],
  ])("if a capture is taken apart: %j %j", (code: string, op: Op, language?: Language) => {
    expect(regroupedIn(code, op, language)).toHaveLength(1);
  });

  it("is told as `(nothing)` if it is empty", () => {
    const op: Op = { pat: "chk($A);", out: "" };
    expect(regroupedIn('chk(1);\n"use x";\n', op)).toEqual(["`(nothing)`"]);
  });

  it.each<[op: Op, held: readonly string[], kept: readonly string[]]>([
    [
      { pat: "chk($A);", out: "" },
      ['chk(1);\n"use strict";\ng();', '() => { chk(1); // a\n\n"use x"; }', "chk(1);'a'\ng()"],
      ['"use strict";\nchk(1);\ng();', 'chk(1);\n("use strict");', 'g();\nchk(1);\n"a";\ng();'],
    ],
    [{ pat: "chk($A)", out: "" }, [], ['chk(1);;\n"a";\ng();', "() => { /* ; */ chk(1); ; 'a' }"]],
    [{ pat: "chk($A)", out: "" }, ["() => { /* ; */ chk(1)\n 'a'\n}"], []],
    [
      { pat: '"use strict";', out: "setUp();" },
      ['"use strict";\n"use client";\ng();'],
      ['"use strict";\ng();', '"use client";\n"use strict";'],
    ],
    [{ pat: '"use x";', out: 'setUp();\n"use x";' }, ['"use x";\ng();'], ['g();\n"use x";']],
    [{ pat: '"use x";', out: '"use x";\nsetUp();' }, ['"use x";\n"a";'], ['"use x";\ng();']],
    [{ pat: "'use strict'", out: '"use strict"' }, [], ["'use strict';\ng();"]],
    [{ pat: "'use strict'", out: "setUp()" }, ["'use strict';\n'a';"], ["'use strict';\ng();"]],
    [
      { pat: "if (a) { $$$B }", out: "(function () { $$$B })();" },
      ['if (a) { "use x"; g(); }'],
      ['if (a) { g("use x"); "b"; }'],
    ],
    [
      { pat: "(function () { $$$B })();", out: "if (a) { $$$B }" },
      ['(function () { "use strict"; g(); })();'],
      ["(function () { g(); })();", '(function () { h(() => { "use strict"; g(); }) })();'],
    ],
    [
      { pat: "old($A)", out: "$A" },
      ['() => { old("use x"); };', 'old("use x");\ng();'],
      ['() => { g(); old("a"); };', 'g({ b: old("a") });', '() => old("a");'],
    ],
    [{ pat: "old();", out: '"use strict";' }, [], ["old();\ng();", "() => { old(); g(); };"]],
    [{ pat: "old()", out: '"a"' }, ["() => { old(); g(); };"], ["() => { g(old()); };"]],
    [{ pat: "old($$$B)", out: '(() => { "use x"; $$$B })()' }, [], ["g(old(a));"]],
  ])("if it makes a directive of a string, or ends one: %j", (op, held, kept) => {
    for (const code of held) expect(regroupedIn(`${code}\n`, op), code).toHaveLength(1);
    for (const code of kept) expect(regroupedIn(`${code}\n`, op), code).toEqual([]);
  });

  it.each<[op: Op, held: readonly string[], kept: readonly string[]]>([
    [
      { pat: "opt($A)", out: "$A" },
      [
        "opt(q.a)(1);",
        "x = opt(q[0])`b`;",
        "opt((q.a))?.(1);",
        "delete opt(q.a);",
        "opt(eval)(a);",
      ],
      [
        "opt(q)(1);",
        "new (opt(q.a))(1);",
        "opt(q.a).b(1);",
        "f(opt(q.a), opt(eval));",
        "opt(q.a());",
      ],
    ],
    [{ pat: "opt($A)", out: "$A!" }, ["opt(q.a)(1);"], ["opt(q)(1);", "x = opt(q.a);"]],
    [{ pat: "$A!", out: "$A" }, [], ["q.a!(1);", "q.a!`b`;"]],
    [{ pat: "$A.b", out: "$A" }, [], ["q.a.b(1);"]],
    [{ pat: "opt($A)", out: "$A.run" }, [], ["opt(q.a)(1);"]],
    [{ pat: "opt", out: "lib.opt" }, [], ["opt(q.a)(1);"]],
    [{ pat: "opt($A)", out: "(0, $A)" }, [], ["opt(q.a)(1);"]],
  ])("if a value is called, or deleted, as the member that it is: %j", (op, held, kept) => {
    for (const code of held) expect(regroupedIn(`${code}\n`, op), code).toHaveLength(1);
    for (const code of kept) expect(regroupedIn(`${code}\n`, op), code).toEqual([]);
  });

  it.each<Row>([
    ["if (!isFn(cb)) a();\n", { pat: "isFn($A)", out: 'typeof $A === "function"' }],
    ["x = !owns(o, k);\n", { pat: "owns($A, $B)", out: "$B in $A" }],
    ["const g = () => old(1);\n", { pat: "old($A)", out: "{ a: $A }" }],
    ["old(1);\n", { pat: "old($A)", out: "{ a: $A }" }],
    ["const f = (a) => assign({}, a);\n", { pat: "assign({}, $A)", out: "{ ...$A }" }],
    ["const h = () => map({ a: 1 }, f);\n", { pat: "map($X, $F)", out: "$X.map($F)" }],
    ["y = get(x).c;\n", { pat: "get($A)", out: "$A?.b" }],
    ["y = f(x?.y);\n", { pat: "f($A)", out: "$A.z" }],
    ["y = g(f(x));\n", { pat: "f($A)", out: "$A, 1" }],
    ["y = wrap(x, y);\n", { pat: "wrap($$$A)", out: "$$$A" }],
    ["y = f(...xs);\n", { pat: "f($A)", out: "$A" }],
    ["async () => load(x).y;\n", { pat: "load($A)", out: "await $A" }],
    ["x = a + f(y);\n", { pat: "f($A)", out: "$A as T" }],
    ["x = await f(y);\n", { pat: "f($A)", out: "$A as T" }],
    ["f(x);\n", { pat: "f($A)", out: "function $A() {}" }],
    ["f(x);\n", { pat: "f($A)", out: '"use strict"' }],
    ["if (a) f(b); else g();\n", { pat: "f($A);", out: "if ($A) h();" }],
    ["x = f()\n", { pat: "f($$$A)", out: "(True, $$$A)", layout: "keep" }, "python"],
    ["x = f()\n", { pat: "f($$$A)", out: "x[True, $$$A]", layout: "keep" }, "python"],
    ["if (a) f(b); else g();\n", { pat: "f($A)", out: "if ($A) h()" }],
    ["class A { void t() { f(a ? b : c); } }\n", { pat: "f($A)", out: "if (!$A) throw b" }, "java"],
    ["const p = [a, b,];\n", { pat: "[$$$A]", out: "[$$$A, x]" }],
    ["const x = <T>hello</T>;\n", { pat: "<T>$$$A</T>", out: "$$$A" }, "tsx"],
    ["const x = <b><T>{y}</T></b>;\n", { pat: "<T>$$$A</T>", out: "f()" }, "tsx"],
    ["x = -f(a)\n", { pat: "f($A)", out: "$A in o" }, "python"],
    ["x = f(y) < z\n", { pat: "f($A)", out: "$A < 1" }, "python"],
    ["x = f(*a)\n", { pat: "f($A)", out: "$A.b" }, "python"],
    ["x[f(*a):b]\n", { pat: "f($A)", out: "$A[1:]" }, "python"],
    ["x = f(*a)\n", { pat: "f($A)", out: "o[$A]" }, "python"],
    ["x = f'{g(a)}'\n", { pat: "g($A)", out: "'s'" }, "python"],
    ["x = -f(a)\n", { pat: "f($A)", out: "lambda: $A" }, "python"],
    ["y = f(a?.b!);\n", { pat: "f($A)", out: "$A.c()" }],
    ["class A { @f(a) m() {} }\n", { pat: "f($A)", out: "g($A).b" }],
    ["y = f(<T>a);\n", { pat: "f($A)", out: "$A = 1" }],
    ["x = f(*a is b)\n", { pat: "f($A)", out: "[$A]" }, "python"],
    ["x = a + f(b)\n", { pat: "f($A)", out: "# c\n$A" }, "python"],
    ["f(a)\n", { pat: "f($A)", out: "b := $A" }, "python"],
    ["x = a[b:f()]\n", { pat: "f($$$A)", out: "$$$A" }, "python"],
    ["assert f(a, b)\n", { pat: "f($$$A)", out: "$$$A" }, "python"],
    ["() => { f('s') }\n", { pat: "f($A)", out: "// c\n$A" }],
    ["function g() { return f() }\n", { pat: "f($$$A)", out: "$$$A" }],
    ["class A { @f(a) m() {} }\n", { pat: "f($A)", out: "new $A" }],
    ["fn f() { if let B(c) = g(a) {} }\n", { pat: "g($A)", out: "$A || d" }, "rust"],
    ["fn f() { let x = !g(a); }\n", { pat: "g($A)", out: "$A == 1" }, "rust"],
    ["class A { int x = 2 * f(1); }\n", { pat: "f($A)", out: "$A + 1" }, "java"],
    ["x = !f(a)\n", { pat: "f($A)", out: "$A == 1" }, "ruby"],
    ["f(\n    a and\n    b\n)\n", { pat: "f($A)", out: "assert $A" }, "python"],
    ["def g():\n    f(a and\n      b)\n", { pat: "f($A)", out: "return not $A" }, "python"],
    ["f(a\n .b)\n", { pat: "f($A)", out: "c; $A; d" }, "python"],
    ["f(a\n .b)\n", { pat: "f($A)", out: "with $A: c" }, "python"],
    ["f(a\n .b)\n", { pat: "f($A)", out: "if c:\n  d\nelif $A:\n  e" }, "python"],
  ])("if its place takes it apart: %j %j", (code: string, op: Op, language?: Language) => {
    expect(regroupedIn(code, op, language)).toHaveLength(1);
  });

  it("in code of a page", () => {
    const page = "<p>é</p>\n<script>\n  old(a + b, c);\n</script>\n";
    const options = { passes: 1, editDespiteErrors: false };
    const ops = [compiled({ pat: "old($A, $B)", out: "$A * $B" }, "javascript")];
    const { plan } = planPasses(page, "html", ops, options);
    expect(plan).toMatchObject({ regrouped: [{ at: page.indexOf("old") }] });
  });

  it.each<[code: string, op: Op, language: Language, regrouped: readonly string[]]>([
    ["f(a).b(f(c));\n", { pat: "f($A)", out: "typeof $A" }, "typescript", ["typeof a"]],
    [
      "f(a).b(f(c).d);\n",
      { pat: "f($A)", out: "typeof $A" },
      "typescript",
      ["typeof a", "typeof c"],
    ],
    ["class A { B x = f(a).b(f(c)); }\n", { pat: "f($A)", out: "(B) $A" }, "java", ["(B) a"]],
    ["class A { B x = g(f(a), f(c)); }\n", { pat: "f($A)", out: "(B) $A" }, "java", []],
    [
      "{ a | g b; } | d | g x | e\n",
      { pat: "g $A", out: "h $A || c" },
      "bash",
      ["h b || c", "h x || c"],
    ],
    ["{ g b; } | d | g x | e\n", { pat: "g $A", out: "h $A || c" }, "bash", ["h x || c"]],
  ])("and nothing beside it: %j", (code, op, language, regrouped) => {
    expect(regroupedIn(code, op, language)).toEqual(regrouped.map((text) => `\`${text}\``));
  });

  it("and of several only those", () => {
    const code = "x = !f(a);\ny = f(b);\nz = !f(c);\n";
    const options = { passes: 1, editDespiteErrors: false };
    const ops = [compiled({ pat: "f($A)", out: "$A == 1" }, "typescript")];
    const { plan } = planPasses(code, "typescript", ops, options);
    if (plan.kind !== "edited") throw new Error(plan.kind);
    const places = plan.regrouped?.map(({ at }) => code.slice(at, at + 4));
    expect(places).toEqual(["f(a)", "f(c)"]);
  });
});

describe("a replacement is read as it is written", () => {
  it.each<Row>([
    ["old(a + b, c);\n", { pat: "old($A, $B)", out: "neu($B, $A)" }],
    ["old(a * b, c);\n", { pat: "old($A, $B)", out: "$A + $B" }],
    ["f(a,\n  b,\n);\n", { pat: "f($$$A)", out: "g([$$$A])" }],
    ["f(a.b, 'x y');\n", { pat: "f($A, $B)", out: "$A[$B]" }],
    ["f(`a ${b} c`);\n", { pat: "f($A)", out: "g('f($A)', $A)" }],
    ["if (a) {\n  b();\n  c();\n}\n", { pat: "if ($A) { $$$B }", out: "$$$B" }],
    ["if (a) b(1);\n", { pat: "if ($A) $B", out: "if (!($A)) {\n  $B\n}" }],
    ["if (c) f(x);\n", { pat: "f($A)", out: "{ g($A); h($A) }" }],
    [
      "async function f(a) { b() }\n",
      { pat: "function f($$$A) { $$$B }", out: "function g($$$A) { $$$B }", layout: "keep" },
    ],
    [
      "async def f(a):\n    b()\n",
      { pat: "def f($$$A):\n    $$$B", out: "def g($$$A):\n    $$$B", layout: "keep" },
      "python",
    ],
    ["f()\n", { pat: "f($$$A)", out: "g(True, $$$A)", layout: "keep" }, "python"],
    ["if (c) f(x); else g();\n", { pat: "f($A)", out: "return $A" }],
    ["f(x);\n", { pat: "f($A)", out: "const a = $A" }],
    ["f(x);\ng();\n", { pat: "f($A)", out: "if (!$A) throw new Error('x')" }],
    ["class A { void t() { f(a); b(); } }\n", { pat: "f($A)", out: "if (!$A) throw b" }, "java"],
    ["fn f() { g(a); b(); }\n", { pat: "g($A)", out: "let c = $A" }, "rust"],
    ["if (isFn(cb)) a();\n", { pat: "isFn($A)", out: 'typeof $A === "function"' }],
    ["const g = old(1);\n", { pat: "old($A)", out: "{ a: $A }" }],
    ["y = get(x);\n", { pat: "get($A)", out: "$A?.b" }],
    ["y = f(x)?.c;\n", { pat: "f($A)", out: "$A?.b" }],
    ["y = h(f(...xs));\n", { pat: "f($A)", out: "$A" }],
    ["f(x);\n", { pat: "f($A);", out: "function $A() {}" }],
    ["const x = <b><T>{y} z</T></b>;\n", { pat: "<T>$$$A</T>", out: "$$$A" }, "tsx"],
    [
      "const x = <T a={1}>{y} z</T>;\n",
      { pat: "<T $$$P>$$$A</T>", out: "<U $$$P>$$$A</U>" },
      "tsx",
    ],
    ["if x:\n    a(1)\n    b(2)\nc\n", { pat: "if $X:\n    $$$B", out: "$$$B" }, "python"],
    ["x = not f(a)\n", { pat: "f($A)", out: "g(a, $A)" }, "python"],
    ["x = f'{g(a)}'\n", { pat: "g($A)", out: '"s"' }, "python"],
    ["x = [\n    f(a),\n]\n", { pat: "f($A)", out: "(a +\n $A)" }, "python"],
    ["x = f(a)\n", { pat: "f($A)", out: "$A or b or c" }, "python"],
    ["x = f(a)\n", { pat: "f($A)", out: "lambda *b: $A" }, "python"],
    ["g(f(a, b))\n", { pat: "f($$$A)", out: "$$$A" }, "python"],
    ["f(\n    [a,\n    b]\n)\n", { pat: "f($A)", out: "assert $A" }, "python"],
    [
      "f([a,\n b], c)\n",
      {
        pat: "f($A, $B)",
        out: "@h(\n  $B)\nclass A:\n  for c in $A: # d\n    f(c); g()\n  else: e",
      },
      "python",
    ],
    ["class A { @f(a) m() {} }\n", { pat: "f($A)", out: "g.h($A)" }],
    ["fn f() { g(a + b); }\n", { pat: "g($A)", out: "g!($A)" }, "rust"],
    ["fn f() { g(a); }\n", { pat: "g($A)", out: "$A.b().c::<T>()" }, "rust"],
    ["fn f() { a.b(); }\n", { pat: "a.b", out: "c.b" }, "rust"],
    ["fn f() { g(|x| x + 1); }\n", { pat: "g($A)", out: "b + $A" }, "rust"],
    ["class A {\n  @Old\n  void f() {}\n}\n", { pat: "@Old", out: "@New" }, "java"],
    ["b:\n  c: 1\n  d: 2\n", { pat: "c: $X", out: "q: $X" }, "yaml"],
  ])("%j %j", (code: string, op: Op, language?: Language) => {
    expect(regroupedIn(code, op, language)).toEqual([]);
  });

  it("or nobody knows: its language refuses what the engine takes", () => {
    expect(regroupedIn("f(a)++;\n", { pat: "f($A)", out: "!$A" })).toBeUndefined();
  });
});

describe("a name with dots that `names` writes in Java", () => {
  const names = {
    old: { from: ["a.Old"], export: "old" },
    fresh: { from: ["b.New"], export: "fresh" },
  };
  const code = (value: string) =>
    `package p;\n\nimport a.Old;\nimport b.New;\n\nclass A { Old o; New n; int x = ${value}; }\n`;

  it.each([
    ["Old.old(New.y)", "fresh($$$A)"],
    ["-Old.old(1, a.b()).c", "fresh($$$A)"],
    ["Old.old(1)", "fresh($$$A).b"],
    ["Old.old(1)", "f(fresh, $$$A)"],
  ])("is read as it is written: %s to %s", (value, out) => {
    expect(regroupedIn(code(value), { pat: "old($$$A)", out, names }, "java")).toEqual([]);
  });

  it.each([
    ["Old.old(1).c", "fresh($$$A) + 1"],
    ["(int) Old.old(1)", "fresh($$$A) + 1"],
  ])("is told in another reading: %s to %s", (value, out) => {
    expect(regroupedIn(code(value), { pat: "old($$$A)", out, names }, "java")).toHaveLength(1);
  });
});
