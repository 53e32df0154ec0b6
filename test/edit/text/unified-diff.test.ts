import { expect, test } from "vitest";
import { splice } from "../../../src/edit/text/splice.ts";
import { unifiedDiff, unifiedDiffOfEdits } from "../../../src/edit/text/unified-diff.ts";
import type { TextEdit } from "../../../src/model/edit.ts";

const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `line ${index}\n`);

test("A21 a diff has three lines of context, ranges and counts", () => {
  const before = lines(12);
  const after = before.with(5, "changed\n").toSpliced(6, 0, "new\n");
  expect(unifiedDiff("src/a.ts", before.join(""), after.join(""))).toEqual({
    text: [
      "diff --git a/src/a.ts b/src/a.ts",
      "--- a/src/a.ts",
      "+++ b/src/a.ts",
      "@@ -3,7 +3,8 @@",
      " line 2",
      " line 3",
      " line 4",
      "-line 5",
      "+changed",
      "+new",
      " line 6",
      " line 7",
      " line 8",
      "",
    ].join("\n"),
    additions: 2,
    deletions: 1,
  });
});

test("A21 changes whose contexts meet share a hunk, others do not", () => {
  const before = lines(40);
  const hunks = (places: readonly number[]): number => {
    const after = before.map((line, index) => (places.includes(index) ? "x\n" : line));
    return unifiedDiff("a", before.join(""), after.join("")).text.split("\n@@ ").length - 1;
  };
  expect(hunks([10, 17])).toBe(1);
  expect(hunks([10, 18])).toBe(2);
});

test("the diff of equal texts is empty", () => {
  expect(unifiedDiff("a", "x\n", "x\n")).toEqual({ text: "", additions: 0, deletions: 0 });
  expect(unifiedDiff("a", undefined, undefined).text).toBe("");
});

test("a diff may have more lines than a call takes arguments", () => {
  const count = 130_000;
  const diff = unifiedDiff("a.ts", "foo(1);\n".repeat(count), "bar(1);\n".repeat(count));
  expect([diff.additions, diff.deletions]).toEqual([count, count]);
});

test("A21 the diff of several edits is that of the texts", () => {
  const pieces = ["\n", "\n", "a\n", "b\n", "a", "\r", "\r\n", "\ud800", "😀", "\ufeff", "\0"];
  let state = 1;
  const below = (end: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % end;
  };
  const textOf = (length: number): string =>
    Array.from({ length }, () => pieces[below(pieces.length)]).join("");
  for (let round = 0; round < 2_000; round += 1) {
    const before = textOf(below(40));
    const edits: TextEdit[] = [];
    for (let at = below(9); at < before.length; at += below(9)) {
      const end = Math.min(before.length, at + below(5));
      edits.push({ start: at, end, text: textOf(below(4)) });
      at = end;
    }
    const after = splice(before, edits);
    const { text, ...counts } = unifiedDiff("a", before, after);
    const ofEdits = unifiedDiffOfEdits("a", before, after, edits);
    expect(ofEdits).toEqual({ text, ...counts });
  }
});

test("lines that are equal at both ends take no part in the search, also if they repeat a line of it", () => {
  const diffOf = (before: string, after: string) =>
    unifiedDiff("a", before, after).text.split("\n").slice(4).join(" ");
  expect(diffOf("a\nb\na\n", "a\na\nb\na\n")).toBe(" a +a  b  a ");
  expect(diffOf("a\na\n", "a\na\na\n")).toBe(" a  a +a ");
  expect(diffOf("x\na\nb\nx\n", "x\nb\na\nx\n")).toBe(" x +b  a -b  x ");
});
