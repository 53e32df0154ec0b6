import fc from "fast-check";
import { expect, it } from "vitest";
import { createEditDiffs, diffOfEdits } from "../../../src/edit/text/diff-of-edits.ts";
import { createPlaceFinder } from "../../../src/edit/text/place-finder.ts";
import { splice } from "../../../src/edit/text/splice.ts";
import type { TextEdit } from "../../../src/model/edit.ts";

const text = fc
  .array(fc.constantFrom("a", "b", "\n", "\r\n", "🙂", "é", "\t"), { maxLength: 30 })
  .map((parts) => parts.join(""));

/** Sorted edits of a text that do not overlap. */
const edited = fc
  .tuple(fc.boolean(), text)
  .map(([hasBom, content]) => (hasBom ? "\uFEFF" : "") + content)
  .chain((before) =>
    fc.tuple(
      fc.constant(before),
      fc.uniqueArray(fc.nat(before.length), { maxLength: 8 }),
      fc.array(text, { minLength: 4, maxLength: 4 }),
    ),
  )
  .map(([before, offsets, texts]) => {
    const bom = before.startsWith("\uFEFF") ? 1 : 0;
    const sorted = offsets.map((at) => Math.max(at, bom)).sort((a, b) => a - b);
    const edits: TextEdit[] = [];
    for (let at = 0; at + 1 < sorted.length; at += 2)
      edits.push({ start: sorted[at] ?? 0, end: sorted[at + 1] ?? 0, text: texts[at / 2] ?? "" });
    return { before, edits };
  });

const regionIn = (whole: string, start: number, end: number) => {
  const placeOf = createPlaceFinder(whole);
  const [from, to] = [placeOf(start), placeOf(end)];
  return {
    startLine: from.line,
    startColumn: from.column,
    endLine: to.line,
    endColumn: to.column,
  };
};

it("gives the place of each edit in the text before, and in the text after all of them", () => {
  fc.assert(
    fc.property(edited, ({ before, edits }) => {
      const after = splice(before, edits);
      let shift = 0;
      const expected = edits.map(({ start, end, text: fresh }) => {
        const from = start + shift;
        shift += fresh.length - (end - start);
        return {
          before: regionIn(before, start, end),
          after: regionIn(after, from, from + fresh.length),
        };
      });
      expect(diffOfEdits("a.ts", before, after, edits).regions).toEqual(expected);
    }),
  );
});

it("gives the place of one of many edits, as if it were alone", () => {
  fc.assert(
    fc.property(edited, ({ before, edits }) => {
      const diffOf = createEditDiffs("a.ts", before);
      for (const edit of edits)
        expect(diffOf(edit).regions).toEqual(
          diffOfEdits("a.ts", before, splice(before, [edit]), [edit]).regions,
        );
    }),
  );
});

it("gives a place to a new file and to a deleted one", () => {
  const region = (endLine: number, endColumn: number) => ({
    startLine: 1,
    startColumn: 1,
    endLine,
    endColumn,
  });
  const added = [{ start: 0, end: 0, text: "a\nbc" }];
  expect(diffOfEdits("a", undefined, "a\nbc", added).regions).toEqual([
    { before: region(1, 1), after: region(2, 3) },
  ]);
  const gone = [{ start: 0, end: 4, text: "" }];
  expect(diffOfEdits("a", "a\nbc", undefined, gone).regions).toEqual([
    { before: region(2, 3), after: region(1, 1) },
  ]);
});
