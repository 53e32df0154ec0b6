import { beforeAll, describe, expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { ALL_FACTS } from "../../../src/model/action/asked-facts.ts";
import { loadAsked } from "../../../src/tools/ast-edit/search/load-meaning.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { compiled } from "../compile/compiled.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all
beforeAll(() => loadAsked(ALL_FACTS, []));

type Row = [before: string, pat: string, out: string, after: string, language?: Language];

function planned(code: string, [, pat, out, , language = "typescript"]: Row) {
  const op = compiled({ pat, out, parens: "auto" }, language);
  const { plan } = planPasses(code, language, [op], { passes: 1, editDespiteErrors: false });
  return plan;
}

describe("parens: auto (L4, G3)", () => {
  it.each<Row>([
    ["a = !f(x);", "f($A)", "$A === 1", "a = !(x === 1);"],
    ["a = !f(x) && !f(y);", "f($A)", "$A == 1", "a = !(x == 1) && !(y == 1);"],
    ["a = f(b + c);", "f($A)", "$A * 2", "a = (b + c) * 2;"],
    ["a = f(b + c, d);", "f($A, $B)", "$B - $A * $B", "a = d - (b + c) * d;"],
    ["a = 1 - f(b, c - d);", "f($A, $B)", "$A - $B", "a = 1 - (b - (c - d));"],
    ["const g = () => old(1);", "old($A)", "{ a: $A }", "const g = () => ({ a: 1 });"],
    ["old(1);", "old($A)", "{ a: $A }", "({ a: 1 });"],
    ["y = get(x).c;", "get($A)", "$A?.b", "y = (x?.b).c;"],
    ["y = f(x?.y);", "f($A)", "$A.z", "y = (x?.y).z;"],
    ["async () => load(x).y;", "load($A)", "await $A", "async () => (await x).y;"],
    ["x = a + f(y);", "f($A)", "$A as T", "x = a + (y as T);"],
    [
      "g(function (a) { return { b: 1 } });",
      "function ($P) { return $E }",
      "($P) => $E",
      "g((a) => ({ b: 1 }));",
    ],
    [
      "if (a && b) { c() }",
      "if ($C) { $$$B }",
      "while (!$C) { $$$B }",
      "while (!(a && b)) { c() }",
    ],
    ["const x = <T>hello</T>;", "<T>$$$A</T>", "$$$A", "const x = <>hello</>;", "tsx"],
    ["const x = <b><T>{y}</T></b>;", "<T>$$$A</T>", "f()", "const x = <b>{f()}</b>;", "tsx"],
    ["x = <b><I t={c} /></b>;", "<I t={$A} />", "f($A)", "x = <b>{f(c)}</b>;", "tsx"],
    ["x = <b><I /></b>;", "<I />", "{f()}", "x = <b>{f()}</b>;", "tsx"],
    ["x = <I />;", "<I />", "f()", "x = f();", "tsx"],
    ['const x = t("hi");', "t($A)", "<b>$A</b>", 'const x = <b>{"hi"}</b>;', "tsx"],
    ["x = t(y) + a;", "t($A)", "<b>$A</b> - $A", "x = <b>{y}</b> - y + a;", "tsx"],
    ["x = t(y + z);", "t($A)", "<b>$A</b> * $A", "x = <b>{y + z}</b> * (y + z);", "tsx"],
    ["x = f(a * b);", "f($A)", "-$A", "x = -(a * b);"],
    ["x = f(...a, b + c);", "f($A, $B)", "$B.m($A)", "x = (b + c).m(...a);"],
    ["x = a ** f(<b />);", "f($A)", "$A.c", "x = a ** (<b />).c;", "tsx"],
    ["class A { @f(a) m() {} }", "f($A)", "new $A", "class A { @(new a) m() {} }"],
    ["x = [f(not a)]\n", "f($A)", "*$A", "x = [*(not a)]\n", "python"],
    ["x = -f(a)\n", "f($A)", "$A + 1", "x = -(a + 1)\n", "python"],
    ["f(a and\nb)\n", "f($A)", "assert $A", "assert (a and\nb)\n", "python"],
    ["x = f(a if b else c)\n", "f($A)", "$A.d", "x = (a if b else c).d\n", "python"],
    ["fn f() { let x = !g(a); }\n", "g($A)", "$A == 1", "fn f() { let x = !(a == 1); }\n", "rust"],
    ["fn f() { g(a) < b; }\n", "g($A)", "$A as u8", "fn f() { (a as u8) < b; }\n", "rust"],
    ["fn f() { g(a.b)(); }\n", "g($A)", "$A", "fn f() { (a.b)(); }\n", "rust"],
    [
      "class A { int x = 2 * f(1); }\n",
      "f($A)",
      "$A + 1",
      "class A { int x = 2 * (1 + 1); }\n",
      "java",
    ],
    ["x = !f(a)\n", "f($A)", "$A == 1", "x = !(a == 1)\n", "ruby"],
  ])("writes the parentheses that keep the meaning of %j: %s → %s", (...row) => {
    const [before, , , after] = row;
    const plan = planned(before, row);
    expect(plan).toMatchObject({ kind: "edited", text: after, regrouped: [] });
    expect(planned(after, row)).toMatchObject({ kind: "no-match" });
  });

  it.each<Row>([
    ["a = f(x);", "f($A)", "$A === 1", "a = x === 1;"],
    ["a = f(b.c);", "f($A)", "$A * 2", "a = b.c * 2;"],
    ["const g = old(1);", "old($A)", "{ a: $A }", "const g = { a: 1 };"],
    ["a = g(f(x, 1));", "f($$$A)", "$$$A", "a = g(x, 1);"],
    ["if (a) f(-b)", "f($A)", "{ $A }", "if (a) { -b }"],
    ["a = f(...xs);", "f($A)", "$A + 1", "a = ...xs + 1;"],
    ["x = f(*a)\n", "f($A)", "$A + 1", "x = *a + 1\n", "python"],
    ["x = a, f(b)\n", "f($A)", "*lambda: $A", "x = a, *lambda: b\n", "python"],
    ["x = {f(a)}\n", "f($A)", "*$A if b else c", "x = {*a if b else c}\n", "python"],
    ["x = -(f(a * b))\n", "f($A)", "*$A", "x = -(*a * b)\n", "python"],
    ["x = f(a)\n", "f($A)", "$A + 1", "x = a + 1\n", "python"],
    ["x = f('b' if c else d)\n", "f($A)", "'a' $A", "x = 'a' 'b' if c else d\n", "python"],
  ])("writes none where none helps: %j: %s → %s", (...row) => {
    expect(planned(row[0], row)).toMatchObject({ kind: "edited", text: row[3] });
  });

  it("reads a call in an optional chain as such, also beside a call that is in none", () => {
    const ops = ["", "?"].map((sign) =>
      compiled({ pat: `$V${sign}.a($A)`, out: `$V${sign}.b($A)`, parens: "auto" }, "typescript"),
    );
    const text = "n!.a(1); v?.a(2).x;";
    const { plan } = planPasses(text, "typescript", ops, { passes: 1, editDespiteErrors: false });
    expect(plan).toMatchObject({ text: "n!.b(1); v?.b(2).x;", regrouped: [] });
  });

  it("writes the replacement of the op that won a place, not that of one that gave way to it", () => {
    const ops = ["$A + 1", "$A - 1"].map((out, index) =>
      compiled({ id: `ops[${index}]`, pat: "f($A)", out, parens: "auto" }, "typescript"),
    );
    const text = "x = f(y) * 2;";
    const { plan } = planPasses(text, "typescript", ops, { passes: 1, editDespiteErrors: false });
    expect(plan).toMatchObject({ text: "x = (y + 1) * 2;", regrouped: [], names: [] });
  });
});
