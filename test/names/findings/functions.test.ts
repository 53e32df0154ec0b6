import { expect, it } from "vitest";
import { faultsOf, type Op } from "./faults-of.ts";

const inFunction: Op = { pat: "wrap($A)", out: "(function () { return $A })()" };
const inArrow: Op = { pat: "wrap($A)", out: "(() => $A)()" };
const arrow: Op = { pat: "function ($P) { return $A }", out: "($P) => $A" };
const renamed: Op = { pat: "function wrap($P) { $$$B }", out: "function fresh($P) { $$$B }" };
const inLambda: Op = { pat: "wrap($A)", out: "(lambda: $A)()" };

const loop: Op = { pat: "$L.forEach(($X) => { $$$B });", out: "for (const $X of $L) { $$$B }" };
const plainFunction: Op = {
  pat: "($P) => { $$$B }",
  out: "function ($P) { $$$B }",
};

it.each<[code: string, op: Op, faults: readonly string[]]>([
  ["function f() { g(wrap(arguments[0])); }\n", inFunction, ["captured arguments"]],
  ["function f() { g(wrap(this.x)); }\n", inFunction, ["captured this"]],
  ["function f() { g(wrap(new.target)); }\n", inFunction, ["captured target"]],
  ["class A { b = wrap(this.x); }\n", inFunction, ["captured this"]],
  ["g(wrap(function () { return this; }));\n", inFunction, []],
  ["function f() { g(wrap(this.x)); }\n", inArrow, []],
  ["a = { m: function (a) { return this.x + a } };\n", arrow, ["captured this"]],
  ["a = { m: function (a) { return function () { return this } } };\n", arrow, []],
  ["a = function (a) { return a };\n", arrow, []],
  ["function wrap(a) { g(this, arguments); }\n", renamed, []],
  ["function f(a) { a.forEach((x) => { if (x) return; g(x); }); }\n", loop, ["captured return"]],
  ["function f(a) { a.forEach((x) => { g(() => { return x }); }); }\n", loop, []],
  ["function f(a) { return g(wrap(a)); }\n", inFunction, []],
  ["f = (a) => { return a };\n", plainFunction, []],
  ["function f(arguments_) { g(wrap(arguments_)); }\n", inFunction, []],
])("L7 a word that a function gives is captured by another one: %s", (code, op, faults) => {
  expect(faultsOf(code, op)).toEqual(faults);
});

it.each<[code: string, op: Op, faults: readonly string[]]>([
  ["def f():\n    g(wrap((yield 1)))\n", inLambda, ["captured yield"]],
  ["async def f():\n    g(wrap(await a))\n", inLambda, ["captured await"]],
  ["class A(B):\n    def f(self): return wrap(super().f())\n", inLambda, ["captured super"]],
  ["def f():\n    g(wrap(a))\n    yield 1\n", inLambda, []],
  ["g(wrap(lambda: (yield 1)))\n", inLambda, []],
  ["class A(B):\n    def f(self): return wrap(super().f())\n", { pat: "wrap($A)", out: "$A" }, []],
])("L7 in Python, too: %s", (code, op, faults) => {
  expect(faultsOf(code, op, "python")).toEqual(faults);
});

it("L7 a function of a block is a name around it in sloppy code", () => {
  const op = { pat: "function g($P) { return $B }", out: "const g = ($P) => $B;" };
  const code = "if (1) { function g(a) { return a } }\ng(1);\n";
  expect(faultsOf(code, op, "javascript")).toEqual(["unbound g"]);
  expect(faultsOf(`${code}export {};\n`, op, "javascript")).toEqual([]);
});
