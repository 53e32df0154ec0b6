import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foreignStep, ownStep } from "../../../src/plan-file/relocate/text-step.ts";

/** The text that an edit of `piece` would replace after `after` took the place of `before`, with its line. */
function moved(before: string, after: string, piece: string): string | undefined {
  const start = before.indexOf(piece);
  const span = foreignStep(before, after).move({ start, end: start + piece.length });
  if (span === undefined) return undefined;
  expect(after.slice(span.start, span.end)).toBe(piece);
  return `${after.slice(0, span.start).split("\n").length}`;
}

/** The place of an insertion. */
const inserted = (before: string, after: string, at: number) =>
  foreignStep(before, after).move({ start: at, end: at })?.start;

describe("a change by another", () => {
  it.each<[what: string, before: string, after: string, line: string | undefined]>([
    ["lines above it", "a\nold(1)\nb\n", "x\ny\na\nold(1)\nb\n", "4"],
    ["lines below it", "a\nold(1)\nb\n", "a\nold(1)\nc\nd\n", "2"],
    ["one of its neighbours", "a\nold(1)\nb\n", "x\nold(1)\nb\n", "2"],
    ["both of its neighbours", "a\nold(1)\nb\n", "x\nold(1)\ny\n", undefined],
    ["its own line", "a\nold(1)\nb\n", "a\nold(1) // mine\nb\n", undefined],
    ["a line that is gone", "a\nold(1)\nb\n", "a\nb\n", undefined],
    ["a second one like it", "a\nold(1)\nb\n", "a\nold(1)\nold(1)\nb\n", undefined],
    ["one of two that are alike", "old(1)\nold(1)\n", "old(1)\n", undefined],
    ["lines above two that are alike", "old(1)\nold(1)\n", "x\nold(1)\nold(1)\n", "2"],
    [
      "a copy of it and its surroundings",
      "a\nold(1)\nb\n",
      "a\nold(1)\nb\na\nold(1)\nb\n",
      undefined,
    ],
    [
      "its function, which was moved",
      "f {\nold(1)\n}\ng\nh\ni\n",
      "g\nh\ni\nf {\nold(1)\n}\n",
      "5",
    ],
    ["another end of its line", "a\nold(1)\nb\n", "a\nold(1)\r\nb\n", undefined],
    ["a missing end of the file", "a\nold(1)", "a\nold(1)\n", "2"],
    ["a mark at the start of the file", "\uFEFFa\nold(1)\n", "a\nold(1)\n", "2"],
  ])("X2 finds a place again, or refuses, after a change of %s", (_what, before, after, line) => {
    expect(moved(before, after, "old(1)")).toBe(line);
  });

  it("X2 never takes a brace for another one", () => {
    const before = "f {\n}\ng {\n}\n";
    const at = before.indexOf("}");
    expect(
      foreignStep(before, "g {\n}\nh {\n}\n").move({ start: at, end: at + 1 }),
    ).toBeUndefined();
  });

  it.each<[what: string, before: string, after: string, at: number, place: number | undefined]>([
    ["at the end, if the rest moved", "a\nb\n", "x\na\nb\n", 4, 6],
    ["at the end, but not behind new lines", "a\nb\n", "a\nb\nc\n", 4, undefined],
    ["at the end without a line end", "a\nb", "x\na\nb", 3, 5],
    ["at the beginning", "a\nb\n", "a\nb\nc\n", 0, 0],
    ["between two lines that stay together", "a\nb\n", "x\na\nb\n", 2, 4],
    ["not between two lines that were parted", "a\nb\n", "a\nx\nb\n", 2, undefined],
    ["in a line", "abc\n", "x\nabc\n", 1, 3],
    ["in an empty file", "", "x", 0, undefined],
  ])("X2 inserts %s", (_what, before, after, at, place) => {
    expect(inserted(before, after, at)).toBe(place);
  });

  it("shows the lines that it rests on, and those that are there now", () => {
    const step = foreignStep("a\nold(1)\nb\n", "a\nmine()\nyours()\nb\n");
    expect(step.compare({ start: 2, end: 8 })).toEqual({
      line: 2,
      expected: "old(1)",
      found: "mine()\nyours()",
      hasOtherEnds: false,
    });
  });

  it("X2 keeps the place of a line that no other equals, or refuses it", () => {
    const [up, down] = [fc.constantFrom("", "}", "a"), fc.constantFrom("b", ")", "old")];
    fc.assert(
      fc.property(
        fc.array(up, { maxLength: 8 }),
        fc.array(down, { maxLength: 8 }),
        fc.array(up, { maxLength: 8 }),
        fc.array(down, { maxLength: 8 }),
        (above, below, newAbove, newBelow) => {
          const before = [...above, "only", ...below].join("\n");
          const after = [...newAbove, "only", ...newBelow].join("\n");
          const start =
            before.split("\n").slice(0, above.length).join("\n").length +
            (above.length > 0 ? 1 : 0);
          const span = foreignStep(before, after).move({ start, end: start + 4 });
          expect(span === undefined ? "only" : after.slice(span.start, span.end)).toBe("only");
          const shifted = ["x", "y", before].join("\n");
          const place = foreignStep(before, shifted).move({ start, end: start + 4 });
          expect(place?.start).toBe(start + 4);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("X2 is never wrong about one of many equal lines that were only shifted", () => {
    fc.assert(
      fc.property(
        fc.nat(6),
        fc.array(fc.constantFrom("new", "old(1)"), { maxLength: 4 }),
        fc.array(fc.constantFrom("new", "old(1)"), { maxLength: 4 }),
        (index, above, below) => {
          const lines = Array.from({ length: 7 }, () => "old(1)");
          const before = lines.join("\n");
          const after = [...above, ...lines, ...below].join("\n");
          const start = index * 7;
          const span = foreignStep(before, after).move({ start, end: start + 6 });
          const isAmbiguous = above.at(-1) === "old(1)" || below[0] === "old(1)";
          if (span !== undefined && !isAmbiguous)
            expect(span.start).toBe(start + above.join("\n").length + (above.length > 0 ? 1 : 0));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("a change of Sluice's own", () => {
  it("X2 moves what is behind its edits, and refuses what they replace", () => {
    const step = ownStep([{ start: 2, end: 4, text: "longer" }]);
    expect(step.move({ start: 0, end: 2 })).toEqual({ start: 0, end: 2 });
    expect(step.move({ start: 4, end: 4 })).toEqual({ start: 8, end: 8 });
    expect(step.move({ start: 3, end: 5 })).toBeUndefined();
  });
});
