import fc from "fast-check";
import { expect, test } from "vitest";
import { splice } from "../../../src/edit/text/splice.ts";
import type { TextEdit } from "../../../src/model/edit.ts";

/** A text of pieces of real files, with sorted edits that fit it; some touch, some only insert. */
const textAndEdits = fc
  .array(fc.constantFrom("\uFEFF", "\r\n", "\n", "\t", " ", "a", "é", "😀", "}"), { maxLength: 60 })
  .map((parts) => parts.join(""))
  .chain((text) =>
    fc.record({
      text: fc.constant(text),
      edits: fc
        .uniqueArray(fc.nat(text.length), { maxLength: 12 })
        .map((places) => places.sort((a, b) => a - b))
        .chain((places) => {
          const spans = places.flatMap((start, index) => {
            const end = places[index + 1];
            return end === undefined ? [] : [{ start, end: index % 3 === 0 ? start : end }];
          });
          return fc.tuple(
            ...spans.map((span) => fc.string().map((inserted) => ({ ...span, text: inserted }))),
          );
        }),
    }),
  );

test("splice equals cutting one edit after the other from the end, for any text (A23)", () => {
  fc.assert(
    fc.property(textAndEdits, ({ text, edits }) => {
      const naive = [...edits]
        .reverse()
        .reduce(
          (all, { start, end, text: inserted }) => all.slice(0, start) + inserted + all.slice(end),
          text,
        );
      expect(splice(text, edits)).toBe(naive);
    }),
  );
});

test("splice never changes the text between the edits: line ends, BOM, final newline survive (A23)", () => {
  fc.assert(
    fc.property(textAndEdits, ({ text, edits }) => {
      let rest = splice(text, edits);
      let position = 0;
      for (const edit of edits) {
        const kept = text.slice(position, edit.start);
        expect(rest.startsWith(kept + edit.text)).toBe(true);
        rest = rest.slice(kept.length + edit.text.length);
        position = edit.end;
      }
      expect(rest).toBe(text.slice(position));
    }),
  );
});

test("edits that touch, and several insertions at one place, stand in the order given", () => {
  const edits = [
    { start: 1, end: 1, text: "1" },
    { start: 1, end: 1, text: "2" },
    { start: 1, end: 2, text: "B" },
    { start: 2, end: 3, text: "" },
  ];
  expect(splice("abcd", edits)).toBe("a12Bd");
});

test.each<{ readonly title: string; readonly edits: readonly TextEdit[] }>([
  { title: "overlap", edits: [edit(0, 2), edit(1, 3)] },
  { title: "lie inside of each other", edits: [edit(0, 3), edit(1, 1)] },
  { title: "are not sorted", edits: [edit(2, 3), edit(0, 1)] },
  { title: "begin before the text", edits: [edit(-1, 1)] },
  { title: "end behind the text", edits: [edit(3, 5)] },
  { title: "end before they begin", edits: [edit(2, 1)] },
  { title: "are not whole numbers", edits: [edit(Number.NaN, 1)] },
])("splice throws for edits that $title", ({ edits }) => {
  expect(() => splice("abcd", edits)).toThrow(RangeError);
});

function edit(start: number, end: number): TextEdit {
  return { start, end, text: "x" };
}
