import { expect, it } from "vitest";
import { findFreeNames } from "../../../src/edit/engine/free-names.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

/** Marks the places: `«f»($A)`. */
function marked(code: string, language: "tsx" | "python" = "tsx"): string {
  const found = [...findFreeNames(code.replace(/[«»]/g, ""), language, ["f", "g"])];
  let text = code.replace(/[«»]/g, "");
  for (const { start, end } of found.reverse())
    text = `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
  return text;
}

it.each([
  "«f»($A, $$$ARGS)",
  "({ «f», a: $A })",
  "({ f: $A, f() {}, g: «g» })",
  "(class { static f = $A })",
  "`f ${«f»($A)}`",
  '/f/.test("f")',
  "((f) => f)(«f»)",
  "f => f",
  "(({ f }) => f)({ f: «g» })",
  "(() => { const { f } = { f: $A }; return f })()",
  "function f() { f() }",
  "a ? «f» : «g»",
  "a(...«f»)",
  "a.f + a?.f + a\n.f",
  '<«f» f="f">f {«f»}</«f»>',
  "f: for (;;) break f",
  "(a: «f») => a as «g»<«f»>",
  'import { f } from "m"; f($A)',
  "«f» // f",
  "$f$A",
])("finds the names that code does not declare itself: %s", (code) => {
  expect(marked(code)).toBe(code);
});

it.each([
  "«f»($A, f=«g»)",
  "a.f",
  "{«f»: «g»}",
  "lambda f: f",
  "[f for f in «g»]",
  "from m import f\nf($A)",
  "import g\ng.f",
  "f = $A\nf",
  '"f"',
  "def f(g): return g",
])("in Python, too: %s", (code) => {
  expect(marked(code, "python")).toBe(code);
});
