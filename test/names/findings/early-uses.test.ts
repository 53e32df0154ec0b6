import { expect, it } from "vitest";
import { faultsOf, type Op } from "./faults-of.ts";

const arrow: Op = { pat: "function $F($$$P) { return $E }", out: "const $F = ($$$P) => $E;" };
const constant: Op = { pat: "let $A = $B", out: "const $A = $B" };
const lexical: Op = { pat: "var $A = $B", out: "let $A = $B" };
const counted: Op = { pat: "for (let $A = $B; $C; $D) $E", out: "for (const $A = $B; $C; $D) $E" };
const inTurn: Op = { pat: "{ $A\n$B }", out: "{ $B\n$A }" };
const asClass: Op = { pat: "function $F() { $$$B }", out: "class $F { x() { $$$B } }" };
const each: Op = { pat: "for (var $X of $L) $B", out: "for (const $X of $L) $B" };
const fresh: Op = { pat: "old($A)", out: "fresh($A)" };
const captured = (name: string) => [`captured ${name}`];

it.each<[code: string, op: Op, faults: readonly string[]]>([
  ["g(f(1));\nfunction f(a) { return a }\n", arrow, captured("f")],
  ["function g() { { f(1) } function f(a) { return a } }\n", arrow, captured("f")],
  [
    "switch (a) { case 1: f(1); break; case 2: function f(a) { return a } }\n",
    arrow,
    captured("f"),
  ],
  ["function f(a) { return a }\ng(f(1));\n", arrow, []],
  ["const g = () => f(1);\nfunction f(a) { return a }\ng();\n", arrow, []],
  ["class K { static a = () => f(1); }\nfunction f(a) { return a }\n", arrow, []],
  ["export { f };\nfunction f(a) { return a }\n", arrow, []],
  ["export default f;\nfunction f(a) { return a }\n", arrow, captured("f")],
  ["export { f as default };\nfunction f(a) { return a }\n", arrow, []],
  ["function f(a) { return a }\nfunction g(h) { f = h(f) }\n", arrow, captured("f")],
  [
    "let a = require('a');\nfunction g() { a = 1 }\n",
    { pat: "let a = require('a')", out: "import a from 'a'" },
    captured("a"),
  ],
  ["type A = typeof f;\nfunction f(a) { return a }\n", arrow, []],
  ["function f(a) { return a ? f(a - 1) : a }\n", arrow, []],
  ["new F();\nfunction F() { g() }\n", asClass, captured("F")],
  ["function F() { g() }\nnew F();\n", asClass, []],
  ["let a = 1;\na = 2;\n", constant, captured("a")],
  ["let a = 1;\nfunction f() { a++ }\n", constant, captured("a")],
  ["let a = 1;\n[a] = [2];\n", constant, captured("a")],
  ["let a = 1;\ng(a);\na.b = 2;\n", constant, []],
  ["let a = 1;\nfunction f() { let b; b = a; }\n", constant, []],
  ["for (let i = 0; i < 9; i++) g(i);\n", counted, captured("i")],
  ["g(a);\nvar a = 1;\n", lexical, captured("a")],
  ["a = 0;\nvar a = 1;\n", lexical, captured("a")],
  ["var a = a || {};\n", lexical, captured("a")],
  ["var a = () => a();\na = 1;\n", lexical, []],
  ["for (var x of l) g(x);\n", each, []],
  ["for (var x of l) x = 1;\n", each, captured("x")],
  ["{ f(); function f() {} }\n", inTurn, []],
  ["{ const b = 1; g(b); }\n", inTurn, captured("b")],
  ["const { a, b = a } = c;\n", { pat: "const $A = c", out: "let $A = d()" }, ["unbound d"]],
  ["old(1);\nconst fresh = (a) => a;\n", fresh, captured("fresh")],
  ["old(1);\nclass fresh {}\n", fresh, captured("fresh")],
  ["const fresh = old(1);\n", fresh, captured("fresh")],
  ["const fresh = (a) => a;\nold(1);\n", fresh, []],
  ["() => old(1);\nconst fresh = (a) => a;\n", fresh, []],
  ["const fresh = () => old(1);\n", fresh, []],
  ["old(1);\nvar fresh;\n", fresh, []],
  ["old(1);\ndeclare const fresh: () => void;\n", fresh, []],
  ["const a = 1;\nset(a, 2);\n", { pat: "set($A, $B)", out: "$A = $B" }, captured("a")],
  ["let a = 1;\nset(a, 2);\n", { pat: "set($A, $B)", out: "$A = $B" }, []],
  ["const a = {};\nset(a.b, 2);\n", { pat: "set($A, $B)", out: "$A = $B" }, []],
  ["const a = 1;\nold(a);\n", { pat: "old($A)", out: "$A++" }, captured("a")],
])("L7 a use that would fail is told: %s", (code, op, faults) => {
  expect(faultsOf(code, op)).toEqual(faults);
});
