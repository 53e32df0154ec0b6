import { describe, expect, it } from "vitest";
import { explainText } from "../../src/explain/explain-text.ts";
import type { EditOp } from "../../src/model/edit.ts";
import type { ExplainedOp } from "../../src/model/search/match-explanation.ts";

/** An op without its kind and id. */
type Op = Record<string, unknown> & ({ readonly pat: string } | { readonly rule: object });

interface Asked {
  readonly language?: string;
  readonly line?: number;
  readonly forOp?: number;
}

function explain(
  code: string,
  ops: readonly Op[],
  { language = "typescript", line, forOp = 5000 }: Asked = {},
) {
  const lines = code.split("\n");
  const start = lines.slice(0, (line ?? 1) - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const end = start + (lines[(line ?? 1) - 1]?.length ?? 0);
  const now = Date.now; // Only the time that it may take depends on it.
  return explainText(
    ops.map((op, index): EditOp => {
      const kind = "pat" in op ? "pattern" : "rule";
      return { kind, id: `ops[${index}]`, out: "", ...op } as EditOp; // A table writes them by hand.
    }),
    {
      text: code,
      language,
      isChosen: () => true,
      named: new Set([language]),
      isForFile: () => true,
      asked: line === undefined ? undefined : { start, end },
      clock: { now, forOp, until: now() + 60_000 },
    },
  );
}

function only(code: string, op: Op, asked: Asked = {}): ExplainedOp {
  const [first] = explain(code, [op], asked);
  if (first === undefined) throw new Error("The op is not explained.");
  return first;
}

/** The marked pieces of the nearest code and of the pattern. */
function marks({ nearest }: ExplainedOp) {
  const piece = (
    excerpt: typeof nearest extends infer N
      ? N extends { found: infer F }
        ? F | undefined
        : never
      : never,
  ) => excerpt?.text.slice(excerpt.mark.start, excerpt.mark.start + excerpt.mark.length);
  return [piece(nearest?.found), piece(nearest?.wanted)];
}

describe("the first difference between a pattern and the nearest code", () => {
  it.each([
    [
      "x();\nf(a, b, 'm');",
      "f($A, $B)",
      "count-differs",
      "the pattern has a call with 2 arguments, the code has 3",
      "'m'",
      "($A, $B)",
    ],
    [
      "f(1, 2)",
      "f($A)",
      "count-differs",
      "the pattern has a call with 1 argument, the code has 2",
      "2",
      "($A)",
    ],
    [
      "f()",
      "f($A)",
      "count-differs",
      "the pattern has a call with 1 argument, the code has none",
      ")",
      "($A)",
    ],
    [
      "f(1)",
      "f()",
      "count-differs",
      "the pattern has a call with no arguments, the code has 1",
      "1",
      "()",
    ],
    [
      "x = [1, 2]",
      "[$A]",
      "count-differs",
      "the pattern has 1 element in its `array`, the code has 2",
      "2",
      "[$A]",
    ],
    [
      "f(1, 2)",
      "f($A, $A)",
      "variable-differs",
      "`$A` stands for `1` before and for `2` here",
      "2",
      "$A",
    ],
    [
      "f('x')",
      'f("x")',
      "text-differs",
      "the pattern has `\"x\"`, the code has `'x'`",
      "'x'",
      '"x"',
    ],
    [
      "log.warning(x); c.d(x)",
      "log.warn($M)",
      "text-differs",
      "the pattern has `warn`, the code has `warning`",
      "warning",
      "warn",
    ],
    ["f(a)", "f($$$$A)", "text-differs", "the pattern has `$$$$A`, the code has `a`", "a", "$$$$A"],
    [
      "bar(1)",
      "foo($A)",
      "text-differs",
      "the pattern has `foo`, the code has `bar`",
      "bar",
      "foo",
    ],
    [
      "new Foo(1)",
      "Foo($A)",
      "kind-differs",
      "the pattern has a `call_expression` (`Foo($A)`), the code has a `new_expression` (`new Foo(1)`)",
      "new Foo(1)",
      "Foo($A)",
    ],
    [
      "x = f(1)",
      "f($A);",
      "kind-differs",
      "the pattern has a `call_expression` (`f($A)`), the code has an `assignment_expression` (`x = f(1)`)",
      "x = f(1)",
      "f($A)",
    ],
    [
      "f(1)",
      "f('x')",
      "kind-differs",
      "the pattern has a `string` (`'x'`), the code has a `number` (`1`)",
      "1",
      "'x'",
    ],
    [
      "function f(a): string { return a }",
      "function $F($$$A) { $$$B }",
      "code-has-more",
      "the code has a `type_annotation` (`: string`) here, the pattern has nothing",
      ": string",
      "function $F($$$A) { $$$B }",
    ],
    [
      "function f(a) { return a }",
      "function $F($A) { return b }",
      "text-differs",
      "the pattern has `b`, the code has `a`",
      "a",
      "b",
    ],
    ["a + b", "$A - $B", "token-differs", "the pattern has `-` here, the code has `+`", "+", "-"],
  ])("%j and %j: %s", (code, pat, kind, message, inCode, inPattern) => {
    const op = only(code, { pat });
    expect(op.nearest).toMatchObject({ code: kind, message });
    expect(marks(op)).toEqual([inCode, inPattern]);
  });

  it("names the line, also of the one that was asked about", () => {
    const code = "f(1)\ng(2)\nf(3, 4)\n";
    expect(only(code, { pat: "f($A)" })).toMatchObject({ state: "matches", notes: [] });
    expect(only(code, { pat: "f($A)" }, { line: 3 }).nearest?.found).toMatchObject({
      line: 3,
      column: 6,
    });
    expect(only(code, { pat: "f($A)" }, { line: 2 }).nearest).toMatchObject({
      message: "the pattern has `f`, the code has `g`",
    });
    expect(only(code, { pat: "f($A)" }, { line: 1 })).toMatchObject({
      state: "matches",
      notes: [],
    });
  });

  it("says that there is no node of the kind, in the code or at the line", () => {
    expect(only("a;", { pat: "f($A)" }).notes).toMatchObject([
      { code: "no-such-kind", message: "there is no `call_expression` in the code" },
    ]);
    const [note] = only("let a;\nf(1)", { pat: "g($A)" }, { line: 1 }).notes;
    expect(note?.message).toMatch(
      /^there is no `call_expression` at this line; there are .*lexical_declaration/,
    );
  });
});

const loadWith = (word: string) => ({ pattern: `${word} m = require("m")` });

describe("the traps of a pattern", () => {
  it.each([
    ["f(1)", { pat: "f($a)" }, "no-variable", "Write `$A`"],
    ["f(1)", { pat: "f($name)" }, "no-variable", "Write `$NAME`"],
    ["f(1)", { pat: "f($Arg)" }, "no-variable", "Write `$ARG`"],
    ["f(1, 2)", { pat: "f($$$args)" }, "no-variable", "Write `$$$ARGS`"],
    ["f(1, 2)", { pat: "f($$)" }, "no-variable", undefined],
    [
      "f('pre-a')",
      { pat: "f('pre-$A')" },
      "partial-variable",
      "Use a metavariable for the whole `string_fragment`, with a `regex` in its constraint",
    ],
    [
      "useA()",
      { pat: "use$A()" },
      "partial-variable",
      "Use a metavariable for the whole `identifier`, with a `regex` in its constraint",
    ],
    [
      "f({ a: 1 })",
      { pat: "a: $V" },
      "read-otherwise",
      'Write `pat: "({ a: $V })"` with `selector: pair`',
    ],
    [
      "x = { a: 1 };",
      { pat: "{ a: $V }", selector: undefined },
      "read-otherwise",
      'Write `pat: "({ a: $V })"` with `selector: object`',
    ],
    ["f('x')", { pat: 'f("x")' }, "strictness", undefined],
    ["f(a, /* c */ 1)", { pat: "f(a, 1)", strictness: "cst" }, "strictness", undefined],
    ["log.warning(x)", { pat: "log.warn($M)" }, "strictness", undefined],
  ])("%j, %j: %s", (code, op, trap, hint) => {
    const found = only(code, op as Op).notes.find((note) => note.code === trap);
    if (found === undefined) expect(only(code, op as Op).state).toBe("matches");
    else expect(found.hint).toBe(hint);
  });

  it.each([
    [
      "var m = require('m');",
      { rule: { any: ["const", "var"].map(loadWith) } },
      "rule.any.1.pattern",
    ],
    [
      "x = `a`; m(x);",
      { rule: { kind: "program", has: { pattern: 'x = "a"', stopBy: "end" } } },
      "rule.has.pattern",
    ],
    [
      'import m from "m";',
      { rule: { kind: "identifier", inside: { pattern: "import $A from 'm'" } } },
      "rule.inside.pattern",
    ],
  ])("%j: of %j, %s would match with other quotes", (code, op, part) => {
    const found = only(code, op).notes.find((note) => note.code === "quotes-differ");
    expect(found).toMatchObject({
      part,
      message: expect.stringMatching(/quotes it would match in line 1/),
    });
  });

  it("leaves a dollar alone that the code has, too", () => {
    expect(only("f($el, 1)", { pat: "f($el)" }).notes).toEqual([]);
  });

  it("says in which languages an invalid pattern is valid", () => {
    const { state, notes } = only("f(1)", { pat: "<Foo />" });
    expect(state).toBe("invalid");
    expect(notes.at(-1)).toMatchObject({
      code: "valid-elsewhere",
      message: expect.stringContaining("`tsx`, `javascript`"),
    });
  });
});

describe("the first part of a rule that fails", () => {
  const nested = "function f() { if (x) { return g(1); } }";
  it.each<[string, Omit<Op, "pat">, string, string, string | undefined]>([
    [
      nested,
      { rule: { kind: "function_declaration", has: { pattern: "g($A)" } } },
      "stop-by",
      "rule.has",
      "Add `stopBy: end` to `has`",
    ],
    [
      nested,
      { rule: { pattern: "g($A)", inside: { kind: "function_declaration" } } },
      "stop-by",
      "rule.inside",
      "Add `stopBy: end` to `inside`",
    ],
    [
      "a(); b(); c();",
      { rule: { kind: "expression_statement", regex: "^c", follows: { regex: "^a" } } },
      "stop-by",
      "rule.follows",
      "Add `stopBy: end` to `follows`",
    ],
    [
      "a(); b(); c();",
      { rule: { kind: "expression_statement", regex: "^a", precedes: { regex: "^c" } } },
      "stop-by",
      "rule.precedes",
      "Add `stopBy: end` to `precedes`",
    ],
    [
      nested,
      {
        rule: {
          kind: "function_declaration",
          has: { pattern: "g($A)", stopBy: { kind: "if_statement" } },
        },
      },
      "stop-by-rule",
      "rule.has",
      undefined,
    ],
    [
      nested,
      { rule: { pattern: "g($A)", inside: { kind: "class_body", stopBy: "end" } } },
      "inside-nothing",
      "rule.inside",
      undefined,
    ],
    [
      "f(1)",
      { rule: { kind: "identifier", regex: "^fo$" } },
      "regex-differs",
      "rule.regex",
      undefined,
    ],
    [
      "foo(1)",
      { rule: { kind: "identifier", regex: "^fo$" } },
      "regex-anchored",
      "rule.regex",
      "It would without `^` and `$`: these mean the whole text of the node",
    ],
    [
      "foo(1)",
      { rule: { kind: "identifier", regex: "FOO" } },
      "regex-case",
      "rule.regex",
      "It would in another case: `(?i)` in front ignores the case of letters",
    ],
    [
      "foo(1)",
      { rule: { kind: "identifier", regex: "/foo/" } },
      "regex-dialect",
      "rule.regex",
      "It would without the slashes, which are a part of the expression here",
    ],
    [
      "f(\n1)",
      { rule: { kind: "call_expression", regex: "f.*1" } },
      "regex-lines",
      "rule.regex",
      "It would over lines: with `(?s)` in front, `.` stands for line ends too",
    ],
    [
      "f(b)",
      { rule: { pattern: "f($A)", not: { has: { pattern: "b", stopBy: "end" } } } },
      "not-excludes",
      "rule.not",
      undefined,
    ],
    [
      "f(b)",
      { rule: { any: [{ pattern: "f($A, 1)" }, { pattern: "g($A)" }] } },
      "count-differs",
      "rule.any.0.pattern",
      "`$$$ARGS` stands for any number of them",
    ],
    [
      "f(b)",
      { rule: { all: [{ pattern: "f($A)" }, { has: { kind: "string" } }] } },
      "has-nothing",
      "rule.all.1.has.kind",
      undefined,
    ],
    [
      "f(b)",
      { rule: { pattern: "f($A)" }, constraints: { A: { regex: "^c$" } } },
      "regex-differs",
      "constraints.A.regex",
      undefined,
    ],
    [
      "f(b)",
      { rule: { pattern: "f($A)" }, constraints: { A: { kind: "number" } } },
      "kind-differs",
      "constraints.A.kind",
      undefined,
    ],
    [
      "f(b)",
      { rule: { matches: "u" }, utils: { u: { pattern: "f(1)" } } },
      "kind-differs",
      "utils.u.pattern",
      undefined,
    ],
    [
      "f(b)",
      { rule: { kind: "call_expression", nthChild: 3 } },
      "position-differs",
      "rule.nthChild",
      undefined,
    ],
    [
      "const x = 1",
      { rule: { kind: "variable_declarator", has: { field: "name", kind: "number" } } },
      "field-differs",
      "rule.has.field",
      undefined,
    ],
  ])("%j, %j: %s at %s", (code, op, kind, part, hint) => {
    const { state, nearest } = only(code, op as Op);
    expect(state).toBe("no-match");
    expect(nearest).toMatchObject({ code: kind, part });
    expect(nearest?.hint).toBe(hint);
  });

  it("takes the nearest kind of the code for one that the grammar does not have", () => {
    const { state, notes } = only("f(1)", { rule: { kind: "call" } });
    expect(state).toBe("invalid");
    expect(notes[0]).toMatchObject({
      code: "unknown-kind",
      part: "rule.kind",
      hint: "The code has `call_expression`",
    });
  });

  it("says that a rule is for another language than the one that reads the file", () => {
    const { state, notes } = only(
      "f(1)",
      { rule: { pattern: "f($A)" }, language: "typescript" },
      { language: "tsx" },
    );
    expect(state).toBe("other-language");
    expect(notes[0]?.message).toBe("the rule is for `typescript`, and the file is read as `tsx`");
  });
});

describe("the matches of ops", () => {
  it("counts those that become edits, and those that give way to an earlier op or to one around them", () => {
    const [first, second] = explain("f(f(1))", [
      { pat: "f($A)", out: "g($A)" },
      { pat: "$F(1)", out: "h()" },
    ]);
    expect(first).toMatchObject({ state: "matches", matches: 1, superseded: 1 });
    expect(second).toMatchObject({ state: "matches", matches: 0, superseded: 1 });
    expect(second?.notes[0]?.message).toBe(
      "1 match gives way to `ops[0]`, which comes first and edits the same code",
    );
  });

  it("says that `out` leaves a match as it is, and that a comment protects one", () => {
    expect(only("f(1)", { pat: "f($A)", out: "f($A)" }).notes).toMatchObject([
      { code: "no-effect" },
    ]);
    const kept = only("// ast-grep-ignore\nf(1)", { rule: { pattern: "f($A)" }, out: "g()" });
    expect(kept.notes).toMatchObject([{ code: "ignored-by-comment" }]);
  });

  it("explains code of a page at its place in the page", () => {
    const page = "<p></p>\n<script>f(1, 2)</script>";
    const op = only(page, { pat: "f($A)" }, { language: "html" });
    expect(op).toMatchObject({
      language: "javascript",
      nearest: { found: { line: 2, column: 14 } },
    });
  });

  it("shows the tree of a pattern with its metavariables as they were written, in a grammar without dollars, too", () => {
    expect(
      only("a { color: red; }", { pat: "color: $A;" }, { language: "css" }).patterns[0]?.tree,
    ).toContain("  $A");
    expect(only("f(1)", { pat: "f($$$A)" }).patterns[0]).toMatchObject({
      kind: "call_expression",
      tree: expect.arrayContaining(["    $$$A"]),
    });
  });
});

describe("the bounds of an explanation", () => {
  it("ends with what it has when its time is up, and says so", () => {
    const { notes } = only("f(1, 2);\n".repeat(2000), { pat: "f($A)" }, { forOp: -1 });
    expect(notes.map(({ code }) => code)).toContain("bounded");
  });

  it("reads patterns that are deep or long without an end of its stack", () => {
    expect(only("a(1)", { pat: `${"a(".repeat(3000)}1${")".repeat(3000)}` }).state).toBe("invalid");
    expect(only("a(1)", { pat: "$a ".repeat(5000) }).patterns[0]?.tree).toEqual([
      "(too long to be shown)",
    ]);
  });

  it("finds the nearest node in a large file, and near a line of it", () => {
    const code = `${"let a = 1;\n".repeat(60_000)}f(1, 2);\n`;
    const found = only(code, { pat: "f($A)" });
    expect(found.nearest).toMatchObject({ code: "count-differs", found: { line: 60_001 } });
    expect(found.notes).toMatchObject([{ code: "bounded" }]);
  });

  it("cuts a long line around the mark", () => {
    const code = `${"g(0),".repeat(2000)}f(1, 2)`;
    const { nearest } = only(code, { pat: "f($A)" });
    expect(nearest?.found.text.length).toBeLessThanOrEqual(160);
    expect(marks(only(code, { pat: "f($A)" }))).toEqual(["2", "($A)"]);
  });
});
