import { describe, expect, it } from "vitest";
import { findExports, tellsExports } from "../../../src/edit/exports/find-exports.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

/** The names, or `unknown`. */
function exportsOf(code: string, language: Language, path = "a"): string {
  const found = findExports(code, language, path);
  return found === undefined ? "unknown" : [...found].sort().join(" ");
}

type Row = readonly [code: string, names: string];

describe("the names that a module exports", () => {
  it.each<Row>([
    ["const a = 1;", ""],
    ["export const a = 1, b = 2;", "a b"],
    ["export let a: number, b;", "a b"],
    ["export const { a, b: c, d: { e }, f = 1, ...g } = o, [h, , i = 2] = p;", "a c e f g h i"],
    ["export function f() {}\nfunction g() {}", "f"],
    ["export async function* f() {}", "f"],
    ["export class A {}\nexport abstract class B {}", "A B"],
    ["@dec export class A {}", "A"],
    [
      "export interface A {}\nexport type B = 1;\nexport enum C {}\nexport const enum D {}",
      "A B C D",
    ],
    ["export namespace A.B {}\nexport declare module M {}", "A M"],
    ["export declare const a: number;\nexport declare function f(): void;", "a f"],
    ["export default function f() {}", "default"],
    ["export default 1 + 1;", "default"],
    ["export default abstract class A {}", "default"],
    ["export { a, b as c, type D, d as default };", "D a c default"],
    ["export { a as 'a b' };", "a b"],
    ["export type { A } from './a';", "A"],
    ["export { default } from './a';\nexport { default as b } from './b';", "b default"],
    ["export * from './a';", '* from "./a"'],
    ["export * as ns from './a';", "ns"],
    ["export = a;", "="],
    ["export as namespace N;", "global N"],
    ["export import a = b.c;", "a"],
    ["export {}; exports.a = 1;", ""],
    ["export function (", "unknown"],
  ])("of TypeScript %j are %s", (code, names) => {
    expect(exportsOf(code, "typescript")).toBe(names);
  });

  it.each<Row>([
    ["export const a = <b />;", "a"],
    ["module.exports = { a, b: 1, c() {}, get d() {}, 'e f': 2, ...g };", "...g a b c d e f"],
    ["module.exports = exports = { a };", "a"],
    ["module.exports = class {};", "="],
    ["module.exports = require('./a');", "="],
    ["exports.a = exports.b = void 0;\nexports['c'] = 1;", "a b c"],
    ["module.exports.a = 1;", "a"],
    [
      "Object.defineProperty(exports, '__esModule', {}); Object.defineProperty(exports, 'a', {});",
      "a",
    ],
    ["__exportStar(require('./a'), exports);", '* from "./a"'],
    ["if (a) exports.a = 1;", "unknown"],
    ["(function () { module.exports = 1; })();", "unknown"],
    ["module.exports = { [a]: 1 };", "unknown"],
    ["Object.assign(exports, a);", "unknown"],
    ["const e = exports; e.a = 1;", "unknown"],
    ["let e; e = module.exports = {}; e.a = 1;", "unknown"],
    ["const e = module; e.exports = { a };", "unknown"],
    ["const { exports: e } = module; e.a = 1;", "unknown"],
    ["f(module.exports);", "unknown"],
    ["f({ exports });", "unknown"],
    ["typeof exports === 'object' && f(exports);", "unknown"],
    ["module['exports'] = { a };", "unknown"],
    ["module[exports.b] = { a };", "unknown"],
    ["exports.a ??= 1;", "unknown"],
    ["[exports.a, { b: exports.b }] = c;", "unknown"],
    ["for (exports.a of b);", "unknown"],
    ["delete exports.a;", "unknown"],
    ["(exports.a)++;", "unknown"],
    ["module.exports = { a() { exports.b = 1; } };", "unknown"],
    ["exports.a = f(exports);", "unknown"],
    ["module.exports = { a };\nmodule.exports.default = module.exports;", "a default"],
    ["const { b } = exports; exports.a = exports.c.d(b, { ...exports });", "a"],
    ["if (require.main === module) exports.b();\nexports.a = module.id;", "a"],
    ["pkg.exports.a = 1;", ""],
    ["f(exports.a === 1, (exports) => 1);", ""],
    ["const a = 1;", ""],
  ])("of JavaScript %j are %s", (code, names) => {
    expect(exportsOf(code, "tsx")).toBe(names);
    expect(exportsOf(code, "javascript")).toBe(names);
  });

  describe("in languages with a grammar of their own", () => {
    it.each<Row>([
      ["def f(): pass\nclass A: pass\nasync def g(): pass\n@dec\ndef h(): pass", "A f g h"],
      ["a = b = 1\nc: int = 2\n(d, [e, *f]) = x\n_g = 1\nx.y = 1\n", "a b c d e f"],
      ["def _f(): pass\n__version__ = '1'\n", ""],
      ["import os\nfrom a import b\nfrom c import d as e\n", ""],
      ["from a import b as b\nfrom c import *\n", "* from c b"],
      ["if x:\n  a = 1\nelse:\n  b = 1\ntry:\n  c = 1\nexcept E:\n  d = 1\n", "a b c d"],
      ["for i in x:\n  a = 1\nwith y as z:\n  b = 1\n", "a b i z"],
      ["__all__ = ['a', \"_b\"]\n__all__ += ('c',)\nd = 1\n", "_b a c"],
      ["__all__ = ['a'] + b.__all__\n", "unknown"],
      ["__all__[:] = ['a']\n", "unknown"],
      ["__all__, b = c\n", "unknown"],
      ["(__all__).append('a')\n", "unknown"],
      ["from a import __all__\n__all__ += ['b']\n", "unknown"],
      ["__all__ = ['a']\ndel __all__\n", "unknown"],
      ["if x:\n  __all__ = ['a']\nelse:\n  __all__ = ['b']\n", "a b"],
      ["'''The names in __all__.'''\nprint(__all__)\nb.__all__ = c\n", ""],
      ["a = b.__all__\nfor c in __all__: d = len(__all__)\n", "a c d"],
      ["a = b = c = 1\ndel a\ndel (b)\n", "c"],
      ["__all__ = ['a']\n__all__.extend(b)\n", "unknown"],
      ["def f():\n  global a\n  a = 1\n", "a f"],
      ["with x() as a, y as (b, c): pass\nif (d := 1): pass\n", "a b c d"],
      ["match x:\n  case [a, *b] | {'c': c}: pass\n", "a b c"],
      ["def f():\n  with x as a: (b := 1)\ntry: pass\nexcept E as e: pass\n", "f"],
    ])("of Python %j are %s", (code, names) => {
      expect(exportsOf(code, "python")).toBe(names);
    });

    it("of a package of Python are also those that it imports from itself", () => {
      const code = "from .a import b, c as d\nfrom e import f\n";
      expect(exportsOf(code, "python", "p/__init__.py")).toBe("b d");
      expect(exportsOf(code, "python", "p/x.py")).toBe("");
    });

    it.each<Row>([
      ["package a\nfunc F() {}\nfunc g() {}\nfunc G[T any](x T) {}", "F G"],
      ["package a\nconst A, b = 1, B\nconst (\n C = iota\n D\n)", "A C D"],
      ["package a\nvar E, f Int\nvar (\n G = H\n i = 1\n)", "E G"],
      ["package a\ntype T struct{ X int }\ntype (\n U = int\n v int\n)", "T U"],
      [
        "package a\nfunc (t *T) M() {}\nfunc (T) n() {}\nfunc (l l) O() {}\nfunc (m Map[K]) P() {}",
        "Map.P T.M",
      ],
      ["package a\nvar Äpfel = 1", "Äpfel"],
    ])("of Go %j are %s", (code, names) => {
      expect(exportsOf(code, "go")).toBe(names);
    });

    it.each<Row>([
      ["pub fn a() {}\nfn b() {}\npub(crate) fn c() {}\npub async unsafe fn d() {}", "a d"],
      [
        "pub struct A { pub x: i32 }\npub enum B {}\npub trait C {}\npub union D { a: i32 }",
        "A B C D",
      ],
      [
        "pub const A: i32 = 1;\npub static B: i32 = 1;\npub type C = i32;\npub mod d { pub fn e() {} }",
        "A B C d",
      ],
      ["pub use a::b;\npub use c::d as e;\nuse f::g;\npub use h;", "b e h"],
      ["pub use a::{b, c as d, self, e::*, f::{g}};", "* from a::e a b d g"],
      ["pub use a::b::*;", "* from a::b"],
      ["#[macro_export]\nmacro_rules! a { () => {} }\nmacro_rules! b { () => {} }", "a!"],
      ["/// doc\n#[inline]\npub fn a() {}", "a"],
      ['extern "C" { pub fn a(); fn b(); pub static C: i32; }', "C a"],
    ])("of Rust %j are %s", (code, names) => {
      expect(exportsOf(code, "rust")).toBe(names);
    });
  });

  it("are unknown in other languages", () => {
    expect(["css", "html", "json", "java"].map((name) => tellsExports(name as Language))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
