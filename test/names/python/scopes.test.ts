import { describe, expect, it } from "vitest";
import { marked, meaningAtMark } from "./names-in.ts";

type Row = [code: string, meaning: string];

describe("a name of Python means the declaration of the nearest scope that has it", () => {
  it.each<Row>([
    ["x = 1\ndef f():\n  «x»\n", "variable 1"],
    ["x = 1\ndef f():\n  «x»\n  x = 2\n", "variable 4"],
    ["x = 1\ndef f():\n  del x\n  «x»\n", "variable 3"],
    ["x = 1\ndef f(\n  x): return «x»\n", "parameter 3"],
    ["x = 1\ndef f(\n  x=«x»): pass\n", "variable 1"],
    ["x = 1\ndef f(\n  x: «x»): pass\n", "variable 1"],
    ["x = 1\ndef f(\n  x) -> «x»: pass\n", "variable 1"],
    ["x = 1\ndef f(\n  *x: «x»): pass\n", "variable 1"],
    ["x = 1\ndef f(*\n  x): «x»\n", "parameter 3"],
    ["x = 1\ndef f(**\n  x): «x»\n", "parameter 3"],
    ["x = 1\ndef f(y: T, *,\n  x: T = 1): «x»\n", "parameter 3"],
    ["x = 1\nlambda y=(\n  «x»), *x: 1\n", "variable 1"],
    ["x = 1\nlambda y, *\\\n  x: (1 + «x»)\n", "parameter 3"],
  ])("of functions: %j", (code: string, meaning: string) => {
    expect(marked(code)).toBe(meaning);
  });

  it.each<Row>([
    ["x = 1\n[y for\n x in «x»]\n", "variable 1"],
    ["x = 1\n[y for\n x in f(1 + «x»)]\n", "variable 1"],
    ["x = 1\n[«x» for\n x in y]\n", "variable 3"],
    ["x = 1\n[y for\n x in y for z in «x»]\n", "variable 3"],
    ["x = 1\n[y for\n x, *z in y if «x»]\n", "variable 3"],
    ["x = 1\n{x: y for\n x, y in z}\n«x»\n", "variable 1"],
    ["def f():\n  [(x := y) for y in z]\n  return «x»\n", "variable 2"],
    ["def f():\n  [(y := 1) for a in [b for b in c]]\n  return «b»\n", "global b"],
  ])("of comprehensions: %j", (code: string, meaning: string) => {
    expect(marked(code)).toBe(meaning);
  });

  it.each<Row>([
    ["x = 1\nclass A:\n  x = 2\n  def f(self): «x»\n", "variable 1"],
    ["x = 1\nclass A:\n  x = 2\n  y = «x»\n", "variable 3"],
    ["x = 1\nclass A:\n  x = 2\n  [1 for y in «x»]\n", "variable 3"],
    ["x = 1\nclass A:\n  x = 2\n  [«x» for y in z]\n", "variable 1"],
    ["x = 1\nclass A:\n  x = «x»\n", "variable 1"],
    ["def f(x):\n  class A:\n    x = «x»\n", "variable 3"],
    ["x = 1\nclass A:\n  if a:\n    x = 2\n  y = «x»\n", "unknown"],
    ["x = 1\nclass A:\n  for i in a:\n    y = «x»\n    x = 2\n", "unknown"],
    ["class A:\n  if a:\n    x = 2\n  y = «x»\n", "variable 3"],
    ["class A:\n  id = «id»\n", "global id"],
    ["class A:\n  def f(self): pass\n  g = «f»\n", "function 2"],
    ["class A(«A»):\n  pass\n", "class 1"],
    ["class A:\n  x: int = 1\n  class B:\n    «x»\n", "global x"],
    ["class A:\n  def f(self, __x): return «__x»\n", "parameter 2"],
    ["__x = 1\nclass A:\n  def f(self): return «__x»\n", "global __x"],
    ["_A__x = 1\nclass _A:\n  def f(self): return «__x»\n", "variable 1"],
    ["__x__ = 1\nclass A:\n  def f(self): return «__x__»\n", "variable 1"],
    ["__x = 1\nclass _:\n  def f(self): return «__x»\n", "variable 1"],
  ])("of classes: %j", (code: string, meaning: string) => {
    expect(marked(code)).toBe(meaning);
  });

  it.each<Row>([
    ["x = 1\ndef f():\n  x = 2\n  def g():\n    global x\n    «x»\n", "variable 1"],
    ["x = 1\ndef f():\n  x = 2\n  def g():\n    nonlocal x\n    «x»\n", "variable 3"],
    ["x = 1\ndef f():\n  global x\n  def g():\n    «x»\n", "variable 1"],
    ["x = 1\ndef f(x):\n  def g():\n    global x\n    def h(): «x»\n", "variable 1"],
    ["def f():\n  global x\n  x = 1\n«x»\n", "variable 3"],
    ["class A:\n  global x\n  x = 1\n«x»\n", "variable 3"],
    ["x = 1\ndef f():\n  global «x»\n", "variable 1"],
  ])("as global and nonlocal say: %j", (code: string, meaning: string) => {
    expect(marked(code)).toBe(meaning);
  });

  it.each<Row>([
    ["«id»\nid = 1\n", "global id"],
    ["id = «id»\n", "global id"],
    ["id = 1\n«id»\n", "variable 1"],
    ["try:\n  unicode\nexcept NameError:\n  unicode = str\n«unicode»\n", "unknown"],
    ["def f(): return «input»\ninput = raw_input\n", "variable 2"],
    ["def f(): return «id»\nif x:\n  id = 1\n", "unknown"],
    ["«x»\nx = 1\n", "variable 2"],
  ])("or the built-in of that name: %j", (code: string, meaning: string) => {
    expect(marked(code)).toBe(meaning);
  });

  it.each<Row>([
    ["match p:\n  case x: «x»\n", "variable 2"],
    ["match p:\n  case «x».y: 1\n", "global x"],
    ["match p:\n  case x.«y»: 1\n", "none"],
    ["match p:\n  case «Foo»(x, y=z): 1\n", "global Foo"],
    ["match p:\n  case Foo(x,\n y=z): «z»\n", "variable 3"],
    ["match p:\n  case Foo(«y»=z): 1\n", "none"],
    ["match p:\n  case [1, *x] | {'a': y, **x}: «x»\n", "variable 2"],
    ["match p:\n  case [1, *x] | {'a': y, **x}: «y»\n", "variable 2"],
    ["match p:\n  case int() as x if «x»: 1\n", "variable 2"],
    ["match p:\n  case 1 | (x): «x»\n", "variable 2"],
    ["match = 1\n«match»\n", "variable 1"],
  ])("of patterns: %j", (code: string, meaning: string) => {
    expect(marked(code)).toBe(meaning);
  });

  it.each<Row>([
    ["T = 1\ndef f[\n T](x: «T»): pass\n", "type 3"],
    ["T = 1\ndef f[\n T](x=«T»): pass\n", "variable 1"],
    ["T = 1\ndef f[\n T](): «T»\n", "type 3"],
    ["T = 1\ndef f[\n T: «U»](): pass\n", "global U"],
    ["T = 1\nclass A[\n *T](«T»): pass\n", "type 3"],
    ["T = 1\nclass A[\n **T]:\n  def f(self): «T»\n", "type 3"],
    ["T = 1\nclass A[\n T: int]: pass\n«T»\n", "variable 1"],
    ["type X[\n T] = list[«T»]\n", "type 2"],
    ["type X = «X»\n", "type 1"],
    ["class A:\n  T = 1\n  def f[U](self, x: «T»): pass\n", "variable 2"],
    ["class A:\n  T = 1\n  def f[U](self): «T»\n", "global T"],
    ["m = 1\n«type»(m).x = 2\n", "global type"],
    ["m = 1\ntype(«m»).x = 2\n", "variable 1"],
    ["x = 1\ntype[«x»] = 2\n", "variable 1"],
  ])("of types: %j", (code: string, meaning: string) => {
    expect(marked(code)).toBe(meaning);
  });

  it.each<Row>([
    ["try: f()\nexcept E as x: «x»\n", "variable 2"],
    ["with f() as (x, [y, *z]): «z»\n", "variable 1"],
    ["with (f() as x, g(«x»)): pass\n", "variable 1"],
    ["for x, (y, *z) in a: «z»\n", "variable 1"],
    ["with f() as «x».y: pass\n", "global x"],
    ["for «x».y in a: pass\n", "global x"],
    ["«x».y, z[a] = b\n", "global x"],
    ["x.y, z[«a»] = b\n", "global a"],
    ["[x, *y] = b\n«y»\n", "variable 1"],
    ["x += 1\n«x»\n", "variable 1"],
    ["def f():\n  x: int\n  «x»\n", "variable 2"],
  ])("of targets: %j", (code: string, meaning: string) => {
    expect(marked(code)).toBe(meaning);
  });
});

describe("a name that is not in the text yet means at a place", () => {
  it.each<[code: string, name: string, meaning: string]>([
    ["import os\n«»a\n", "os", "import 1"],
    ["def f(a=«»1 + b): pass\n", "a", "undefined"],
    ["def f(a): «»pass\n", "a", "parameter 1"],
    ["def f(a): pass\n«»b\n", "a", "undefined"],
    ["[1 for a in «»1 + b]\n", "a", "undefined"],
    ["[«»1 for a in b]\n", "a", "variable 1"],
    ["lambda a: «»1\n", "a", "parameter 1"],
    ["class A:\n  a = 1\n  «»2\n", "a", "variable 2"],
    ["class A:\n  a = 1\n  def f(self): «»2\n", "a", "undefined"],
    ["class A:\n  def f(self, __a): «»2\n", "__a", "parameter 2"],
    ["ﬁ = 1\n«»2\n", "ﬁ", "variable 1"],
    ["\n\nx = 1\n«»2\n", "x", "variable 3"],
    ["from a import *\n«»2\n", "x", "unknown"],
    ["c\nwhile a:\n  «»b\n  id = 1\n", "id", "unknown"],
    ["«»b\nid = 1\n", "id", "undefined"],
  ])("%j: %s", (code: string, name: string, meaning: string) => {
    expect(meaningAtMark(code, name)).toBe(meaning);
  });
});
