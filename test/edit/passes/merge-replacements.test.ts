import { expect, test } from "vitest";
import { mergeReplacements } from "../../../src/edit/passes/merge-replacements.ts";
import type { Replacement } from "../../../src/model/edit.ts";

function merge(...ops: readonly (readonly [start: number, end: number, text: string][])[]) {
  const byOp = ops.map((edits, index) => ({
    accepted: edits.map(
      ([start, end, text]): Replacement => ({ opId: `ops[${index}]`, start, end, text }),
    ),
    superseded: [],
  }));
  const { accepted, superseded } = mergeReplacements(byOp);
  return {
    accepted: accepted.map(({ opId, start, end, text }) => `${opId} ${start}-${end} ${text}`),
    superseded: superseded.map(({ opId, start, byOpId }) => `${opId} ${start} by ${byOpId}`),
  };
}

test("edits that touch, and insertions at the edge of an edit, do not overlap (A14)", () => {
  expect(
    merge(
      [[2, 4, "a"]],
      [[4, 6, "b"]],
      [[0, 2, "c"]],
      [
        [2, 2, "d"],
        [4, 4, "e"],
      ],
    ),
  ).toEqual({
    accepted: ["ops[2] 0-2 c", "ops[3] 2-2 d", "ops[0] 2-4 a", "ops[3] 4-4 e", "ops[1] 4-6 b"],
    superseded: [],
  });
});

test("insertions at one place stand in the order of the ops; the same one counts once (A13, A15)", () => {
  expect(merge([[1, 1, "b"]], [[1, 1, "a"]], [[1, 1, "b"]], [[1, 1, "a"]]).accepted).toEqual([
    "ops[0] 1-1 b",
    "ops[1] 1-1 a",
  ]);
});

test("an insertion inside of an edit is superseded, and so is an edit around an insertion (A14)", () => {
  expect(merge([[0, 4, "a"]], [[2, 2, "b"]]).superseded).toEqual(["ops[1] 2 by ops[0]"]);
  expect(merge([[2, 2, "b"]], [[0, 4, "a"]]).superseded).toEqual(["ops[1] 0 by ops[0]"]);
});

test("a superseded replacement names the op that stands there, also among many (A14)", () => {
  const many = Array.from({ length: 50 }, (_, index): [number, number, string] => [
    index * 10,
    index * 10 + 4,
    "a",
  ]);
  expect(
    merge(
      many,
      [[14, 20, "b"]],
      [
        [12, 15, "c"],
        [18, 19, "d"],
        [493, 500, "e"],
      ],
    ),
  ).toEqual({
    accepted: expect.arrayContaining(["ops[1] 14-20 b"]),
    superseded: ["ops[2] 12 by ops[0]", "ops[2] 18 by ops[1]", "ops[2] 493 by ops[0]"],
  });
});

test("a superseded replacement knows the place of the winner, also through its own op (A14, A16)", () => {
  const edit = (opId: string, start: number, end: number) => ({ opId, start, end, text: opId });
  const { superseded } = mergeReplacements([
    { accepted: [edit("a", 0, 9)], superseded: [] },
    {
      accepted: [edit("b", 4, 12), edit("b", 20, 30)],
      superseded: [
        { ...edit("b", 10, 11), byOpId: "b" },
        { ...edit("b", 15, 16), byOpId: "b" },
        { ...edit("b", 21, 22), byOpId: "b" },
      ],
    },
  ]);
  expect(superseded.map(({ start, winner }) => [start, winner])).toEqual([
    [4, { start: 0, end: 9 }],
    [10, { start: 0, end: 9 }],
    [15, undefined],
    [21, { start: 20, end: 30 }],
  ]);
});
