import { describe, expect, it } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import {
  admits,
  allOf,
  anyOf,
  byteFilter,
  containsAll,
  EVERY_TEXT,
  textsOfWhichOne,
} from "../../../src/edit/compile/prefilter.ts";
import { findMatches, parseText } from "../../../src/edit/engine/engine.ts";
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
    [
      "names, and tokens that the parser never makes up",
      filterOf({ pattern: "f($A) === g" }),
      all(contains("f"), contains("g"), contains("===")),
    ],
    [
      "a token of a rule that compares all of them, behind one node",
      filterOf({ pattern: { context: "$A instanceof $B", strictness: "cst" } }),
      contains("instanceof"),
    ],
    [
      "no token that a strictness leaves out",
      filterOf({ pattern: { context: "$A instanceof $B", strictness: "relaxed" } }),
      EVERY_TEXT,
    ],
    ["no token behind many nodes", filterOf({ pattern: "$$$A === b" }), contains("b")],
    ["no token that nearly every file has", filterOf({ pattern: "($A) => $B" }), EVERY_TEXT],
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
      "the word of an anchored expression",
      filterOf({ kind: "identifier", regex: "^foo$" }),
      contains("foo"),
    ],
    [
      "one of the words of an expression",
      filterOf({ kind: "member_expression", regex: "^(?:a\\.foo|bar)$" }),
      { kind: "any", parts: [contains("a.foo"), contains("bar")] },
    ],
    ...["^foo.$", "(?i)foo", "fo*", "^$", "foo|", "[f]oo", "^f(oo)?$", "\\bfoo", "\\w"].map(
      (regex): [string, unknown, unknown] => [
        `nothing of \`${regex}\``,
        filterOf({ kind: "identifier", regex }),
        EVERY_TEXT,
      ],
    ),
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

  it("does not ask for tokens if that way is switched off", () => {
    const op = { kind: "rule", id: "r", rule: { pattern: "$A instanceof $B" }, out: "x" } as const;
    const outcome = compileOp(op, "typescript", { tokenPrefilter: false });
    expect(outcome).toMatchObject({ op: { prefilter: EVERY_TEXT } });
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

describe("the texts of which one is in every file with a match", () => {
  it.each([
    ["the longest of all", containsAll(["log", "console", "a.b"]), ["console"]],
    [
      "one of each choice",
      anyOf([containsAll(["f", "old"]), containsAll(["größe"])]),
      ["old", "gr"],
    ],
    ["none of a filter that lets all through", EVERY_TEXT, undefined],
    [
      "none where one choice has none",
      anyOf([containsAll(["old"]), containsAll(["日本"])]),
      undefined,
    ],
    ["nothing of a filter that lets nothing through", allOf([anyOf([]), containsAll(["a"])]), []],
    ["the longest printable part", containsAll(["a\0bc\nd\te\u0308"]), ["bc"]],
    ["a dash and quotes as they are", containsAll([`-e "it's"`]), [`-e "it's"`]],
    ["a part of a very long one", containsAll(["x".repeat(4096)]), ["x".repeat(100)]],
  ])("are %s", (_what, filter, expected) => {
    expect(textsOfWhichOne(filter)).toEqual(expected);
  });
});
