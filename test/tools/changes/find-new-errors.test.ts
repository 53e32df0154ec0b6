import { describe, expect, test } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { splice } from "../../../src/edit/text/splice.ts";
import { findNewErrors } from "../../../src/tools/changes/find-new-errors.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

/** Replaces `out` for each place of `pat`, and returns the places as the reason has them. */
function placesAfter(before: string, pat: string, out: string, language: Language = "javascript") {
  const edits = [];
  for (let start = before.indexOf(pat); start !== -1; start = before.indexOf(pat, start + 1))
    edits.push({ start, end: start + pat.length, text: out });
  const after = splice(before, edits);
  const { count, first } = findNewErrors({
    ...{ path: "a", language, ops: [], before, after, edits },
  });
  expect(count).toBe(first.length);
  return first.map(({ line, column, text }) => `${line}:${column} ${text}`);
}

describe("the places of new syntax errors, in the result", () => {
  test("are told by the parser of JavaScript, one of each edit", () => {
    expect(placesAfter("a();\nlet é = '😀'; f(1);\nf(1);", "f(1)", "\nf(1,, 2)")).toEqual([
      "3:5 `, 2);`",
      "5:5 `, 2);`",
    ]);
  });

  test("say what the parser says if that tells more than the code", () => {
    expect(placesAfter("function f() {\n  old(a);\n}", "old(a)", "await a")).toEqual([
      "2:3 `await a;` (`await` is only allowed within async functions and at the top levels of modules)",
    ]);
    expect(placesAfter("let a;\nf();", "f()", "let a")).toEqual([
      "2:5 `a;` (Identifier `a` has already been declared)",
    ]);
  });

  test.each([
    ["python", "if x:\n  f(1)\ng()\n", "f(1)", "f(1", "2:3 `f(1`"],
    ["java", "class A {\n  void m() {\n    f(1);\n  }\n}\n", "f(1)", "f(1", "3:8 `;`"],
    ["css", "a { b: c }\nd { e: f }\n", "e: f", "e f }", "2:5 `e f } }`"],
  ] as const)("are told by the grammar of %s", (language, before, pat, out, place) => {
    expect(placesAfter(before, pat, out, language)).toEqual([place]);
  });

  test("leave out errors that were there", () => {
    const before = "def (:\n\nx = 1\nf(1)\n";
    expect(placesAfter(before, "f(1)", "f(1 2", "python")).toHaveLength(1);
  });

  test("are the first edit if no parser tells any", () => {
    expect(placesAfter("a\nb", "b", "c")).toEqual(["2:1 `c`"]);
  });
});
