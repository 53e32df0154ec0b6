import { expect, it } from "vitest";
import { parseAside, parseText } from "../../../src/edit/engine/engine.ts";
import { refuseTooBroken, tooBroken, tooBrokenBytes } from "../../../src/edit/engine/too-broken.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

const VALID = "const a = f(1);\n";

/** So that a test takes milliseconds. */
const PIECE = 512;
const CHECK = { piece: PIECE, lengthOfError: 12, growth: 1 / 4 };

const textOf = (...parts: readonly [unit: string, length: number][]) =>
  parts.map(([unit, length]) => unit.repeat(length / unit.length)).join("");

it.each([["foo(1 {[`${"], ["a<b<"], ["[a,"], ["(a<"], ['"'], ["%{"], ["a?b:"], ["!"]])(
  "does not parse the whole of a long text of %s, wherever that begins",
  (unit) => {
    const inside = /^too many errors in its characters \d+ to \d+$/;
    for (const valid of [0, 3 * PIECE])
      expect(tooBroken(textOf([VALID, valid], [unit, 3 * PIECE]), "typescript", CHECK)).toMatch(
        inside,
      );
  },
);

it.each([
  ["valid, although its pieces are cut", textOf([VALID, 8 * PIECE])],
  ["a list in pieces", `f([${textOf(["[1, 2], ", 8 * PIECE])}]);`],
  ["a long comment", `/*${textOf(["`a{ (b] ", 8 * PIECE])}*/ f();`],
  ["a long text", `f(\`${textOf(["a<{ (b] ", 8 * PIECE])}\`);`],
  ["short", textOf(["a<b<", 2 * PIECE])],
  ["wrong here and there", textOf([`${VALID.repeat(4)})\n`, 8 * PIECE])],
])("parses a text that is %s", (_, text) => {
  expect(tooBroken(text, "typescript", CHECK)).toBeUndefined();
});

it("finds code that is broken from somewhere on by samples of its pieces", () => {
  const text = (length: number) => textOf([VALID, 8 * PIECE], ["a<b<", length]);
  for (const pieces of [1, 4]) {
    const check = { ...CHECK, sample: { pieces, length: PIECE / 8 } };
    for (const length of [8, 12, 16])
      expect(tooBroken(text(length * PIECE), "typescript", check)).toMatch(/^too many errors/);
    expect(tooBroken(textOf([VALID, 16 * PIECE]), "typescript", check)).toBeUndefined();
  }
});

it("finds the same in bytes, also in those of a text that is short", () => {
  const open = "{a:".repeat(8_001);
  for (const text of ["", VALID, open, "{a:}".repeat(8_001), VALID.repeat(5_000)])
    expect(tooBrokenBytes(Buffer.from(text), "typescript")).toBe(tooBroken(text, "typescript"));
  expect(tooBrokenBytes(Buffer.from(open), "typescript")).toBe("more than 8000 open braces");
});

it("looks at no pieces of JSON, which are no JSON where a file is one long line", () => {
  createGrammars(packagesIn(REPOSITORY)).readinessOf("json");
  expect(tooBroken("]".repeat(1 << 17), "json")).toBeUndefined();
  expect(tooBroken("{".repeat(8_001), "json")).toBe("more than 8000 open braces");
});

it("never gives the parser open braces that end the process", async () => {
  const text = "{a:".repeat(8_001);
  expect(tooBroken(text, "typescript")).toBe("more than 8000 open braces");
  expect(() => parseText(text, "typescript")).toThrow("8000 open braces");
  await expect(parseAside(text, "typescript")).rejects.toThrow("8000 open braces");
  const told = "the result has more than 8000 open braces: it was not parsed";
  expect(() => refuseTooBroken(text, "typescript", "the result")).toThrow(told);
  expect(tooBroken("{a:}".repeat(8_001), "typescript")).toBeUndefined();
});

it.each([
  ["yaml", "- ".repeat(101)],
  ["yaml", "? ".repeat(101)],
  ["yaml", "- &a ".repeat(101)],
  ["yaml", Array.from({ length: 101 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ["markdown", `a\n\n${">".repeat(101)}`],
  ["markdown", "1. ".repeat(101)],
])("never gives the parser of %s so many blocks that they end the process", (language, text) => {
  const fault = "more than 100 blocks inside of each other";
  expect(tooBroken(text, language)).toBe(fault);
  expect(() => parseText(text, language)).toThrow(fault);
  expect(tooBroken(text, "typescript")).toBeUndefined();
});

it.each([
  ["yaml", "- a:\n  - b: |\n      - - text\n".repeat(200)],
  ["markdown", "> - a\n>   1. b\n\n    > - code\n".repeat(200)],
])("parses a text of %s with many blocks", (language, text) => {
  expect(tooBroken(text, language)).toBeUndefined();
});

it.each([
  ["java", "a=>", "void f() { g(); }\n"],
  ["c", "a=>", "int f() { return g(); }\n"],
  ["rust", "%w(", "fn f() { g(); }\n"],
  ["go", ") ", "func f() { g() }\n"],
  ["cpp", ") ", "int f() { return g(); }\n"],
  ["python", ") ", "def f(): return g()\n"],
  ["ruby", ") ", "def f() g() end\n"],
])("looks at small pieces of %s", (language, unit, valid) => {
  createGrammars(packagesIn(REPOSITORY)).readinessOf(language);
  const text = valid.repeat(200);
  expect(tooBroken(text, language)).toBeUndefined();
  expect(tooBroken(text + unit.repeat(4_500), language)).toMatch(/^too many errors/);
});
