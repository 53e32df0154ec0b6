import { expect, it } from "vitest";
import { parseDiff } from "../../src/git/lines-since.ts";

it("reads the places of hunks, and no content that looks like one", () => {
  const diff = [
    "diff --git a/a.ts b/a.ts",
    "--- a/a.ts",
    "+++ b/a.ts",
    "@@ -1,2 +1 @@ context",
    "--- a/no",
    "-diff --git a/no b/no",
    "+++ b/no",
    "@@ -9,0 +8,2 @@",
    "+@@ -1 +1 @@",
    "+x",
    "\\ No newline at end of file",
    "@@ -20,3 +20,0 @@",
    "-a",
    "-b",
    "-c",
    "diff --git a/mode b/mode",
    "old mode 100644",
    "new mode 100755",
    "diff --git a/gone b/gone",
    "--- a/gone",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-x",
    'diff --git "a/q\\"\\303\\244" "b/q\\"\\303\\244"',
    "--- /dev/null",
    '+++ "b/q\\"\\303\\244\\t"',
    "@@ -0,0 +1,3 @@",
    "+1",
    "+2",
    "+3",
    "diff --git a/with blank b/with blank",
    "--- a/with blank\t",
    "+++ b/with blank\t",
    "@@ -1 +1 @@",
    "-1",
    "+2",
    "",
  ].join("\n");
  expect([...parseDiff(diff)]).toEqual([
    [
      "a.ts",
      [
        { first: 1, count: 1 },
        { first: 8, count: 2 },
      ],
    ],
    ['q"ä\t', [{ first: 1, count: 3 }]],
    ["with blank", [{ first: 1, count: 1 }]],
  ]);
});
