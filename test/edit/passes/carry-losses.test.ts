import fc from "fast-check";
import { expect, test } from "vitest";
import { OpenLosses } from "../../../src/edit/passes/carry-losses.ts";
import { overlaps } from "../../../src/edit/text/overlaps.ts";
import type { SupersededReplacement } from "../../../src/model/edit.ts";

const place = fc
  .tuple(fc.nat(20), fc.nat(6))
  .map(([start, size]) => ({ start, end: start + size }));
const op = fc.constantFrom("a", "b");

function lossOf(opId: string, start: number, end: number): SupersededReplacement {
  return { opId, start, end, text: "", byOpId: "x" };
}

test("the first loss of an op at a place is taken, and none twice", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(op, place)), fc.array(fc.tuple(op, place)), (given, asked) => {
      const losses = given
        .map(([opId, { start, end }]) => lossOf(opId, start, end))
        .sort((a, b) => a.start - b.start || a.end - b.end);
      const open = new OpenLosses(losses);
      const left = [...losses];
      for (const [opId, where] of asked) {
        const index = left.findIndex((lost) => lost.opId === opId && overlaps(lost, where));
        expect(open.take(opId, where)).toBe(index < 0 ? undefined : left.splice(index, 1)[0]);
      }
      expect(open.left).toEqual(left);
    }),
    { seed: 1, numRuns: 1000 },
  );
});
