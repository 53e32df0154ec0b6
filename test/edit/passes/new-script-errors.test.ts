import { describe, expect, it } from "vitest";
import { countNewScriptErrors } from "../../../src/edit/passes/new-script-errors.ts";

const count = (before: string, after: string, language = "typescript", path?: string) =>
  countNewScriptErrors(before, after, { language, ops: [], path });

describe("G5 new syntax errors of JavaScript and TypeScript", () => {
  it.each([
    ["function f() { return g(x) }", "function f() { return await x }"],
    ["f(a);", "-a ** b;"],
    ["f(a);", "a || b ?? c;"],
    ["let a = 1; b();", "let a = 1; let a = 2;"],
    ["const f = (a) => b(a);", "const f = (a) => { ...a };"],
    ["require('x'); f(a);", "require('x'); await a;"],
  ])("are told by their own rules: %s", (before, after) => {
    expect(count(before, after)).toBeGreaterThan(0);
  });

  it.each([
    ["import 'x'; f(a);", "import 'x'; await a;"],
    ["async function f() { g(a) }", "async function f() { await a }"],
    ["return f(a);", "return g(a);"],
    ["f(a b);", "f(b b);"],
    ["<T>a;", "<T>b;"],
  ])("are none where there are no more than before: %s", (before, after) => {
    expect(count(before, after)).toBe(0);
  });

  it.each([
    ["a.cjs", "a.mjs", "f(a);", "await a;"],
    ["a.cts", "a.mts", "f(a);", "import.meta.x;"],
    ["a.mjs", "a.cjs", "f(a);", "return a;"],
    ["a.mts", "a.js", "f(a);", "g(010);"],
    ["a.cjs", "a.cjs", "import 'x'; f(a);", "import 'x'; await a;"],
  ])("are told by the ending of the file: %s, %s", (held, free, before, after) => {
    if (held !== free) expect(count(before, after, "javascript", held)).toBeGreaterThan(0);
    expect(count(before, after, "javascript", free)).toBe(0);
  });

  it("cannot be told if only the grammar can read the text before", () => {
    expect(count("f(a)++ ++;", "f(b)++ ++;")).toBeUndefined();
  });

  it("are not asked of other languages", () => {
    expect(count("f(a)", "f(", "python")).toBe(0);
  });
});
