import { expect, it } from "vitest";
import type { CompiledOp } from "../../../../src/edit/compile/compiled-op.ts";
import { groupEdits } from "../../../../src/tools/ast-edit/search/edit-groups.ts";
import { compiled } from "../../../edit/compile/compiled.ts";

const RENAME = compiled({ id: "rename", pat: "old", out: "fresh", rename: {} });
const OTHER = compiled({ id: "other", pat: "f($A)", out: "g($A)" });

const EDITS = ["other", "rename", "other", "rename", "other"].map((opId, index) => {
  return { opId, start: index, end: index + 1, text: "" };
});

function grouped(
  per: "match" | "file",
  room: number,
  { passes = 1, ops = [RENAME, OTHER] }: { passes?: number; ops?: readonly CompiledOp[] } = {},
) {
  const { groups, cutOff } = groupEdits(EDITS, { ops, passes }, { per, room });
  return [groups.map((group) => group.map(({ start }) => start)), cutOff];
}

it("L8 keeps the edits of a rename together, and no others", () => {
  expect(grouped("match", Infinity)).toEqual([[[0], [1, 3], [2], [4]], 0]);
  expect(grouped("file", Infinity)).toEqual([[[0, 1, 2, 3, 4]], 0]);
  expect(grouped("match", Infinity, { ops: [OTHER] })).toEqual([[[0], [1], [2], [3], [4]], 0]);
});

it("L8 cuts off all edits of a rename or none", () => {
  expect(grouped("match", 2)).toEqual([[[0]], 4]);
  expect(grouped("file", 2)).toEqual([[[0]], 4]);
  expect(grouped("file", 3)).toEqual([[[0, 1, 3]], 2]);
  expect(grouped("file", 2, { ops: [OTHER] })).toEqual([[[0, 1]], 3]);
  expect(grouped("file", 0)).toEqual([[], 5]);
});

it("L8 keeps all edits together if a rename may be a part of others", () => {
  expect(grouped("match", Infinity, { passes: 2 })).toEqual([[[0, 1, 2, 3, 4]], 0]);
  expect(grouped("match", 4, { passes: 2 })).toEqual([[], 5]);
  const named = compiled({ id: "other", pat: "f($A)", out: "g", names: { f: "local" } });
  expect(grouped("match", Infinity, { ops: [RENAME, named] })).toEqual([[[0, 1, 2, 3, 4]], 0]);
});

it("L8 keeps edits together for which imports change", () => {
  const [first, , third] = EDITS;
  const joined = [first, third].filter((edit) => edit !== undefined);
  const groupsOf = (per: "match" | "file", room: number, passes = 1) =>
    groupEdits(EDITS, { ops: [OTHER], passes, joined }, { per, room }).groups.map((group) =>
      group.map(({ start }) => start),
    );
  expect(groupsOf("match", Infinity)).toEqual([[0, 2], [1], [3], [4]]);
  expect(groupsOf("match", 1)).toEqual([]);
  expect(groupsOf("file", 3)).toEqual([[0, 1, 2]]);
  expect(groupsOf("match", Infinity, 2)).toEqual([[0, 1, 2, 3, 4]]);
});
