import { describe, expect, it } from "vitest";
import type { CompiledOp } from "../../../src/edit/compile/compiled-op.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { findLeftPlaces } from "../../../src/edit/leftovers/left-places.ts";
import { partsOf } from "../../../src/edit/passes/parts.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { compiled, compiledRule } from "../compile/compiled.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

const OLD = { pat: "old($A)", out: "fresh($A)" };

const pattern = (pat: string) => compiled({ pat, out: "x" }, "javascript");

/** Each place with its kind, in a text of which nothing is edited. */
function leftIn(text: string, language: Language, op: CompiledOp = compiled(OLD, language)) {
  const ops = [op];
  return findLeftPlaces({ text, ops, edits: [] }, partsOf(text, language, ops)).map(
    ({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`,
  );
}

describe("places that look like matches and are no code (L6)", () => {
  it.each<[language: Language, text: string, ...left: string[]]>([
    ["javascript", 'a = "x old(1)";', "string: old(1)"],
    ["javascript", "a = `old(1) ${old(2)} old(3)`;", "template: old(1)", "template: old(3)"],
    ["javascript", "// old(1)\n/* old(\n2 ) */", "comment: old(1)", "comment: old(\n2 )"],
    ["javascript", 'a = "f(\\"x\\", old(\\"y\\"))";', 'string: old(\\"y\\")'],
    ["javascript", "a = /old(1)/;", "string: old(1)"],
    ["tsx", 'a = <p t="old(1)" u={old(2)}>old(3)</p>;', "string: old(1)", "template: old(3)"],
    ["python", 'def f():\n    """old(1)"""\n    # old(2)\n', "string: old(1)", "comment: old(2)"],
    ["python", 'a = f"old(1) {old(2)}"', "string: old(1)"],
    [
      "rust",
      'fn f() { assert!(old(1)); println!("old(2)", old(3)); g(old(4)); }',
      "macro: old(1)",
      "string: old(2)",
      "macro: old(3)",
    ],
    ["rust", "macro_rules! m { ($e:expr) => { old($e) } }", "macro: old($e)"],
    ["ruby", 'a = "old(1) #{old(2)}" # old(3)', "string: old(1)", "comment: old(3)"],
    ["go", "package a\nvar s = `old(1)` // old(2)\n", "string: old(1)", "comment: old(2)"],
    [
      "java",
      'class A { String s = "old(1)"; /** old(2) */ int x = old(3); }',
      "string: old(1)",
      "comment: old(2)",
    ],
  ])("of %s: %j", (language, text, ...left) => {
    expect(leftIn(text, language)).toEqual(left);
  });

  it("are in the text of macros of C, and not in arguments that the grammar reads", () => {
    const context = { context: "void f() { old($A); }", selector: "call_expression" };
    const op = compiledRule({ rule: { pattern: context }, out: "fresh($A)" }, "c");
    const text = '#define M(x) old(x)\nint f() { return M(old(1)); }\nchar *s = "old(2)";\n';
    expect(leftIn(text, "c", op)).toEqual(["macro: old(x)", "string: old(2)"]);
  });

  it("are the template of a page, and all that is no code in its scripts", () => {
    const text = '<p onclick="old(1)">old(2)</p><!-- old(3) --><script>old(4) // old(5)\n</script>';
    const ops = [compiled(OLD, "javascript")];
    const found = findLeftPlaces({ text, ops, edits: [] }, partsOf(text, "html", ops));
    expect(found.map(({ kind, start }) => `${kind} ${text[start + 4]}`).sort()).toEqual([
      "comment 3",
      "comment 5",
      "template 1",
      "template 2",
    ]);
  });

  it.each([
    "// bold(1) x.old(1) a::old(1) a->old(1) old_(1)",
    "// old(1, 2) old() old (",
    "// old(\n// 1)",
    "old(1, 2); x.old(1); function old(a) {}",
  ])("are not text that only has the name: %j", (text) => {
    expect(leftIn(text, "javascript")).toEqual([]);
  });
});

describe("the look of a pattern", () => {
  it.each<[pat: string, text: string, ...left: string[]]>([
    ["f($$$A)", "f() f(1, 2) f((1))", "f()", "f(1, 2)", "f((1))"],
    ["f($A, $$$B)", "f() f(1) f(1, [2, 3])", "f(1, [2, 3])"],
    ["f($$$A, last)", "f(1, 2, last) f(last)", "f(1, 2, last)"],
    ["$A.then($B)", "a.then(b) .then(b) a?.then(b)", ".then(b)", ".then(b)"],
    ["a.b.c($A)", "a.b.c(1) a . b\n .c(2) x.a.b.c(3)", "a.b.c(1)", "a . b\n .c(2)"],
    ["new Old($A)", "new  Old(1) newOld(2)", "new  Old(1)"],
    ['require("x")', 'require("x") require(\\"x\\")', 'require("x")', 'require(\\"x\\")'],
    ["f($A,)", "f(1) f(1,)", "f(1,)"],
    ["old", "old olds x.old", "old"],
    ["f($A);", "f(1)", "f(1)"],
  ])("%s is found in %j", (pat, text, ...left) => {
    const found = leftIn(`/* ${text} */`, "javascript", pattern(pat));
    expect(found).toEqual(left.map((each) => `comment: ${each}`));
  });

  it.each(["if ($A) { $$$B }", "$A === null", "return this.$A"])(
    "is none without a name: %s",
    (pat) => {
      const text = "// if (a) { b } a === null return this.x";
      expect(leftIn(text, "javascript", pattern(pat))).toEqual([]);
    },
  );

  it("is none without a pattern", () => {
    const op = compiledRule({ rule: { kind: "call_expression" }, out: "" }, "javascript");
    expect(leftIn("// f()", "javascript", op)).toEqual([]);
  });

  it("is that of the patterns of a rule, of which one has to match", () => {
    const any = [{ pattern: "a($X)" }, { pattern: "b($X)" }];
    const rule = { all: [{ any }, { kind: "call_expression" }] };
    expect(
      leftIn("// b(1) a(2)", "javascript", compiledRule({ rule, out: "c" }, "javascript")),
    ).toEqual(["comment: a(2)", "comment: b(1)"]);
  });

  it("is not looked for where an edit begins, however many there are", () => {
    const text = `${"old(1);".repeat(1_001)} // old(2)`;
    const op = compiled(OLD, "javascript");
    const edits = Array.from({ length: 1_001 }, (_, at) => {
      return { opId: op.id, start: 7 * at, end: 7 * at + 6, text: "fresh(1)" };
    });
    const left = findLeftPlaces({ text, ops: [op], edits }, partsOf(text, "javascript", [op]));
    expect(left).toMatchObject([{ kind: "comment", start: text.indexOf("old(2)") }]);
  });

  it("takes bounded time for brackets that are never closed", () => {
    const text = `/* ${"f(".repeat(20_000)} */`;
    expect(leftIn(text, "javascript", pattern("f($A, $$$B, $C)"))).toEqual([]);
  });
});
