import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Figures } from "../faults/figures.ts";
import { sentenceOf, tableOf, withFigures } from "../faults/reliability-table.ts";

const ROOT = resolve(import.meta.dirname, "../..");
// Written by the reporter of these tests.
const figures = JSON.parse(
  readFileSync(resolve(ROOT, "test/faults/results.json"), "utf8"),
) as readonly Figures[];

describe("the figures of reliability", () => {
  it.each([
    ["docs/reliability.md", tableOf(figures)],
    ["README.md", sentenceOf(figures)],
  ])("are those of results.json in %s", (path, written) => {
    const page = readFileSync(resolve(ROOT, path), "utf8");
    expect(page).toContain(written);
    expect(withFigures(page, figures)).toBe(page);
  });

  it("have no kind of fault that a tree did not survive", () => {
    const broken = figures.filter(
      ({ tried, survived, violations }) => tried === 0 || survived !== tried || violations > 0,
    );
    expect(broken).toEqual([]);
  });
});
