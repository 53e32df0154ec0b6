import { describe, expect, it } from "vitest";
import {
  changesOf,
  linesOf,
  originalLines,
} from "../../../../src/author/policy/explain/original-lines.ts";
import type { ActionReport } from "../../../../src/model/report/report.ts";

/** An action that turns the text `preHash` into `postHash`. */
function action(
  [preHash, postHash]: readonly [string, string],
  hunks: string,
  { state = "applied", isJoint }: { readonly state?: string; readonly isJoint?: true } = {},
) {
  const diff = `diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n${hunks}`;
  return {
    state,
    files: [{ path: "a.ts", preHash, postHash, isJoint, diff }],
  } as unknown as ActionReport;
}

const linesIn = (actions: readonly ActionReport[]) => [
  ...[...originalLines(actions, "a.ts").values()].map((ranges) =>
    ranges.map(({ from, to }) => `${from}-${to}`).join(),
  ),
];

const LONGER = "@@ -1 +1,4 @@\n-foo(1)\n+foo(\n+1,\n+7\n+)\n";
const FIFTH = "@@ -5 +5 @@\n-foo(2)\n+foo(4)\n";

describe("lines of the text before the run", () => {
  it("are behind lines that an earlier action made longer, or removed", () => {
    expect(linesIn([action(["0", "1"], LONGER), action(["1", "2"], FIFTH)])).toEqual([
      "1-1",
      "2-2",
    ]);
    const removing = "@@ -2,2 +1,0 @@\n-a\n-b\n";
    expect(linesIn([action(["0", "1"], removing), action(["1", "2"], FIFTH)])).toEqual([
      "2-3",
      "7-7",
    ]);
  });

  it("are those from which a changed line came, also over several writes", () => {
    const inside = action(["1", "2"], "@@ -3 +3 @@\n-7\n+8\n");
    expect(linesIn([action(["0", "1"], LONGER), inside])).toEqual(["1-1", "1-1"]);
    const added = action(["0", "1"], "@@ -2,0 +3,2 @@\n+x\n+y\n");
    const later = action(["1", "2"], "@@ -4 +4 @@\n-y\n+z\n");
    const last = action(["2", "3"], "@@ -6 +6 @@\n-a\n+b\n");
    expect(linesIn([added, later, last])).toEqual(["2-3", "2-3", "4-4"]);
  });

  it("do not move behind actions that are not in the tree", () => {
    const held = action(["0", "1"], LONGER, { state: "held" });
    expect(linesIn([held, action(["0", "2"], FIFTH)])).toEqual(["1-1", "5-5"]);
    const undone = action(["1", "0"], "@@ -1,4 +1 @@\n-foo(\n-1,\n-7\n-)\n+foo(1)\n");
    const again = action(["0", "2"], FIFTH);
    expect(linesIn([action(["0", "1"], LONGER), undone, again])).toEqual(["1-1", "1-1", "5-5"]);
  });

  it("are counted once for actions that share a write, in any order, also on one line", () => {
    const joint = { isJoint: true } as const;
    const second = action(["0", "1"], "@@ -3 +3,2 @@\n-b\n+b\n+b\n", joint);
    const first = action(["0", "1"], "@@ -1 +1,3 @@\n-a a\n+a\n+\n+a a\n", joint);
    const same = action(["0", "1"], "@@ -1 +1,2 @@\n-a a\n+a a\n+a\n", joint);
    const later = action(["1", "2"], "@@ -8 +8 @@\n-c\n+d\n");
    expect(linesIn([second, first, same, later])).toEqual(["3-3", "1-1", "1-1", "4-4"]);
  });
});

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
