import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import type { CompiledOp } from "../../../src/edit/compile/compiled-op.ts";
import {
  admits,
  anyOf,
  byteFilter,
  containsAll,
  EVERY_TEXT,
} from "../../../src/edit/compile/prefilter.ts";
import { findMatches, parseText } from "../../../src/edit/engine/engine.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import type { WrittenMap } from "../../../src/model/edit.ts";
import { compiled, compiledRule } from "./compiled.ts";

const filterOf = (rule: WrittenMap, more: object = {}) =>
  compiledRule({ rule, out: "x", ...more }).prefilter;
const contains = (text: string) => ({ kind: "contains", text });
const all = (...parts: object[]) => ({ kind: "all", parts });

describe("the filter of an op", () => {
  it.each<[what: string, filter: unknown, expected: unknown]>([
    [
      "the names of a pattern",
      compiled({ pat: "console.log($A)", out: "" }).prefilter,
      all(contains("console"), contains("log")),
    ],
    [
      "names, but no token that the parser may make up",
      filterOf({ pattern: "f($A)" }),
      contains("f"),
    ],
    ["nothing for a kind", filterOf({ kind: "if_statement" }), EVERY_TEXT],
    [
      "nothing if texts are not compared",
      filterOf({ pattern: { context: "foo($A)", strictness: "signature" } }),
      EVERY_TEXT,
    ],
    [
      "the strings of all parts",
      filterOf({ all: [{ pattern: "foo($A)" }, { has: { pattern: "bar" } }] }),
      all(contains("foo"), contains("bar")),
    ],
    [
      "the strings of one of the parts",
      filterOf({ any: [{ pattern: "foo($A)" }, { pattern: "bar($A)" }] }),
      { kind: "any", parts: [contains("foo"), contains("bar")] },
    ],
    [
      "nothing if one part needs nothing",
      filterOf({ any: [{ pattern: "foo($A)" }, { kind: "number" }] }),
      EVERY_TEXT,
    ],
    [
      "nothing that a `not` excludes",
      filterOf({ pattern: "foo($A)", not: { has: { pattern: "bar" } } }),
      contains("foo"),
    ],
    [
      "the strings around a match",
      filterOf({ kind: "number", inside: { pattern: "foo($A)", stopBy: "end" } }),
      contains("foo"),
    ],
    [
      "the strings of a utility rule",
      filterOf({ kind: "call_expression", matches: "u" }, { utils: { u: { pattern: "foo($A)" } } }),
      contains("foo"),
    ],
    [
      "the strings of a constraint on a name that is always bound",
      filterOf({ pattern: "foo($A)" }, { constraints: { A: { pattern: "bar" } } }),
      all(contains("foo"), contains("bar")),
    ],
    [
      "nothing of a constraint in one of several parts",
      filterOf(
        { any: [{ pattern: "foo($A)" }, { pattern: "goo($B)" }] },
        { constraints: { A: { pattern: "bar" } } },
      ),
      { kind: "any", parts: [contains("foo"), contains("goo")] },
    ],
  ])("asks for %s", (_what, filter, expected) => {
    expect(filter).toEqual(expected);
  });

  it("never asks for one text after the other: the engine skips what the parser could not read", () => {
    const op = compiled({ pat: "console.log($A)", out: "" });
    const text = "console # .log(1)";
    expect(findMatches(parseText(text, "typescript"), op.search)).toHaveLength(1);
    expect(admits(op.prefilter, (part) => text.includes(part))).toBe(true);
  });

  it("finds texts in the bytes of a file, of any alphabet", () => {
    const filter = byteFilter(containsAll(["größe", "日本", "😀"]));
    expect(filter(Buffer.from("const größe = '日本 😀';"))).toBe(true);
    expect(filter(Buffer.from("const groesse = '日本 😀';"))).toBe(false);
    expect(byteFilter(anyOf([]))(Buffer.from("x"))).toBe(false);
    expect(byteFilter(EVERY_TEXT)(Buffer.from(""))).toBe(true);
  });
});

const MODULES = resolve(import.meta.dirname, "../../../node_modules");

/** Sources of real packages, with their language. */
function realFiles(): readonly { readonly text: string; readonly language: Language }[] {
  const under = (folder: string, extension: string, language: Language) =>
    readdirSync(join(MODULES, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(extension) && !name.endsWith(".d.ts"))
      .sort()
      .filter((_name, index) => index % 5 === 0)
      .map((name) => ({ text: readFileSync(join(MODULES, folder, name), "utf8"), language }))
      .filter(({ text }) => text.length < 40_000);
  return [
    ...under("rxjs/src", ".ts", "typescript"),
    ...under("zod/src", ".ts", "typescript"),
    ...under("preact/src", ".js", "javascript"),
    ...under("node-gyp/gyp", ".py", "javascript"), // Hardly a line of it is valid: errors everywhere.
  ];
}

const FILES = realFiles();

/** True if the filter lets a text through, or the engine finds no match in it. */
function isSound({ search, prefilter }: CompiledOp, text: string, language: Language): boolean {
  if (admits(prefilter, (part) => text.includes(part))) return true;
  return findMatches(parseText(text, language), search).length === 0;
}

describe("filtering never loses a match", () => {
  const rules: readonly WrittenMap[] = [
    { pattern: "new Error($A)", inside: { kind: "throw_statement" } },
    { any: [{ pattern: "$A.subscribe($$$B)" }, { pattern: "$A.unsubscribe()" }] },
    { kind: "if_statement", has: { pattern: "return $A", stopBy: "end" } },
    { pattern: { context: "class A { constructor($$$P) {} }", selector: "method_definition" } },
    {
      all: [
        { kind: "call_expression" },
        { regex: "^map" },
        { not: { has: { pattern: "x", stopBy: "end" } } },
      ],
    },
    { kind: "string", follows: { pattern: "typeof $A", stopBy: "end" } },
    ...(["cst", "smart", "ast", "relaxed", "signature", "template"] as const).map((strictness) => ({
      pattern: { context: "function $F($$$A) { return $B }", strictness },
    })),
  ];

  it.each(rules.map((rule) => [JSON.stringify(rule), rule] as const))("%s", (_name, rule) => {
    const lost = FILES.filter(({ text, language }) => {
      const outcome = compileOp({ kind: "rule", id: "r", rule, out: "x" }, language);
      return outcome.kind === "compiled" && !isSound(outcome.op, text, language);
    });
    expect(lost).toEqual([]);
  });

  it("with patterns cut out of real code, parts of which became metavariables", () => {
    let compiledOnes = 0;
    const file = fc.nat(FILES.length - 1);
    fc.assert(
      fc.property(
        file,
        file,
        fc.nat(),
        fc.nat(),
        fc.constantFrom("smart", "cst", "ast", "relaxed", "template"),
        (from, over, pick, hole, strictness) => {
          const source = FILES[from];
          const target = FILES[over];
          if (!source || !target) return;
          const nodes = parseText(source.text, source.language).findAll({
            rule: {
              any: [
                { kind: "call_expression" },
                { kind: "binary_expression" },
                { kind: "return_statement" },
                { kind: "import_statement" },
              ],
            },
          });
          const node = nodes[pick % Math.max(1, nodes.length)];
          const parts = node?.findAll({
            rule: { any: [{ kind: "identifier" }, { kind: "string" }, { kind: "number" }] },
          });
          const part = parts?.[hole % Math.max(1, parts.length)];
          if (!node || !part) return;
          const start = node.range().start.index;
          const pat =
            source.text.slice(start, part.range().start.index) +
            "$HOLE" +
            source.text.slice(part.range().end.index, node.range().end.index);
          const outcome = compileOp(
            { kind: "pattern", id: "p", pat, out: "x", strictness },
            source.language,
          );
          if (outcome.kind !== "compiled") return;
          compiledOnes += 1;
          expect(isSound(outcome.op, source.text, source.language)).toBe(true);
          if (target.language === source.language)
            expect(isSound(outcome.op, target.text, target.language)).toBe(true);
        },
      ),
      { numRuns: 150, seed: 4 },
    );
    expect(compiledOnes).toBeGreaterThan(60);
  });
});

describe("the cost of a filter", () => {
  it("is that of reading each utility rule once, however they refer to each other", () => {
    const count = 7;
    const utils = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `u${index}`,
        {
          any: [
            { kind: "number" },
            ...Array.from({ length: count }, (_next, other) => ({ has: { matches: `u${other}` } })),
          ],
        },
      ]),
    );
    const filter = filterOf({ pattern: "foo($A)", matches: "u0" }, { utils });
    expect(filter).toEqual(contains("foo"));
    const diamond = Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => [
        `d${index}`,
        {
          any: [
            { pattern: `x${index}($A)` },
            { matches: `d${index + 1}` },
            { matches: `d${index + 1}` },
          ],
        },
      ]),
    );
    const deep = filterOf(
      { matches: "d0" },
      { utils: { ...diamond, d14: { pattern: "end($A)" } } },
    );
    expect(JSON.stringify(deep).length).toBeLessThan(3000);
  });
});
