import { describe, expect, it } from "vitest";
import type { FileChange } from "../../../src/model/action/preview.ts";
import { findConflicts } from "../../../src/run/decide/note-conflicts.ts";

/** An action that changes one file at these places; a new file where `isNew`. */
const action = (
  id: string,
  path: string,
  edits: readonly (readonly [number, number])[],
  isNew = false,
) => ({
  id,
  // Nothing else of a change counts here.
  changes: [
    {
      path,
      preHash: isNew ? null : "0",
      edits: edits.map(([start, end]) => ({ start, end, text: "" })),
    },
  ] as unknown as readonly FileChange[],
});

const conflictsOf = (...actions: Parameters<typeof findConflicts>[0][number][]) =>
  Object.fromEntries(findConflicts(actions));

describe("findConflicts", () => {
  it.each<[what: string, one: [number, number], other: [number, number], isConflict: boolean]>([
    ["overlap", [0, 5], [4, 8], true],
    ["hold one another", [0, 9], [3, 4], true],
    ["are the same", [3, 5], [3, 5], true],
    ["insert into one another", [0, 9], [4, 4], true],
    ["touch", [0, 4], [4, 8], false],
    ["insert at the same place", [4, 4], [4, 4], false],
    ["lie apart", [0, 2], [6, 8], false],
  ])("T17 answers for edits that %s", (_what, one, other, isConflict) => {
    const expected = isConflict ? { a: ["b"], b: ["a"] } : {};
    expect(conflictsOf(action("a", "f", [one]), action("b", "f", [other]))).toEqual(expected);
    expect(conflictsOf(action("b", "f", [other]), action("a", "f", [one]))).toEqual(expected);
    expect(conflictsOf(action("a", "f", [one]), action("b", "g", [other]))).toEqual({});
  });

  it("knows no conflict of an action with itself", () => {
    expect(
      conflictsOf(
        action("a", "f", [
          [0, 5],
          [3, 8],
        ]),
      ),
    ).toEqual({});
  });

  it("names every other one once, sorted", () => {
    const long = action("m", "f", [[0, 100]]);
    const others = ["z", "b", "k"].map((id, index) =>
      action(id, "f", [
        [index * 10, index * 10 + 5],
        [index * 10 + 6, index * 10 + 9],
      ]),
    );
    expect(conflictsOf(long, ...others)).toEqual({
      b: ["m"],
      k: ["m"],
      m: ["b", "k", "z"],
      z: ["m"],
    });
  });

  it("finds two actions that make the same file, and one that changes all of a file", () => {
    expect(conflictsOf(action("a", "f", [[0, 0]], true), action("b", "f", [[0, 0]], true))).toEqual(
      {
        a: ["b"],
        b: ["a"],
      },
    );
    const whole = { id: "w", changes: [], whole: ["f"] };
    expect(conflictsOf(action("a", "f", [[90, 90]]), whole)).toEqual({ a: ["w"], w: ["a"] });
    expect(conflictsOf(action("a", "g", [[90, 90]]), whole)).toEqual({});
  });
});
