import { expect, it } from "vitest";
import { faultsOf, type Op } from "./faults-of.ts";

const gone: Op = { pat: "log($A)", out: "" };
const bare: Op = { pat: "doc($A)", out: "$A" };
const logged: Op = { pat: "def f($$$A):\n    $$$B", out: "def f($$$A):\n    log(1)\n    $$$B" };
const renamed: Op = { pat: "def f($$$A):\n    $$$B", out: "def g($$$A):\n    $$$B" };
const unlogged: Op = { pat: "def f():\n    log($A)\n    $$$B", out: "def f():\n    $$$B" };
const unwrapped: Op = { pat: "def f():\n    $$$B", out: "$$$B" };
const translated: Op = { pat: '"a"', out: '_("a")' };
const formatted: Op = { pat: '"a"', out: 'f"a"' };
const documented: Op = { pat: "pass", out: '"""A."""' };
const followed: Op = { pat: '"a"', out: '"a"\nlog(1)' };
const preceded: Op = { pat: '"a"', out: 'log(1)\n"a"' };
const moved = ["captured __doc__"];

/** Python tells the same by `__doc__`. */
it.each<[code: string, op: Op, faults: readonly string[]]>([
  ['def f():\n    log(1)\n    "a"\n', gone, moved],
  ['def f():\n    log(1)\n    b"a"\n', gone, []],
  ['def f():\n    "a"\n    log(1)\n    "b"\n', gone, []],
  ['def f():\n    log(1)\n    # c\n    "a"\n', gone, moved],
  ['log(1)\n"a"\nx = 1\n', gone, moved],
  ['class A:\n    log(1)\n    "a"\n', gone, moved],
  ['if a:\n    log(1)\n    "a"\n', gone, []],
  ['def f():\n    log(1); "a"\n', { pat: "log($A)", out: "1" }, []],
  ['def doc(v): pass\ndef g():\n    doc("a")\n    return 1\n', bare, moved],
  ['def doc(v): pass\ndef g():\n    return doc("a")\n', bare, []],
  ["def doc(v): pass\ndef g():\n    doc(1)\n", bare, []],
  ['def doc(v): pass\ndef g():\n    "b"\n    doc("a")\n', bare, []],
  ["log = 1\ndef g():\n    pass\n", documented, []],
  ['log = 1\ndef f(a):\n    "b"\n    log(a)\n', logged, moved],
  ['log = 1\ndef f(a):\n    g("b")\n', logged, []],
  ['def f(a):\n    """b\n    c"""\n    print(a)\n', renamed, []],
  ['class A:\n    def f(a):\n        "b"\n    def g(): "c"\n', renamed, []],
  ['log = 1\ndef f():\n    log(1)\n    "b"\n    g()\n', unlogged, moved],
  ['log = 1\ndef f():\n    log(1)\n    g("b")\n', unlogged, []],
  ['def f():\n    "b"\n    g()\n', unwrapped, []],
  ['def f():\n    "b"\n    g()\n', { ...unwrapped, out: "class A:\n    $$$B" }, []],
  ['_ = 1\ndef f():\n    "a"\n', translated, moved],
  ['_ = 1\ndef f():\n    return "a"\n', translated, []],
  ['def f():\n    "a"\n', formatted, moved],
  ['def f():\n    "a"\n', { pat: '"a"', out: '"b"' }, []],
  ['def f():\n    "a"\n    pass\n', { pat: '"a"', out: "pass" }, []],
  ['def f():\n    "a"\n    "b"\n', { pat: '"a"', out: "" }, moved],
  ['def f():\n    "a"\n    return 1\n', { pat: '"a"', out: "" }, []],
  ['log = 1\ndef f():\n    "a"\n', followed, []],
  ['log = 1\ndef f():\n    "a"\n', preceded, moved],
  ['"b"\nlog(1)\ndef f():\n    "a"\n    log(2)\n', { pat: "log($A)", out: "log(1, $A)" }, []],
  ['import a\n"b"\n', { pat: "import a", out: "" }, moved],
  ['log(1)\ndef f():\n    "a"\n', { pat: "log($A)", out: "longer_name = $A\n\n" }, []],
])("L7 what a docstring is stays one, and no other string becomes one: %s", (code, op, faults) => {
  expect(faultsOf(code, op, "python")).toEqual(faults);
});
