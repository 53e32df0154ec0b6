import { parse } from "@ast-grep/napi";
import { expect, it } from "vitest";
import { javascriptNames } from "../../../src/names/javascript/javascript-names.ts";
import { placesOfUndeclared } from "../../../src/names/javascript/undeclared-names.ts";

const CALL = "function f(b) { return later(a, b); }";

function found(code: string, dialect: "jsx" | "ts" | "tsx" = "ts") {
  const languages = { jsx: "JavaScript", ts: "TypeScript", tsx: "Tsx" } as const;
  return placesOfUndeclared(parse(languages[dialect], code).root(), "later", dialect);
}

it.each([
  CALL,
  "const { x = later(a) } = b; later.c; new later(); [...later];",
  "enum E { a = later }; type T = ReturnType<typeof later>; later<T>(a) as T;",
  "obj = { later: later, m() {} }; a.later(); class A { later = later(b); later() {} }",
  'const s = "\\u0061 with text"; /* with later, in an evaluation */ later(a);',
])("finds all places of a name that nothing declares: %s", (code) => {
  const places = found(code);
  expect(places?.size).toBeGreaterThan(0);
  const names = javascriptNames(code, "ts");
  for (const start of places ?? [])
    expect(names?.resolve({ start, end: start + "later".length })).toEqual({
      kind: "global",
      name: "later",
      path: [],
    });
});

it.each([
  'import { later } from "a";',
  'import later from "a";',
  'import * as later from "a";',
  'import later = require("a");',
  "var later = a;",
  "let [later] = a;",
  "const { later } = a;",
  "const { b: later } = a;",
  "const { b: later = c } = a;",
  "const { ...later } = a;",
  "function later() {}",
  "(function later() { later(); });",
  "class later {}",
  "(class later {});",
  "function g(later) {}",
  "function g(later = 1) {}",
  "function g(...later) {}",
  "later => 1;",
  "(later, b) => 1;",
  "async later => 1;",
  "try {} catch (later) {}",
  "for (const later of a) {}",
  "for (let later = 1;;) {}",
  "enum later { a }",
  "enum E { later, b = later }",
  'enum E { "later" = 1, b = later }',
  "namespace later { export const a = 1; }",
  "type later = 1;",
  "interface later {}",
  "declare function later(): void;",
  "declare global { function later(): void; }",
  "var l\\u0061ter = a;",
  "with (a) later(b);",
  "eval(a);",
  "function g(this: later) {}",
  "type A<later> = later;",
  "type B = C extends infer later ? later : 1;",
])("leaves to the scopes what they have to tell: %s", (code) => {
  expect(found(`${CALL}\n${code}`)).toBe(undefined);
});

it("leaves a tree with errors, which may hide a declaration, and tags of JSX", () => {
  expect(found(`${CALL}\nvar = ;`, "jsx")).toBe(undefined);
  expect(found(`${CALL}\n<later />;`, "jsx")).toBe(undefined);
  expect(found(`${CALL}\n<A b={later} />;`, "tsx")?.size).toBe(2);
});
