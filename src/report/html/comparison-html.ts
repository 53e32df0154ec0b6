import type { Comparison } from "../../model/report/comparison.ts";
import { comparisonData } from "./comparison-data.ts";
import { elementOf } from "./data-element.ts";
import { readPageFiles } from "./page-files.ts";
import { pageEnd, pageStart } from "./page-frame.ts";

/** Yields the page of two reports that were compared. */
export function* comparisonHtml(comparison: Comparison): Generator<string, void> {
  const { before, after } = comparison;
  const files = readPageFiles();
  yield pageStart(files, `${before.name} and ${after.name} compared`);
  const data = yield* comparisonData(comparison);
  yield elementOf("data", data);
  yield pageEnd(files);
}
