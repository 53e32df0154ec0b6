import { expect, it } from "vitest";
import { freeWordRegex, wordRegex } from "../../../src/shared/regex/word-regex.ts";

/** Returns the texts around the places where an expression finds a name. */
function split(regex: string, text: string): readonly string[] {
  return text.split(new RegExp(regex, "u"));
}

it("finds a name, but for a part of a longer one", () => {
  expect(split(wordRegex("$a"), "$a b.$a $ab $$a ä$a ($a)")).toEqual([
    "",
    " b.",
    " $ab $$a ä$a (",
    ")",
  ]);
  expect(split(wordRegex("a.b"), "axb a.b")).toEqual(["axb ", ""]);
});

it("finds a name that is no member", () => {
  expect(split(freeWordRegex("a"), "b.a ..a ...a a.b ab")).toEqual(["b.a ..a ...", " ", ".b ab"]);
});
