import { expect, it } from "vitest";
import { faultsOf, type Op } from "./faults-of.ts";

const inFunction: Op = { pat: "wrap($A)", out: "(function () { return $A })()" };
const inArrow: Op = { pat: "wrap($A)", out: "(() => $A)()" };
const arrow: Op = { pat: "function ($P) { return $A }", out: "($P) => $A" };
const renamed: Op = { pat: "function wrap($P) { $$$B }", out: "function fresh($P) { $$$B }" };
const bareCall: Op = { pat: "wrap($A)", out: "$A" };
const inLambda: Op = { pat: "wrap($A)", out: "(lambda: $A)()" };
const inList: Op = { pat: "wrap($A)", out: "[$A for _ in range(1)]" };
const inGenerator: Op = { pat: "wrap($A)", out: "next($A for _ in range(1))" };
const iterated: Op = { pat: "wrap($A)", out: "list(x for x in $A)" };
const run: Op = { pat: "with wrap:\n    $$$B", out: "def run():\n    $$$B\nrun()" };
const toClass: Op = { pat: "with wrap:\n    $$$B", out: "class Run:\n    $$$B" };

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
  [
    "class K extends L { m() { g(wrap(super.x())); } }\n",
    { pat: "wrap($A)", out: "({ m() { return $A } }).m()" },
    ["captured super"],
  ],
  ["class K extends L { m() { g(wrap(super.x())); } }\n", inArrow, []],
  [
    "function f() { g(wrap(this.x)); }\n",
    { pat: "wrap($A)", out: "(class { static accessor [$A] = 1 })" },
    [],
  ],
  [
    "function f() { g(wrap(this.x)); }\n",
    { pat: "wrap($A)", out: "(class { static accessor x = $A })" },
    ["captured this"],
  ],
  [
    "function f() { var z = 0; try { var z = 1; } catch {} return z; }\n",
    { pat: "try { $$$B } catch {}", out: "(() => { $$$B })();" },
    ["captured z"],
  ],
  [
    "function f() { try { let z = 1; g(z); } catch {} }\n",
    { pat: "try { $$$B } catch {}", out: "(() => { $$$B })();" },
    [],
  ],
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
  ["class A(B):\n    def f(self): return wrap(super().f())\n", inList, ["captured super"]],
  ["class A(B):\n    def f(self): return wrap(super().f())\n", inGenerator, ["captured super"]],
  ["class A(B):\n    def f(self): return wrap(super().f())\n", iterated, []],
  ["class A(B):\n    def f(self): return [wrap(super().f()) for a in b]\n", bareCall, []],
  ["async def f():\n    wrap(await a)\n", inGenerator, ["captured await"]],
  ["async def f():\n    wrap(await a)\n", inList, []],
  ["async def f():\n    wrap(await a)\n", iterated, []],
  ["async def f():\n    wrap(a(await b for b in c))\n", inList, []],
  ["async def f():\n    wrap([a async for a in b])\n", inGenerator, ["captured async"]],
  ["async def f():\n    wrap([a async for a in b])\n", inList, []],
  ["async def f():\n    with wrap:\n        async with a: pass\n", run, ["captured async"]],
  ["async def f():\n    with wrap:\n        async for a in b: pass\n", run, ["captured async"]],
  ["async def f():\n    with wrap:\n        async def g(): pass\n", run, []],
  ["def f(a):\n    return wrap(locals())\n", inLambda, ["captured locals"]],
  ["def f(a):\n    return wrap(vars())\n", inList, ["captured vars"]],
  ["def f(a):\n    return wrap(vars(a))\n", inLambda, []],
  ["def f(a):\n    return wrap(a.locals())\n", inLambda, []],
  ["def vars(): pass\ndef f(a):\n    return wrap(vars())\n", inLambda, []],
  ['def f(a):\n    return wrap(eval("a"))\n', inLambda, ["captured eval"]],
  ['def f(a):\n    return wrap(eval("a"))\n', iterated, []],
  ['a = wrap(eval("1"))\n', inLambda, []],
  ["def f():\n    y = 0\n    with wrap:\n        y += 1\n    return y\n", run, ["captured y"]],
  ["y = 0\nwith wrap:\n    y += 1\nprint(y)\n", toClass, ["captured y"]],
  ["y = 0\nwith wrap:\n    del y\n", run, ["captured y"]],
  ["def f():\n    with wrap:\n        return 1\n", toClass, ["captured return"]],
  ["def f():\n    with wrap:\n        yield 1\n", toClass, ["captured yield"]],
  ["async def f():\n    with wrap:\n        await g\n", toClass, ["captured await"]],
  [
    "class A(B):\n    def f(self):\n        with wrap:\n            super().g()\n",
    toClass,
    ["captured super"],
  ],
  ["class A(B):\n    with wrap:\n        def f(self): return super().g()\n", toClass, []],
  ["def f():\n    with wrap:\n        y = 1\n        y += 1\n", run, []],
  ["def f(y):\n    with wrap:\n        y[0] += 1\n    return y\n", run, []],
  ["y = 0\ndef f():\n    wrap(y)\n", { pat: "wrap($A)", out: "$A = 1" }, ["captured y"]],
  ["y = 0\nwrap(y)\n", { pat: "wrap($A)", out: "$A = 1" }, []],
])("L7 in Python, too: %s", (code, op, faults) => {
  expect(faultsOf(code, op, "python")).toEqual(faults);
});

const at: Op = { pat: "old($A)", out: "arguments[$A]" };
const inClass: Op = {
  pat: "wrap($A)",
  out: "new (class { #p = 2; get() { return $A } })().get()",
};
const inOther: Op = { pat: "wrap($A)", out: "new (class { #q = 2; get = () => $A })().get()" };

it.each<[code: string, op: Op, faults: readonly string[]]>([
  ["g(old(0));\n", at, ["unbound arguments"]],
  ["export const a = () => old(0);\n", at, ["unbound arguments"]],
  ["function f() { g(() => old(0)); }\n", at, []],
  [
    "g(old(arguments));\n",
    { pat: "old(arguments)", out: "fresh(arguments[0])" },
    ["unbound fresh"],
  ],
  [
    "export const f = function () { g(arguments) };\n",
    { pat: "function () { $$$B }", out: "() => { $$$B }" },
    ["captured arguments"],
  ],
  ["class K { #p = 1; static m(o) { g(wrap(o.#p)); } }\n", inClass, ["captured #p"]],
  ["class K { #p = 1; static m(o) { g(wrap(#p in o)); } }\n", inClass, ["captured #p"]],
  ["class K { #p = 1; static m(o) { g(wrap(o.#p)); } }\n", inOther, []],
  ["class K { p = 1; static m(o) { g(wrap(o.p)); } }\n", inClass, []],
  ["g(wrap(class { #p = 1; m(o) { return #p in o } }));\n", inClass, []],
  [
    "class K { #p = 1; m(o) { wrap(() => { class B { #q; n(o) { return o.#q + o.#p } } }) } }\n",
    { pat: "wrap(() => { $$$B })", out: "{ $$$B }" },
    [],
  ],
])("L7 words of functions at the top, and private names: %s", (code, op, faults) => {
  expect(faultsOf(code, op)).toEqual(faults);
});

const toCallback: Op = {
  pat: "for (const $X of $L) { $$$B }",
  out: "$L.forEach(($X) => { $$$B })",
};
const toIf: Op = { pat: "switch ($X) { case $A: $$$B }", out: "if ($X === $A) { $$$B }" };
const once: Op = { pat: "if ($C) { $$$B }", out: "while ($C) { $$$B }" };
const unlooped: Op = { pat: "for (const $X of $L) { $$$B }", out: "{ const $X = $L[0]; $$$B }" };
const otherLoop: Op = { pat: "while ($C) { $$$B }", out: "for (; $C; ) { $$$B }" };
const bare: Op = { pat: "if ($C) $B", out: "while ($C) $B" };

it.each<[code: string, op: Op, faults: readonly string[]]>([
  ["for (const x of a) { if (x) break; g(x) }\n", toCallback, ["captured break"]],
  ["for (const x of a) { if (x) continue; g(x) }\n", toCallback, ["captured continue"]],
  ["for (const x of a) { for (;;) { if (x) break; } }\n", toCallback, []],
  ["b: for (;;) { for (const x of a) { if (x) break b; } }\n", toCallback, ["captured break"]],
  ["for (const x of a) { b: for (;;) { continue b; } }\n", toCallback, []],
  ["for (;;) { switch (a) { case 1: g(); break } }\n", toIf, ["captured break"]],
  ["switch (a) { case 1: g(); break }\n", toIf, ["captured break"]],
  ["for (;;) { switch (a) { case 1: g(); continue } }\n", toIf, []],
  ["for (;;) { if (a) { break } }\n", once, ["captured break"]],
  ["switch (a) { case 1: if (b) { break } }\n", once, ["captured break"]],
  ["for (;;) { if (a) { for (;;) { break } } }\n", once, []],
  ["b: for (;;) { if (a) { break b } }\n", once, []],
  ["for (;;) { if (a) break; }\n", bare, ["captured break"]],
  ["for (;;) { if (a) g(a); }\n", bare, []],
  ["for (;;) { for (const x of a) { continue } }\n", unlooped, ["captured continue"]],
  ["while (a) { if (a) break; else continue }\n", otherLoop, []],
  [
    "for (;;) { if (wrap(Map)) break; }\n",
    { pat: "if (wrap($C)) $B", out: "if (Array($C)) $B" },
    [],
  ],
  ["function f() { g(a) }\n", { pat: "g($A)", out: "break" }, ["unbound break"]],
  ["function f() { for (;;) g(a) }\n", { pat: "g($A)", out: "break" }, []],
  [
    "function* f() { g(wrap(yield)) }\n",
    { ...inFunction, out: "function* () { $A }" },
    ["captured yield"],
  ],
])("L7 a jump keeps its loop: %s", (code, op, faults) => {
  expect(faultsOf(code, op)).toEqual(faults);
});

const toCall: Op = { pat: "for $X in $L:\n    $$$B", out: "def each($X):\n    $$$B\neach($L)" };
const toTwo: Op = { pat: "if $C:\n    $$$B", out: "for _ in $C:\n    $$$B" };
const toElse: Op = { pat: "if $C:\n    $$$B", out: "for _ in $C:\n    pass\nelse:\n    $$$B" };
const inDef: Op = { pat: "if a:\n    $$$B", out: "def run():\n    $$$B\nrun()" };
const unfunctioned: Op = { pat: "def wrap($A):\n    $$$B", out: "$$$B" };

it.each<[code: string, op: Op, faults: readonly string[]]>([
  ["for x in a:\n    break\n", toCall, ["captured break"]],
  ["for x in a:\n    for y in x: break\n", toCall, []],
  ["def f():\n    for x in a:\n        return x\n", toCall, ["captured return"]],
  ["for x in a:\n    if x:\n        continue\n", toTwo, ["captured continue"]],
  ["for x in a:\n    if x:\n        continue\n", toElse, []],
  ["while a:\n    pass\nelse:\n    if x:\n        print(x)\n", toTwo, []],
  ["def wrap(a):\n    return 1\n", unfunctioned, ["captured return"]],
  ["def wrap(a):\n    print(1)\n", unfunctioned, []],
  ["def f():\n    y = 0\n    if a:\n        y = 1\n    return y\n", inDef, ["captured y"]],
  ["if a:\n    y = 1\n    print(y)\n", inDef, []],
  ["def g(y):\n    r = wrap((y := 5))\n    return r + y\n", inLambda, ["captured y"]],
  [
    "for r in a:\n    pass\nr = 1\nprint(r)\n",
    { pat: "for $X in $L:\n    pass", out: "[0 for $X in $L]" },
    ["captured r"],
  ],
  ["print(1)\n", { pat: "print($A)", out: "continue" }, ["unbound continue"]],
  ["for x in a: print(1)\n", { pat: "print($A)", out: "continue" }, []],
])("L7 so does one of Python: %s", (code, op, faults) => {
  expect(faultsOf(code, op, "python")).toEqual(faults);
});

it("L7 a function of a block is a name around it in sloppy code", () => {
  const op = { pat: "function g($P) { return $B }", out: "const g = ($P) => $B;" };
  const code = "if (1) { function g(a) { return a } }\ng(1);\n";
  expect(faultsOf(code, op, "javascript")).toEqual(["unbound g"]);
  expect(faultsOf(`${code}export {};\n`, op, "javascript")).toEqual([]);
});
