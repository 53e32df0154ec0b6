import { describe, expect, it } from "vitest";
import { faultsOf, type Op } from "./faults-of.ts";

type Row = [
  what: string,
  code: string,
  op: Op | readonly Op[],
  faults: readonly string[] | undefined,
];

const fresh: Op = { pat: "old($A)", out: "fresh($A)" };
const each: Op = { pat: "each($A)", out: "list.map((x) => $A)" };
const gone: Op = { pat: 'import { a } from "m"', out: "" };
const renamed = (kind: string): Op => ({ rule: { kind, regex: "^a$" }, out: "b" });

describe("N5 names that nothing declares", () => {
  it.each<Row>([
    [
      "of out, that the file declares for all",
      "declare global { function fresh(x: unknown): void }\nold(1);\nexport {};\n",
      fresh,
      [],
    ],
    [
      "of out, that a comment says to be global",
      "/* global fresh:readonly */\nold(1);\n",
      fresh,
      [],
    ],
    [
      "of out, that a comment does not say",
      "/* no global fresh */\nold(1);\n",
      fresh,
      ["unbound fresh"],
    ],
    ["of out", "old(1);\n", fresh, ["unbound fresh"]],
    ["of out, declared below", "old(1);\nfunction fresh() {}\n", fresh, []],
    ["of out, imported", 'import { fresh } from "m";\nold(1);\n', fresh, []],
    ["of out, used before as a global", "fresh(0);\nold(1);\n", fresh, []],
    ["of out, a global", "old(1);\n", { pat: "old($A)", out: "structuredClone($A)" }, []],
    [
      "of out, a global that is mostly a mistake",
      "old(1);\n",
      { pat: "old($A)", out: "close($A)" },
      ["unbound close"],
    ],
    [
      "of out, of the framework of tests that the file uses",
      'test("a", f);\n',
      { pat: "test($A, $B)", out: "it($A, $B)" },
      [],
    ],
    [
      "of out, of a framework that it does not use",
      'old("a", f);\n',
      { pat: "old($A, $B)", out: "it($A, $B)" },
      ["unbound it"],
    ],
    ["of out, a member", "old(a);\n", { pat: "old($A)", out: "$A.fresh()" }, []],
    ["of out, a key", "old(a);\n", { pat: "old($A)", out: "f({ fresh: $A })" }, ["unbound f"]],
    ["of out, a shorthand", "old(a);\n", { pat: "old($A)", out: "[{ fresh }]" }, ["unbound fresh"]],
    [
      "of out, a tag",
      "const x = <Old />;\n",
      { pat: "<Old />", out: "<Fresh />" },
      ["unbound Fresh"],
    ],
    [
      "of out, a tag of the language",
      "const x = <Old />;\n",
      { pat: "<Old />", out: "<div />" },
      [],
    ],
    [
      "of out, a type",
      "let x: Old;\n",
      { rule: { kind: "type_identifier", regex: "Old" }, out: "Fresh" },
      ["unbound Fresh"],
    ],
    [
      "of out, a type of the language",
      "let x: Old;\n",
      { rule: { kind: "type_identifier", regex: "Old" }, out: "Partial<Date>" },
      [],
    ],
    ["whose import goes", 'import { a } from "m";\na();\n', gone, ["unbound a"]],
    ["whose import goes, and no use stays", 'import { a } from "m";\nb();\n', gone, []],
    ["in a shorthand", 'import { a } from "m";\nx = { a };\n', gone, ["unbound a"]],
    ["as a key", 'import { a } from "m";\nx = { a: 1 };\n', gone, []],
    ["in an export", 'import { a } from "m";\nexport { a };\n', gone, ["unbound a"]],
    [
      "in an export of another module",
      'import { a } from "m";\nexport { a } from "n";\n',
      gone,
      [],
    ],
    ["as a type", 'import { a } from "m";\nlet x: a;\n', gone, ["unbound a"]],
    ["as the type of a value", 'import { a } from "m";\nlet x: typeof a;\n', gone, ["unbound a"]],
    [
      "whose declaration gets a new name, in a shorthand",
      'import { a } from "m";\na();\nx = { a };\n',
      renamed("identifier"),
      ["unbound a"],
    ],
    [
      "whose declaration gets a new name as all uses do",
      'import { a } from "m";\na();\n',
      renamed("identifier"),
      [],
    ],
    [
      "that come from another module now",
      'import { a } from "m";\na();\n',
      { pat: 'import { a } from "m"', out: 'import { a } from "n"' },
      [],
    ],
    [
      "of a pattern around the code",
      "{ const a = 1; a; }\n",
      { pat: "const a = $A;", out: "let a = $A;" },
      [],
    ],
  ])("%s", (what, code, op, faults) => {
    expect(faultsOf(code, op, what.includes("tag") ? "tsx" : "typescript")).toEqual(faults);
  });
});

describe("N5 names that mean another declaration", () => {
  it.each<Row>([
    ["of out, a parameter", "const fresh = 1;\n(fresh) => old(1);\n", fresh, ["captured fresh"]],
    ["of out, a local variable", "{ let fresh; old(1); }\n", fresh, ["captured fresh"]],
    [
      "of out, a local variable of another scope",
      "fresh(0);\n{ let fresh; }\nold(1);\n",
      fresh,
      [],
    ],
    ["of out, a declaration of the top", "let fresh;\n{ old(1); }\n", fresh, []],
    [
      "of out, a local function that the match means",
      "{ let old; old(1); }\n",
      { pat: "old($A)", out: "old([$A])" },
      [],
    ],
    [
      "of out, a local require",
      '{ const fresh = require("m"); old(1); }\n',
      fresh,
      ["captured fresh"],
    ],
    [
      "of out, one that the language has",
      "class Promise {}\nold(1);\n",
      { pat: "old($A)", out: "Promise.all($A)" },
      ["captured Promise"],
    ],
    [
      "of out, one that the file imports in its place",
      'import Promise from "m";\nold(1);\n',
      { pat: "old($A)", out: "Promise.all($A)" },
      [],
    ],
    ["of a capture, a parameter of out", "let x, list;\neach(x + 1);\n", each, ["captured x"]],
    ["of a capture, another name", "let y, list;\neach(y + 1);\n", each, []],
    ["of a capture with its own declaration", "let list;\neach((x) => x);\n", each, []],
    ["of a capture, a member", "let y, list;\neach(y.x);\n", each, []],
    [
      "around it, by a declaration that is written",
      "let a = 1;\n{ old(2); a; }\n",
      { pat: "old($A)", out: "let a = $A" },
      ["captured a"],
    ],
    [
      "around it, by a declaration of another scope",
      "let a = 1;\n{ { old(2); } a; }\n",
      { pat: "old($A)", out: "let a = $A" },
      [],
    ],
    [
      "around it, as the inner declaration goes",
      "let a = 1;\n{ let a = 2; f(a); }\nfunction f(x) {}\n",
      { pat: "{ let a = 2; $B }", out: "{ $B }" },
      ["captured a"],
    ],
  ])("%s", (_what, code, op, faults) => {
    expect(faultsOf(code, op)).toEqual(faults);
  });
});

describe("N5 names that are declared twice", () => {
  const twice: Op = { pat: "old($A)", out: "const a = $A" };

  it.each<Row>([
    ["beside a constant", "const a = 1;\nold(2);\n", twice, ["duplicate a"]],
    ["twice by edits", "old(1);\nold(2);\n", twice, ["duplicate a"]],
    ["in another scope", "const a = 1;\n{ old(2); }\n", twice, []],
    [
      "beside an import",
      'import { a } from "m";\nold(2);\n',
      twice,
      ["duplicate a", "unused a"].slice(0, 1),
    ],
    ["as before", "var a = 1;\nvar a = 2;\n", { pat: "var a = 2", out: "var a = 3" }, []],
    [
      "as an overload",
      "function a(x: 1): void;\nold;\n",
      { pat: "old", out: "function a(x: 1) {}" },
      [],
    ],
    [
      "as an interface that merges",
      "interface a {}\nold;\n",
      { pat: "old", out: "interface a { x: 1 }" },
      [],
    ],
    ["as a type beside a value", "type a = 1;\nold(2);\n", twice, []],
  ])("%s", (_what, code, op, faults) => {
    expect(faultsOf(code, op)).toEqual(faults);
  });
});

describe("imports that nothing uses any more", () => {
  const one: Op = { pat: "a($A)", out: "$A" };

  it.each<Row>([
    ["as the last use goes", 'import { a } from "m";\na(1);\n', one, ["unused a"]],
    ["but for another use", 'import { a } from "m";\na(1);\na;\n', one, []],
    ["but for an export", 'import { a } from "m";\na(1);\nexport { a };\n', one, []],
    ["as before", 'import { a, b } from "m";\nb(1);\na();\n', { pat: "a()", out: "a(1)" }, []],
    ["never", 'import { a } from "m";\nb(1);\n', { pat: "b($A)", out: "$A" }, []],
    ["as it is written", "old;\n", { pat: "old", out: 'import { a } from "m"' }, ["unused a"]],
  ])("%s", (_what, code, op, faults) => {
    expect(faultsOf(code, op)).toEqual(faults);
  });
});

describe("it is not known", () => {
  it.each<[what: string, code: string, faults: readonly string[] | undefined]>([
    ["in a `with`", "with (o) { old(1); }\n", []],
    ["beside a direct `eval`", "function f() { eval(c); old(1); }\n", []],
    ["beside an indirect `eval`", "function f() { (0, eval)(c); old(1); }\n", ["unbound fresh"]],
    [
      "beside an `eval` of another function",
      "function f() { eval(c); }\nold(1);\n",
      ["unbound fresh"],
    ],
    ["of no declaration at the top of a script", "with (o) {}\nlet fresh;\n{ old(1); }\n", []],
    [
      "where code is 1,000 levels deep",
      `old(1);\nx = ${"(".repeat(9_000)}1${")".repeat(9_000)};\n`,
      undefined,
    ],
    ["if its parser cannot read the text", "await = 1;\nold(1);\nimport a from 'a';\n", undefined],
  ])("%s", (_what, code, faults) => {
    expect(faultsOf(code, fresh, "javascript")).toEqual(faults);
  });
});

describe("names of odd forms", () => {
  it.each<[what: string, code: string, op: Op, faults: readonly string[]]>([
    [
      "an escape is the same name",
      "let \\u0061 = 1;\nold(2);\n",
      { pat: "old($A)", out: "a($A)" },
      [],
    ],
    [
      "another Unicode form is another name",
      "let \u00e9 = 1;\nold(2);\n",
      { pat: "old($A)", out: "e\u0301($A)" },
      ["unbound e\u0301"],
    ],
    [
      "tags with dots",
      'import * as N from "m";\nx = <N.A />;\n',
      { pat: "<N.A />", out: "<N.B.C />" },
      [],
    ],
    [
      "tags with dots of nothing",
      "x = <N.A />;\n",
      { pat: "<N.A />", out: "<M.B />" },
      ["unbound M"],
    ],
  ])("%s", (_what, code, op, faults) => {
    expect(faultsOf(code, op, "tsx")).toEqual(faults);
  });

  it.each<[what: string, page: string, faults: readonly string[]]>([
    ["may use what another script declares", "<p>old(1)</p>\n<script>\nold(1);\n</script>\n", []],
    ["has one", "<script>\nlet fresh;\nold(1);\n</script>\n", []],
    [
      "has an import that its page may use",
      '<script>\nimport { a } from "m";\nMath(old(a));\n</script>\n<script>\n1;\n</script>\n',
      [],
    ],
  ])("a script of a page %s", (_what, page, faults) => {
    const op = page.includes("import") ? { pat: "Math(old($A))", out: "1" } : fresh;
    expect(faultsOf(page, op, "javascript", "html")).toEqual(faults);
  });
});

it.each([
  ['import "m";\nold(1);\n', "javascript", ["unbound require"]],
  ['import "m";\nold(require("a"));\n', "javascript", []],
  ["old(1);\n", "javascript", []],
  ['import "m";\nold(1);\n', "typescript", []],
] as const)("L7 a module of JavaScript has no require: %s %s", (code, language, faults) => {
  expect(faultsOf(code, { pat: "old($A)", out: 'require("fs").x($A)' }, language)).toEqual(faults);
});

it.each([
  ["new URL(1);\n", "./u.mjs", ["captured URL"]],
  ["new URL(1);\n", "node:url", []],
  ["new Url(1);\n", "./u.mjs", []],
] as const)("L7 a global is captured by an import from a file: %s %s", (code, module, faults) => {
  const name = /U\w+/.exec(code)?.[0];
  const op = { pat: "old", out: `import { ${name} } from "${module}"` };
  expect(faultsOf(`old;\n${code}`, op)).toEqual(faults);
});
