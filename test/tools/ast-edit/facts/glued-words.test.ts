import { expect, test } from "vitest";
import { splice } from "../../../../src/edit/text/splice.ts";
import { gluesWords } from "../../../../src/tools/ast-edit/facts/glued-words.ts";

test.each<[before: string, edits: [start: number, end: number, text: string][], expected: boolean]>(
  [
    ["x = typeof+f", [[10, 12, "g"]], true],
    ["x = typeof +f", [[11, 13, "g"]], false],
    // A character of two code units is one of a word, too.
    ["x𠮷+y", [[3, 4, ""]], true],
    ["y+𠮷x", [[1, 2, ""]], true],
    ["x+y", [[1, 2, "𠮷"]], true],
    ["x😀+y", [[3, 4, ""]], false],
    // Two edits that touch: the neighbour of each is what the other one writes.
    [
      "a+-b",
      [
        [0, 2, "c"],
        [2, 4, "d"],
      ],
      true,
    ],
    [
      "a+-b",
      [
        [0, 2, "c"],
        [2, 4, "-d"],
      ],
      false,
    ],
    [
      "a/**//**/b",
      [
        [1, 5, ""],
        [5, 9, ""],
      ],
      true,
    ],
    [
      "a/**/+b",
      [
        [1, 5, ""],
        [5, 6, "/"],
      ],
      false,
    ],
  ],
)("of %j the edits %j join words: %s", (before, written, expected) => {
  const edits = written.map(([start, end, text]) => ({ start, end, text }));
  expect(gluesWords({ language: "javascript", text: before }, splice(before, edits), edits)).toBe(
    expected,
  );
});

test.each([
  ["html", "<p>un<b>believ</b>able</p>", "<b>believ</b>", "believ"],
  ["bash", 'a"$B"', '"$B"', "$B"],
  ["markdown", "un**believ**able", "**believ**", "believ"],
])("in %s words may touch: %s", (language, text, part, written) => {
  const start = text.indexOf(part);
  const edits = [{ start, end: start + part.length, text: written }];
  expect(gluesWords({ language, text }, splice(text, edits), edits)).toBe(false);
});
