import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedWords } from "../../../src/shared/diff/changed-words.ts";
import { pairLines } from "../../../src/shared/diff/pair-lines.ts";

describe("the words that changed in a line", () => {
  it.each([
    ["f(one, 2);", "f(two, 2);", [[2, 5]], [[2, 5]]],
    ["assert.equal(a, b);", "assert.strictEqual(a, b);", [[7, 12]], [[7, 18]]],
    ["größe = wert;", "größen = wert;", [[0, 5]], [[0, 6]]],
    ["a \u{1f600} b c", "a \u{1f601} b c", [[2, 4]], [[2, 4]]],
    ["same", "same", [], []],
    ["f(a)", "  f(a)", [], [[0, 2]]],
  ])("%j → %j", (before, after, removed, added) => {
    expect(changedWords(before, after)).toEqual({ removed, added });
  });

  it.each([
    ["with little in common", "entirely different", "nothing alike here"],
    ["of more than 1,000 characters", "x".repeat(1001), `${"x".repeat(1000)}y`],
    ["with too many changes", "a+".repeat(400), "a-".repeat(400)],
    ["of white space", "  ", "    "],
  ])("are not told of lines %s", (_what, before, after) => {
    expect(changedWords(before, after)).toBeUndefined();
  });
});

describe("pairs of lines", () => {
  const pairsOf = (removed: readonly string[], added: readonly string[]) =>
    [...pairLines(removed, added)].map(([at, { index }]) => [at, index]);

  it("are those that are most alike, and not the first that are alike enough", () => {
    const removed = ["assert.equal(first, 1);", "done();"];
    const added = ["assert.ok(other, 1);", "assert.strictEqual(first, 1);", "log();", "done(1);"];
    expect(pairsOf(removed, added)).toEqual([
      [0, 1],
      [1, 3],
    ]);
    expect(pairsOf(added, removed)).toEqual([
      [1, 0],
      [3, 1],
    ]);
  });

  it("are one by one in a long change of as many lines, and none in another", () => {
    const lines = (count: number, name: string) =>
      Array.from({ length: count }, (_line, at) => `${name}(value, ${at});`);
    expect(pairsOf(lines(100, "one"), lines(100, "two"))).toHaveLength(100);
    expect(pairsOf(lines(100, "one"), lines(99, "two"))).toEqual([]);
  });

  it("keep their order, have each line at most once, and mark ranges of their lines", () => {
    const line = fc.array(fc.constantFrom("a", "bc", "(", ")", " ", "\u{1f600}", "\ud83d"), {
      maxLength: 8,
    });
    const lines = fc.array(
      line.map((words) => words.join("")),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(lines, lines, (removed, added) => {
        let [last, lastIndex] = [-1, -1];
        for (const [at, { index, words }] of pairLines(removed, added)) {
          expect(at > last && index > lastIndex).toBe(true);
          [last, lastIndex] = [at, index];
          const without = (text = "", ranges: readonly (readonly [number, number])[]) =>
            [...ranges]
              .reverse()
              .reduce((rest, [from, to]) => rest.slice(0, from) + rest.slice(to), text);
          expect(without(removed[at], words.removed)).toBe(without(added[index], words.added));
        }
      }),
      { numRuns: 100 },
    );
  });
});
