import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeEdits } from "../../../src/edit/text/compose-edits.ts";
import { rebaseEdits } from "../../../src/edit/text/rebase-edits.ts";
import { splice } from "../../../src/edit/text/splice.ts";
import type { Replacement } from "../../../src/model/edit.ts";

/** Sorted edits that do not overlap, of a text of that length. */
function editsOf(length: number, maxEdits: number) {
  return fc
    .array(fc.tuple(fc.nat(length), fc.nat(4), fc.constantFrom("", "x", "yy", "zzz zzz")), {
      maxLength: maxEdits,
    })
    .map((drawn) => {
      const edits: Replacement[] = [];
      let last = -1;
      for (const [at, size, text] of drawn.sort(([a], [b]) => a - b)) {
        const end = Math.min(length, at + size);
        if (at <= last || (end === at && text === "")) continue;
        edits.push({ start: at, end, text, opId: `op${edits.length}` });
        last = end;
      }
      return edits;
    });
}

const text = fc.string({ maxLength: 40, unit: fc.constantFrom("a", "b", "\n", "é", "😀") });

describe("composeEdits", () => {
  it("does in one pass what two passes do, sorted and without overlap", () => {
    const cases = text.chain((before) =>
      editsOf(before.length, 6).chain((first) =>
        editsOf(splice(before, first).length, 6).map((second) => ({ before, first, second })),
      ),
    );
    fc.assert(
      fc.property(cases, ({ before, first, second }) => {
        const composed = composeEdits(before, first, second);
        expect(splice(before, composed)).toBe(splice(splice(before, first), second));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it("returns nothing if the second pass takes the first one back", () => {
    const first = [{ start: 0, end: 1, text: "b", opId: "a" }];
    const second = [{ start: 0, end: 1, text: "a", opId: "b" }];
    expect(composeEdits("a", first, second)).toEqual([]);
  });
});

describe("rebaseEdits", () => {
  it("moves edits so that the order of two disjoint lists does not matter", () => {
    const cases = text.chain((before) =>
      editsOf(before.length, 8).map((all) => ({
        before,
        mine: all.filter((_edit, index) => index % 2 === 0),
        theirs: all.filter((_edit, index) => index % 2 === 1),
        all,
      })),
    );
    fc.assert(
      fc.property(cases, ({ before, mine, theirs, all }) => {
        const moved = rebaseEdits(mine, theirs);
        expect(splice(splice(before, theirs), moved ?? [])).toBe(splice(before, all));
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  it("returns undefined if an edit overlaps an applied one", () => {
    const applied = [{ start: 2, end: 4, text: "" }];
    expect(rebaseEdits([{ start: 3, end: 5, text: "" }], applied)).toBeUndefined();
    expect(rebaseEdits([{ start: 0, end: 9, text: "" }], applied)).toBeUndefined();
    expect(rebaseEdits([{ start: 4, end: 5, text: "" }], applied)).toEqual([
      { start: 2, end: 3, text: "" },
    ]);
  });
});
