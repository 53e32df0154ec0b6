import { expect, test } from "vitest";
import { splice } from "../../../src/edit/splice.ts";
import { gluesWords } from "../../../src/tools/ast-edit/glued-words.ts";

test.each<[before: string, edits: [start: number, end: number, text: string][], expected: boolean]>(
  [
    ["x = typeof+f", [[10, 12, "g"]], true],
    ["x = typeof +f", [[11, 13, "g"]], false],
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
  expect(gluesWords(before, splice(before, edits), edits)).toBe(expected);
});
