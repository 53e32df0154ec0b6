import { expect, it } from "vitest";
import { faultsOf, type Op } from "./faults-of.ts";

const fresh: Op = { pat: "old($A)", out: "fresh($A)" };
const bind: Op = { pat: "old($A)", out: "a = $A" };
const one: Op = { pat: "a($A)", out: "$A" };

it.each<[what: string, code: string, op: Op, faults: readonly string[] | undefined]>([
  ["unbound: of out", "old(1)\n", fresh, ["unbound fresh"]],
  ["unbound: of out, declared below", "old(1)\ndef fresh(a): pass\n", fresh, []],
  ["unbound: of out, imported", "from m import fresh\nold(1)\n", fresh, []],
  ["unbound: of out, used before", "fresh(0)\nold(1)\n", fresh, []],
  ["unbound: of out, of the language", "old(1)\n", { pat: "old($A)", out: "len($A)" }, []],
  ["unbound: of out, a keyword", "old(1)\n", { pat: "old($A)", out: "print(end=$A)" }, []],
  ["unbound: of out, after a star", "from m import *\nold(1)\n", fresh, []],
  [
    "unbound: its import goes",
    "import a\na.b\n",
    { pat: "import a", out: "import b" },
    ["unused b", "unbound a"],
  ],
  ["captured: of out, a parameter", "def f(fresh):\n    old(1)\n", fresh, ["captured fresh"]],
  ["captured: of out, of another function", "def f(fresh): pass\nfresh(0)\nold(1)\n", fresh, []],
  [
    "captured: of out, of the language",
    "def f(len):\n    old(1)\n",
    { pat: "old($A)", out: "len($A)" },
    ["captured len"],
  ],
  [
    "captured: a capture",
    "x = m = 1\neach(x)\n",
    { pat: "each($A)", out: "[$A for x in m]" },
    ["captured x"],
  ],
  [
    "captured: another capture",
    "y = m = 1\neach(y)\n",
    { pat: "each($A)", out: "[$A for x in m]" },
    [],
  ],
  ["captured: around it", "a = 1\ndef f():\n    old(2)\n    a.b\n", bind, ["captured a"]],
  ["captured: of another function", "a = 1\ndef f():\n    old(2)\ndef g():\n    a.b\n", bind, []],
  [
    "duplicate: a parameter",
    "def f(a, b): pass\n",
    { pat: "def f($A, $B): pass", out: "def f($A, $A): pass" },
    ["duplicate a"],
  ],
  ["duplicate: a variable is none", "a = 1\nold(2)\n", bind, []],
  ["unused: the last use goes", "from m import a\na(1)\n", one, ["unused a"]],
  ["unused: but for another", "from m import a\na(1)\nb = a\n", one, []],
])("%s", (_what, code, op, faults) => {
  expect(faultsOf(code, op, "python")).toEqual(faults);
});
