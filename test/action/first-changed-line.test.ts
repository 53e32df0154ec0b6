import { describe, expect, test } from "vitest";
import { firstChangedLine } from "../../src/action/first-changed-line.ts";
import { unifiedDiff } from "../../src/edit/text/unified-diff.ts";

const LINES = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`).join("");

type Text = string | undefined;
type Line = number | undefined;

describe("firstChangedLine", () => {
  test.each<[before: Text, after: Text, old: Line, fresh: Line]>([
    [LINES, LINES.replace("10\n", "x\n"), 10, 10],
    [LINES, LINES.replace("1\n", "x\n"), 1, 1],
    [LINES, `${LINES}x\n`, 20, 21],
    [LINES, LINES.replace("20\n", ""), 20, 19],
    [undefined, "a\n", 1, 1],
    ["a\n", undefined, 1, 1],
    [undefined, "", undefined, undefined],
  ])("it is a line of the text before or after the change (%#)", (before, after, old, fresh) => {
    const { text } = unifiedDiff("a.ts", before, after);
    expect([firstChangedLine(text, "-"), firstChangedLine(text, "+")]).toEqual([old, fresh]);
  });
});
