import { expect, it } from "vitest";
import type { Language } from "../../../src/edit/language/language.ts";
import { loadMeaning } from "../../../src/tools/ast-edit/search/load-meaning.ts";
import { nameFaultsOf } from "../../../src/tools/text-edit/name-facts.ts";

const MEANING = await loadMeaning();

/** Returns the faults of names that a rewritten text leaves, `unbound a`; undefined if they cannot be told. */
async function faultsOf(before: string, after: string, language: Language = "javascript") {
  const found = await nameFaultsOf({ before, after, language }, MEANING);
  const kinds = found && (["unbound", "captured", "duplicate", "unused"] as const);
  return kinds?.flatMap((kind) => found?.[kind].first.map(({ text }) => `${kind} ${text}`));
}

it.each<[what: string, before: string, after: string, faults: readonly string[]]>([
  ["a name of nothing", "old(1);\n", "fresh(1);\n", ["unbound `fresh`"]],
  [
    "a name of nothing that is longer",
    "let a1 = 1;\na1;\n",
    "let a1 = 1;\na12;\n",
    ["unbound `a12`"],
  ],
  ["a local name that the edit means", "(a) => old(1);\n", "(a) => a(1);\n", []],
  [
    "a declaration with all its uses",
    "let a = 1;\nf(a);\nfunction f() {}\n",
    "let b = 1;\nf(b);\nfunction f() {}\n",
    [],
  ],
  [
    "a declaration without its uses",
    "let a = 1;\n\na.b;\n",
    "let b = 1;\n\na.b;\n",
    ["unbound `a`"],
  ],
  [
    "a declaration that moves",
    "var a = 1;\na.b;\na.c;\nlet x;\n",
    "a.b;\na.c;\nlet x;\nvar a = 1;\n",
    [],
  ],
  [
    "a declaration that moves below its uses, where it has no value",
    "let a = 1;\na.b;\na.c;\nlet x;\n",
    "a.b;\na.c;\nlet x;\nlet a = 1;\n",
    ["captured `a`"],
  ],
  [
    "a local declaration around a use",
    "let a;\n{\n  x: 1;\n  a.b;\n}\n",
    "let a;\n{\n  let a;\n  a.b;\n}\n",
    ["captured `a`"],
  ],
  ["a declaration that is there", "let a;\nold;\n", "let a;\nlet a;\n", ["duplicate `a`"]],
  ["all names of a long text", "", `let ${Array.from({ length: 3000 }, (_, n) => `a${n}`)};\n`, []],
])("an edit of a text that writes %s", async (_what, before, after, faults) => {
  expect(await faultsOf(before, after)).toEqual(faults);
});

it("of a language whose names nobody knows has no faults, and of a text that cannot be read none that are known", async () => {
  expect(await faultsOf("old();\n", "fresh();\n", "c")).toEqual([]);
  expect(await faultsOf("f(;\n", "g(;\n")).toBeUndefined();
  const deep = `x = ${"(".repeat(9_000)}1${")".repeat(9_000)};\n`;
  expect(await faultsOf(`old();\n${deep}`, `fresh();\n${deep}`)).toBeUndefined();
});
