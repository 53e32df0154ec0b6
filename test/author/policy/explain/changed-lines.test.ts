import { expect, it } from "vitest";
import { changesOf, linesOf } from "../../../../src/author/policy/explain/changed-lines.ts";

const HEAD = "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n";

it.each<[diff: string, lines: readonly (readonly [number, number])[]]>([
  ["@@ -1 +1 @@\n-a\n+b\n", [[1, 1]]],
  [
    "@@ -3,5 +3,5 @@\n x\n-a\n-b\n+c\n+d\n y\n-e\n+f\n z\n",
    [
      [4, 5],
      [7, 7],
    ],
  ],
  ["@@ -4,2 +4,3 @@\n x\n+new\n y\n", [[4, 5]]],
  ["@@ -2,0 +3,1 @@\n+new\n", [[2, 3]]],
  ["@@ -0,0 +1,2 @@\n+a\n+b\n", [[1, 1]]],
  ["@@ -1,2 +1,1 @@\n--- a/x\n+++ b/x\n-b\n", [[1, 2]]],
  ["@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n", [[1, 1]]],
  [
    "@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-a\n+b\n",
    [
      [1, 1],
      [9, 9],
    ],
  ],
])("finds the changed lines of the text before in %j", (diff, lines) => {
  const ranges = changesOf(`${HEAD}${diff}`).map(linesOf);
  expect(ranges.map(({ from, to }) => [from, to])).toEqual(lines);
});
