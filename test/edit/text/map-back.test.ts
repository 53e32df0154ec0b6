import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { carryLosses } from "../../../src/edit/passes/carry-losses.ts";
import { createMapBack } from "../../../src/edit/text/map-back.ts";
import { splice } from "../../../src/edit/text/splice.ts";

const edit = (start: number, end: number, text: string, opId = "a") => ({ start, end, text, opId });

describe("createMapBack", () => {
  const origin = createMapBack([edit(2, 4, "xxxx"), edit(6, 6, "yy"), edit(8, 10, "")]);

  it.each<[what: string, place: [number, number], from: [number, number]]>([
    ["text before all edits", [0, 2], [0, 2]],
    ["text that an edit wrote", [2, 6], [2, 4]],
    ["a part of the text that an edit wrote", [3, 4], [2, 4]],
    ["text between two edits", [6, 8], [4, 6]],
    ["an insertion", [8, 10], [6, 6]],
    ["text behind a deletion", [12, 14], [10, 12]],
    ["text that reaches over a deletion", [11, 13], [7, 11]],
    ["text that reaches into an edit", [1, 3], [1, 4]],
    ["text that reaches out of an edit", [5, 7], [2, 5]],
  ])("returns the origin of %s", (_what, [start, end], [from, to]) => {
    expect(origin({ start, end })).toEqual({ start: from, end: to });
  });

  it("finds every piece again that no edit touched", () => {
    const before = Array.from({ length: 60 }, (_, index) => String.fromCharCode(192 + index)).join(
      "",
    );
    const written = fc.array(fc.tuple(fc.nat(4), fc.nat(3), fc.constantFrom("", "z", "zzzzz")), {
      maxLength: 7,
    });
    fc.assert(
      fc.property(written, (parts) => {
        let at = 0;
        const edits = parts.map(([gap, size, text]) => {
          const start = at + gap;
          at = start + size;
          return edit(start, at, text);
        });
        const after = splice(before, edits);
        const back = createMapBack(edits);
        for (const [place, letter] of [...after].entries()) {
          const { start, end } = back({ start: place, end: place + 1 });
          if (letter !== "z") expect(before.slice(start, end)).toBe(letter);
        }
      }),
      { seed: 5 },
    );
  });
});

describe("carryLosses", () => {
  const same = (place: { start: number; end: number }) => place;
  const lost = (start: number, end: number, opId: string, byOpId = "a") => ({
    ...edit(start, end, "t", opId),
    byOpId,
  });

  it("keeps losses that no later pass made good, drops those that one did, and counts repeated ones once", () => {
    const earlier = [lost(0, 9, "b"), lost(2, 4, "c"), lost(20, 24, "b"), lost(30, 40, "b")];
    const pass = {
      accepted: [edit(20, 24, "t", "b"), edit(31, 33, "t", "other")],
      superseded: [lost(0, 9, "b", "z"), lost(50, 60, "b")],
    };
    expect(carryLosses(earlier, pass, same)).toEqual([
      lost(0, 9, "b"),
      lost(2, 4, "c"),
      lost(30, 40, "b"),
      lost(50, 60, "b"),
    ]);
  });

  it("moves a loss of a later pass to its origin, and its winner too", () => {
    const winner = { start: 10, end: 20 };
    const pass = { accepted: [], superseded: [{ ...lost(12, 14, "b"), winner }] };
    const back = ({ start, end }: { start: number; end: number }) => ({
      start: start - 10,
      end: end - 10,
    });
    expect(carryLosses([], pass, back)).toEqual([
      { ...lost(2, 4, "b"), winner: { start: 0, end: 10 } },
    ]);
  });
});
