import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Figures } from "../faults/figures.ts";
import { tableOf, withTable } from "../faults/reliability-table.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const readme = readFileSync(resolve(ROOT, "README.md"), "utf8");
// Written by the reporter of these tests.
const figures = JSON.parse(
  readFileSync(resolve(ROOT, "test/faults/results.json"), "utf8"),
) as readonly Figures[];

describe("the reliability table of the README", () => {
  it("has the figures of results.json", () => {
    expect(readme).toContain(tableOf(figures));
    expect(withTable(readme, figures)).toBe(readme);
  });

  it("has no kind of fault that a tree did not survive", () => {
    const broken = figures.filter(
      ({ tried, survived, violations }) => tried === 0 || survived !== tried || violations > 0,
    );
    expect(broken).toEqual([]);
  });
});
