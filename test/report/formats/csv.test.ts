import { expect, it } from "vitest";
import { createCsvReporter } from "../../../src/report/formats/csv.ts";
import { actionOf } from "../../action/builders.ts";
import { HOSTILE, regionOf, reportOf, shownBy } from "../../support/shown-by.ts";

/** The records of a text by RFC 4180: anything else throws. */
function recordsOf(text: string): readonly Readonly<Record<string, string>>[] {
  expect(text.startsWith("\uFEFF")).toBe(true);
  const rows = text
    .slice(1)
    .split(/(?<=\r\n)/)
    .map((line) => {
      const cells: string[] = [];
      const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
      for (let at = 0; at < line.length; at = cell.lastIndex) {
        const [, value] = cell.exec(line) ?? expect.fail(`not a record: ${line}`);
        cells.push(value?.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : `${value}`);
      }
      return cells;
    });
  const [names = [], ...records] = rows;
  for (const record of records) expect(record).toHaveLength(names.length);
  return records.map((record) =>
    Object.fromEntries(names.map((name, index) => [name, record[index] ?? ""])),
  );
}

const sizes = { language: "ts", replacements: 2, superseded: [], additions: 3, deletions: 1 };

it("has a row for each replacement, and the lines of a file only once", () => {
  const regions = [
    { op: "one", before: regionOf(1, 1, 4), after: regionOf(1, 1, 6) },
    { op: "two", before: regionOf(9, 2, 4), after: regionOf(11, 2, 6) },
  ];
  const facts = { ...actionOf().facts, owners: ["@a/b", "c"], packages: ["web"], files: ["t"] };
  const hashes = { preHash: "1", postHash: "2" };
  const file = { path: "a b.ts", ...sizes, ...hashes, diff: "" };
  const actions = [
    actionOf({ facts, verdict: "apply", files: [{ ...file, regions }] }),
    actionOf({ id: "old", files: [{ ...file, preHash: null }], state: "held", reason: 'a, "b"' }),
    actionOf({ id: "custom", facts: { ...facts, files: ["x", "y"] } }),
  ];
  const records = recordsOf(shownBy(createCsvReporter, reportOf({ actions })));
  expect(records).toMatchObject([
    {
      ...{ action: "a1", recipe: "swap", step: "swap", op: "one", path: "a b.ts", line: "1" },
      ...{ column: "1", endColumn: "4", newEndColumn: "6", state: "applied", verdict: "apply" },
      ...{ rule: "small", owners: "'@a/b c", packages: "web", additions: "3", deletions: "1" },
    },
    { op: "two", line: "9", newLine: "11", additions: "", deletions: "", change: "changed" },
    { action: "old", op: "", line: "", reason: 'a, "b"', change: "new", additions: "3" },
    { action: "custom", path: "x", line: "" },
    { action: "custom", path: "y" },
  ]);
});

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1", "＝1", '=HYPERLINK("x","y")'])(
  "begins no cell with what a spreadsheet calculates: %j",
  (path) => {
    const files = [{ path, ...sizes, preHash: "1", postHash: "2", diff: "" }];
    const text = shownBy(createCsvReporter, reportOf({ actions: [actionOf({ files })] }));
    expect(recordsOf(text)[0]?.path).toMatch(/^['\\]/);
  },
);

it("keeps any text in its cell, on one line", () => {
  const actions = [actionOf({ recipe: HOSTILE, step: HOSTILE, label: HOSTILE, reason: HOSTILE })];
  const text = shownBy(createCsvReporter, reportOf({ actions }));
  expect(recordsOf(text)).toHaveLength(1);
  expect(text.split("\n")).toHaveLength(3);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
  expect(text).not.toMatch(/[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]/);
  expect(text.isWellFormed()).toBe(true);
});
