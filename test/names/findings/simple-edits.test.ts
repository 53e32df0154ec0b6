import { expect, it } from "vitest";
import { faultsWithoutUnused, type Op } from "./faults-of.ts";

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
  expect(faultsWithoutUnused(code, op, "javascript")).toEqual(faults);
  expect(faultsWithoutUnused(withScopes(code), op, "javascript")).toEqual(faults);
});

const toVi: Op = { pat: "jest.fn($$$A)", out: "vi.fn($$$A)" };
const toCount: Op = { pat: "old($$$A)", out: "count($$$A)" };

it.each<[code: string, op: Op, faults: readonly string[]]>([
  ["jest.fn(); expect(a);", toVi, []],
  ["jest.fn(); // expect(a)", toVi, ["unbound vi"]],
  ["jest.fn(); `expect(a)`;", toVi, ["unbound vi"]],
  ['import { expect } from "a"; jest.fn(); expect(a);', toVi, ["unbound vi"]],
  ["function f(expect) { expect(a); } jest.fn();", toVi, ["unbound vi"]],
  ["function f(expect) { expect(a); } jest.fn(); it(b);", toVi, []],
  ["jest.fn(expect(a));", toVi, []],
  ["/* global vi */ jest.fn();", toVi, []],
  ["jest.fn(); a.vi; // vi", toVi, ["unbound vi"]],
  ["jest.fn(); [...vi];", toVi, []],
  ["old(a); x.count; y?.count();", toCount, ["unbound count"]],
  ["old(a); ({ ...count });", toCount, []],
  ["old(a); count(b);", toCount, []],
  ["old(count);", toCount, []],
  ["old(a); count(old(b));", toCount, []],
  ["old(a); const count = b;", toCount, ["captured count"]],
  ["function f(count) { old(a); }", toCount, ["captured count"]],
  ["namespace a.count { old(b); }", toCount, ["unbound count"]],
  ["old(a); o = { count: 1 };", toCount, ["unbound count"]],
  ["old.count(a);", { pat: "old.$M($$$A)", out: "count.$M($$$A)" }, ["unbound count"]],
  ["old(count.old);", { pat: "count.$M", out: "count.now" }, []],
  ["export {}; old(a);", { pat: "old($A)", out: "require($A)" }, []],
  ["old(a); globalThis.b;", { pat: "old($A)", out: "globalThis.old($A)" }, []],
  ["old(a);", { pat: "old($A)", out: "Partial($A)" }, ["unbound Partial"]],
])("judges names that nothing declares as with the scopes: %s %o", (code, op, faults) => {
  expect(faultsWithoutUnused(code, op)).toEqual(faults);
  expect(faultsWithoutUnused(`${code}\n// eval`, op)).toEqual(faults);
});

it("knows that a module of JavaScript has no `require`", () => {
  const op: Op = { pat: "old($A)", out: "require($A)" };
  expect(faultsWithoutUnused("export {}; old(a);", op, "javascript")).toEqual(["unbound require"]);
});
