import { expect, test } from "vitest";
import { unifiedDiff } from "../../../src/edit/text/unified-diff.ts";

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
