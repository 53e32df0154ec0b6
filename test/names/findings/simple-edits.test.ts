import { expect, it } from "vitest";
import { faultsOf, type Op } from "./faults-of.ts";

const counted: Op = { pat: "if ($C) { $$$B }", out: "if ($C) { count(); $$$B }" };

/** The same text with code that makes Sluice find its scopes. */
const withScopes = (code: string) => `${code}\nfunction unused() { with (eval) {} }\n`;

it.each<[code: string, op: Op, faults: readonly string[]]>([
  ["if (a) { b(); }", counted, ["unbound count"]],
  ["function count() {}\nif (a) { b(); }", counted, []],
  ["if (a) { const count = 1; b(); }", counted, ["captured count"]],
  ["function f(count) { if (a) { b(); } }", counted, ["captured count"]],
  ["if (a) { var { x: count } = b; }", counted, []],
  ["if (a) { c\\u006funt; }", counted, []],
  ["if (a) { b(); }", { pat: "if ($C) { $$$B }", out: "if (!$C) { $$$B }" }, []],
  [
    "if (a) { b(); }",
    { pat: "if ($C) { $$$B }", out: "if (describe($C)) { $$$B }" },
    ["unbound describe"],
  ],
  ["it(); if (a) { b(); }", { pat: "if ($C) { $$$B }", out: "if (describe($C)) { $$$B }" }, []],
  ["if (a) { let x = 1; x; }", { pat: "if ($C) { $$$B }", out: "{ $$$B } $C;" }, []],
  [
    "let x; if (x) { let x = 1; }",
    { pat: "if ($C) { $$$B }", out: "{ $C; $$$B }" },
    ["captured x"],
  ],
  [
    "function x() { x; }",
    { pat: "function x() { $$$B }", out: "if (a) { $$$B }" },
    ["unbound a", "unbound x"],
  ],
  ["o = { m(x) { x; } };", { pat: "o = { m(x) { $$$B } }", out: "if (o) { $$$B }" }, ["unbound x"]],
  ["o = { m() { a(); } };", { pat: "o = { m() { $$$B } }", out: "o = { get p() { $$$B } }" }, []],
  [
    "while (a) { break; }",
    { pat: "while ($A) { $$$B }", out: "if ($A) { $$$B }" },
    ["captured break"],
  ],
  ["old(1);", { pat: "old($A)", out: "Record($A)" }, ["unbound Record"]],
  ["old(a);", { pat: "old($A);", out: "lab: $A();" }, []],
])("judges names that keep their blocks as with the scopes: %s %o", (code, op, faults) => {
  expect(faultsOf(code, op, "javascript")).toEqual(faults);
  expect(faultsOf(withScopes(code), op, "javascript")).toEqual(faults);
});
