// Isolated: the engine takes grammars once in the life of a process, and these are not those of the other tests.
import { describe, expect, it } from "vitest";
import { createGrammars } from "../../src/edit/language/grammars.ts";
import { explainText } from "../../src/explain/explain-text.ts";
import type { EditOp } from "../../src/model/edit.ts";
import type { ExplainedOp } from "../../src/model/search/match-explanation.ts";
import { OWN_PACKAGES } from "../support/grammar-packages.ts";

const grammars = createGrammars(OWN_PACKAGES);

function explain(language: string, code: string, pat: string, selector?: string): ExplainedOp {
  expect(grammars.readinessOf(language).kind).toBe("ready");
  const [found] = explainText([{ kind: "pattern", id: "op", pat, out: "", selector } as EditOp], {
    text: code,
    language,
    isChosen: () => true,
    named: new Set([language]),
    isForFile: () => true,
    asked: undefined,
    clock: { now: () => 0, forOp: 1, until: 1 },
  });
  if (found === undefined) throw new Error("The op is not explained.");
  return found;
}

describe("a pattern that is no whole statement or expression", () => {
  it.each([
    ["typescript", "foo() { $$$B }", "class A { foo() { return 1 } }"],
    ["typescript", "private $N: $T", "class A { private a: number }"],
    ["typescript", "@Input() $A", "class A { @Input() a }"],
    ["typescript", "$N: string", "interface A { a: string }"],
    ["typescript", "Array<$T>", "let x: Array<string>;"],
    ["typescript", "case $A: $$$B", "switch (x) { case 1: break; }"],
    ["javascript", "foo: $A", "module.exports = { foo: 1 };"],
    ["javascript", "foo() { $$$B }", "module.exports = { foo() { a() } };"],
    ["tsx", 'className="$A"', '<div className="a" />;'],
    ["css", "color: $A", "a { color: red; }"],
    ["html", 'class="$A"', '<div class="x">x</div>'],
    ["python", "timeout=$T", "get(x, timeout=3)"],
    ["python", "Optional[$A]", "def f(a: Optional[int]): pass\n"],
    ["python", "x: int = $A", "def f(x: int = 3): pass\n"],
    ["python", '"a": $V', 'x = {"a": 1}'],
    ["python", "except $E", "try:\n  x\nexcept ValueError:\n  pass\n"],
    ["python", "except $E:\n  $$$B", "try:\n  x\nexcept ValueError:\n  pass\n"],
    ["python", "else: $$$B", "if a:\n  x\nelse:\n  y\n"],
    ["python", "def $F($$$P):", "def f(a):\n  return 1\n"],
    ["go", "fmt.Println($A)", "package a\nfunc f() { fmt.Println(1) }\n"],
    ["go", "Name: $A", "package a\nvar x = T{Name: 1}\n"],
    ["go", "case $A: $$$B", "package a\nfunc f() { switch x { case 1: g() } }\n"],
    ["rust", "Some($A) => $B", "fn f() { match x { Some(a) => 1, None => 2 } }"],
    ["rust", "pub fn $F($$$A)", "pub fn f(a: u8) {}"],
    ["rust", "x: $T", "struct A { x: u8 }"],
    ["rust", "Vec<$T>", "fn f() -> Vec<u8> { x }"],
    ["java", "private $T $N;", "class A { private int x; }"],
    ["c", "foo($A)", "void f() { foo(1); }"],
    ["cpp", "std::move($A)", "void f() { g(std::move(x)); }"],
    ["ruby", "a: $V", "foo(a: 1)"],
  ])("in %s, %j matches as it is advised", (language, pat, code) => {
    const found = explain(language, code, pat);
    expect(found.state).not.toBe("matches");
    const { hint = "" } = found.notes.find((note) => note.code === "read-otherwise") ?? {};
    const [, written = '""', selector] =
      /^Write `pat: (".*")`(?: with `selector: (\w+)`)?$/.exec(hint) ?? [];
    expect(explain(language, code, JSON.parse(written), selector)).toMatchObject({
      state: "matches",
      matches: 1,
    });
  });

  it.each([
    ["go", "foo($A)", "package a\nfunc f() { foo(1) }\n"],
    ["css", "color: $A;", "a { color: red; }"],
    ["python", "@app.route($A)\ndef $F($$$P): $$$B", "@app.route('/')\ndef f(): pass\n"],
    ["rust", "println!($$$A)", 'fn f() { println!("x", 1); }'],
    ["yaml", "key: $V", "a:\n  key: 1\n"],
  ])("in %s, %j is one, and matches", (language, pat, code) => {
    expect(explain(language, code, pat)).toMatchObject({ state: "matches", notes: [] });
  });
});

describe("a metavariable that stands for less than it seems", () => {
  it.each([
    ["rust", 'println!("{}", $A)', 'fn f() { println!("{}", foo(1)); }', "macro-tokens"],
    ["json", '"a": $V', '{ "a": 1 }', "json-variable"],
    ["yaml", "image: node:$V", "image: node:18\n", "partial-variable"],
  ])("in %s: %j", (language, pat, code, note) => {
    const found = explain(language, code, pat);
    expect(found.state).not.toBe("matches");
    expect(found.notes.map((each) => each.code)).toContain(note);
  });

  it.each([
    ["c", "int x = foo($A)"],
    ["java", "return $A"],
  ])("in %s, %j is told to end with `;`", (language, pat) => {
    const [note] = explain(language, "", pat).notes;
    expect(note?.hint).toBe("End it with `;`, and `out` as well");
  });

  it("in lower case is told where it is no code, either", () => {
    const [note] = explain("python", "self.a = 1\n", "self.$attr = $V").notes;
    expect(note?.hint).toBe("Write `$ATTR`: a metavariable has upper-case letters");
  });

  it("in JSON is a rule, as it is advised", () => {
    const rule = { kind: "pair", has: { field: "key", regex: '^"a"$' } };
    const op = { kind: "rule", id: "op", rule, out: "" } as const;
    const [found] = explainText([op], {
      text: '{ "b": { "a": 1 } }',
      language: "json",
      isChosen: () => true,
      named: new Set(["json"]),
      isForFile: () => true,
      asked: undefined,
      clock: { now: () => 0, forOp: 1, until: 1 },
    });
    expect(found).toMatchObject({ state: "matches", matches: 1 });
  });
});
