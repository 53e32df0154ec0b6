import { expect, test } from "vitest";
import { shorten } from "../../src/shared/shorten.ts";

test.each([
  ["a short text stays", "abc", 3, "abc"],
  ["a long text ends in an ellipsis", "abcd", 3, "ab…"],
  ["characters of two code units are counted once", "🙂🙂🙂", 3, "🙂🙂🙂"],
  ["no character is cut in two", "🙂🙂🙂🙂", 3, "🙂🙂…"],
])("%s", (_behaviour, text, length, expected) => {
  expect(shorten(text, length)).toBe(expected);
});
