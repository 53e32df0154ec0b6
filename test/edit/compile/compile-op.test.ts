import { describe, expect, test } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import type { PatternOp } from "../../../src/model/edit.ts";
import type { OpProblem } from "../../../src/model/search/op-problem.ts";
import { planFile } from "../../support/plan-file.ts";
import { compiled } from "./compiled.ts";

function problemsOf(
  op: Omit<PatternOp, "kind" | "id">,
  language: Language = "typescript",
): readonly OpProblem[] {
  const outcome = compileOp({ kind: "pattern", id: "ops[0]", ...op }, language);
  return outcome.kind === "invalid" ? outcome.problems : [];
}

describe("A24 a pattern with a syntax error is a problem, never 0 matches", () => {
  test.each<[string, Language]>([
    ["foo(", "typescript"],
    ["foo(1", "javascript"],
    ["(", "typescript"],
    ["}", "tsx"],
    ["const x =", "typescript"],
    ["if ($A) {", "typescript"],
    ["class {", "javascript"],
    ["foo($A))", "typescript"],
    ['"a": $A', "typescript"],
    ["function ($A {}", "typescript"],
    ["export { $$$A } from $B", "typescript"],
    ["<div>$$$A", "tsx"],
    ["color: $A", "css"],
    [".a { color: $A", "css"],
    ["<div", "html"],
  ])("%s (%s)", (pat, language) => {
    expect(problemsOf({ pat, out: "" }, language)).toMatchObject([
      { code: "pattern-syntax", field: ["pat"] },
    ]);
  });

  test("the message names the pattern and the place in one line, and the hint says what to do", () => {
    expect(problemsOf({ pat: "if (x) {\n  y(", out: "" })).toEqual([
      {
        code: "pattern-syntax",
        field: ["pat"],
        message: "`if (x) {…` is not valid typescript",
        hint: "Complete the code, or write the code around it and name the part with `selector`",
      },
    ]);
    expect(problemsOf({ pat: "if (x) {", out: "" })[0]?.message).toBe(
      "`if (x) {` is not valid typescript: missing `}`",
    );
  });
});

describe("a pattern that ast-grep takes and that can match is taken (A24)", () => {
  test.each<{ pat: string; text: string; language?: Language; selector?: string }>([
    { pat: "$A", text: "x" },
    { pat: "switch ($A) { $$$ }", text: "switch (a) { case 1: b() }" },
    { pat: "import { $$$A } from $B", text: 'import { a, b } from "c";' },
    { pat: "import $A from '$B'", text: "import a from 'b'" },
    { pat: "@A($B)", text: "@A(1) class B {}" },
    { pat: "$A: $B", text: "a: for (;;) {}" },
    { pat: "interface $A { $$$B }", text: "interface A { b: string }" },
    { pat: "enum $A { $$$B }", text: "enum A { B, C }" },
    { pat: "type $A = { $$$B }", text: "type A = {}" },
    { pat: "class $A { $$$B }", text: "class A { b = 1 }" },
    { pat: "function $A($$$B): $C { $$$D }", text: "function a(b: c): d { e }" },
    { pat: "async ($$$A) => $B", text: "x = async (a) => b" },
    { pat: "`$$$A`", text: "x = `a${b}c`" },
    { pat: "// todo", text: "// todo" },
    { pat: "$A = $B;", text: "a = b;" },
    { pat: "for (const $A of $B) $C", text: "for (const a of b) c" },
    { pat: "{ get $A() { $$$B } }", selector: "statement_block", text: "{ get a() { b } }" },
    {
      pat: "class A { $M($$$P) { $$$B } }",
      selector: "method_definition",
      text: "class B { m() { n } }",
    },
    { pat: "let a = { $K: $V }", selector: "pair", text: "x = { k: 1 }" },
    // Only the selected part counts, as in ast-grep.
    {
      pat: "class A { $M() { $$$B }",
      selector: "method_definition",
      text: "class B { m() { n } }",
    },
    { pat: "<$T $$$P>$$$C</$T>", language: "tsx", text: 'x = <a b="c">d</a>' },
    { pat: "<$T $$$P />", language: "tsx", text: "x = <a b />" },
    { pat: "color: $A;", language: "css", text: ".a { color: red; }" },
    { pat: "$P: red;", language: "css", text: ".a { color: red; }" },
    { pat: ".a", language: "css", text: ".a { color: red; }" },
    { pat: "a:$A", language: "css", text: "a:hover { color: red; }" },
    { pat: "$A { $$$B }", language: "css", text: ".a { color: red; }" },
    { pat: "@media $A { $$$B }", language: "css", text: "@media screen { .a { color: red } }" },
    { pat: "<$T>$$$A</$T>", language: "html", text: "<p>a</p>" },
    { pat: "<input>", language: "html", text: "<input>" },
    { pat: '<a href="$A">$$$B</a>', language: "html", text: '<a href="b">c</a>' },
  ])("$pat", ({ text, language = "typescript", ...op }) => {
    const ops = [compiled({ ...op, out: "" }, language)];
    expect(planFile(text, language, ops, { editDespiteErrors: false }).kind).toBe("edited");
  });
});

describe("other mistakes in an op have their own codes (A4)", () => {
  test.each<[string, Omit<PatternOp, "kind" | "id">, Pick<OpProblem, "code" | "field">]>([
    ["an empty pattern", { pat: "", out: "" }, { code: "pattern-empty", field: ["pat"] }],
    ["a blank pattern", { pat: " \n", out: "" }, { code: "pattern-empty", field: ["pat"] }],
    [
      "several statements",
      { pat: "a; b", out: "" },
      { code: "pattern-multiple-nodes", field: ["pat"] },
    ],
    ["only an ellipsis", { pat: "$$$A", out: "" }, { code: "pattern-invalid", field: ["pat"] }],
    [
      "an unknown selector",
      { pat: "a", selector: "nope", out: "" },
      { code: "unknown-kind", field: ["selector"] },
    ],
    [
      "a selector that is not in the pattern",
      { pat: "a", selector: "class_body", out: "" },
      { code: "pattern-invalid", field: ["selector"] },
    ],
  ])("%s", (_title, op, problem) => {
    const problems = problemsOf(op);
    expect(problems).toMatchObject([problem]);
    expect(problems[0]?.message).not.toContain("\n");
    expect(problems[0]?.hint).toBeTruthy();
  });
});

describe("a metavariable of out that the pattern does not bind is a problem", () => {
  test.each([
    { pat: "f($A)", out: "g($B)", names: ["$B"], hint: "The pattern binds `$A`" },
    { pat: "f($A)", out: "g($$$A)", names: ["$$$A"], hint: "The pattern binds one node: `$A`" },
    { pat: "f($$$A)", out: "g($A)", names: ["$A"], hint: "The pattern binds many: `$$$A`" },
    { pat: "f($_A)", out: "g($_A)", names: ["$_A"], hint: "A name that begins with `_`" },
    { pat: "f($$$)", out: "g($$$_X)", names: ["$$$_X"], hint: "A name that begins with `_`" },
    { pat: "f()", out: '"costs $5"', names: ["$5"], hint: "`$$$$5`" },
    { pat: "f()", out: "$B $C $B", names: ["$B", "$C"], hint: "The pattern binds nothing" },
    { pat: "f($A)", out: "$$A $Abc ${x} $$$ $", names: [] },
  ])("$pat → $out", ({ pat, out, names, hint }) => {
    const problems = problemsOf({ pat, out });
    expect(problems.map(({ code, field }) => [code, field])).toEqual(
      names.map(() => ["unbound-metavariable", ["out"]]),
    );
    names.forEach((name, index) => {
      expect(problems[index]?.message).toBe(
        `\`${name}\` is used in out, but the pattern does not bind it`,
      );
      expect(problems[index]?.hint).toContain(hint);
    });
  });

  test("names are found also in CSS and HTML, which have another character for the dollar", () => {
    expect(problemsOf({ pat: "color: $A;", out: "$A $B" }, "css")).toHaveLength(1);
    expect(problemsOf({ pat: "<b>$$$A</b>", out: "$$$A" }, "html")).toEqual([]);
  });
});

test("a compiled op is plain data, so that it can go to a worker", () => {
  const op = compiled({ pat: "f($A, $$$B)", out: "g($$$B)" });
  expect(structuredClone(op)).toEqual(op);
  expect(JSON.parse(JSON.stringify(op))).toEqual(op);
});
