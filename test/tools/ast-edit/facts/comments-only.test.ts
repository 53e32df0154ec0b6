import { expect, test } from "vitest";
import { splice } from "../../../../src/edit/text/splice.ts";
import { createCommentCheck } from "../../../../src/tools/ast-edit/facts/comments-only.ts";

function isCommentsOnly(before: string, from: string, to: string): boolean {
  const start = before.indexOf(from);
  const edits = [{ start, end: start + from.length, text: to }];
  return createCommentCheck(before, "typescript")(splice(before, edits), edits);
}

test.each([
  ["a; // b\n", "// b", "// c", true],
  ["a; // b\n", "// b", "", true],
  ["  a;\n\n// b\n\n  c;\n", "// b", "", true],
  ["a/* b */c", "/* b */", "", false],
  ["#!/usr/bin/env node\n// b\n", "// b", "// c", true],
  ["#!/usr/bin/env node\n// b\n", "#!/usr/bin/env node", "#!/bin/sh", false],
  ["#!/usr/bin/env node\n// b\n", "#!/usr/bin/env node", "// c", false],
])("of %j the edit of %j to %j is of comments only: %s", (before, from, to, expected) => {
  expect(isCommentsOnly(before, from, to)).toBe(expected);
});

test("a long run of blanks takes no longer than its length", { timeout: 2000 }, () => {
  const blanks = " ".repeat(80_000);
  expect(isCommentsOnly(`a;${blanks}b; // c\n`, "// c", "// d")).toBe(true);
  expect(isCommentsOnly(`a;\n${blanks}\n${blanks}\nb; // c\n`, "// c", "// d")).toBe(true);
});
