import { expect, it } from "vitest";
import { byteColumns, excerptOf } from "../../../src/report/findings/diff-lines.ts";
import { joinedRegions, originalRegion } from "../../../src/report/findings/original-regions.ts";

const at = (startLine: number, startColumn: number, endLine: number, endColumn: number) => ({
  startLine,
  startColumn,
  endLine,
  endColumn,
});

it("a byte order mark has no column in the first line only", () => {
  const lines = new Map([
    [0, "\uFEFFabc def\n"],
    [1, "\uFEFFabc def\n"],
  ]);
  expect(byteColumns(lines, at(1, 1, 1, 4))).toEqual({ start: 4, end: 7 });
  expect(excerptOf(lines, at(1, 1, 1, 4))).toBe("abc");
  expect(byteColumns(lines, at(2, 2, 2, 5))).toEqual({ start: 4, end: 7 });
  expect(excerptOf(lines, at(2, 2, 2, 5))).toBe("abc");
});

it("an insertion stands before what another action replaces behind it", () => {
  const replaced = { before: at(1, 3, 1, 5), after: at(1, 3, 1, 4) };
  const inserted = { before: at(1, 3, 1, 3), after: at(1, 3, 1, 8) };
  const joined = joinedRegions([[replaced], [inserted]]);
  expect(joined).toEqual([inserted, { before: replaced.before, after: at(1, 8, 1, 9) }]);
  expect(originalRegion([joined], at(1, 8, 1, 9))).toEqual(replaced.before);
});
