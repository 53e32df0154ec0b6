import picocolors from "picocolors";
import type { Comparison } from "../../model/report/comparison.ts";
import type { ReportFormat } from "../../model/report/formats.ts";
import { jsonPieces } from "../../shared/json/json-pieces.ts";
import { comparisonHtml } from "../html/comparison-html.ts";
import type { Pieces } from "../reporter.ts";
import { comparisonMarkdown } from "./comparison-markdown.ts";
import { comparisonText } from "./comparison-text.ts";

/** Turns a comparison into text. */
export type CompareText = (comparison: Comparison, style: { readonly color: boolean }) => Pieces;

/** The formats of comparisons. */
const COMPARERS: Partial<Readonly<Record<ReportFormat, CompareText>>> = {
  pretty: (comparison, { color }) => comparisonText(comparison, picocolors.createColors(color)),
  json: jsonOf,
  markdown: comparisonMarkdown,
  html: comparisonHtml,
};

/** The names of the formats that comparisons have. */
export const COMPARISON_FORMATS = Object.keys(COMPARERS) as readonly ReportFormat[]; // Of the literal above.

/** Returns what makes a comparison a text; undefined if the format has none. */
export function comparerOf(format: ReportFormat): CompareText | undefined {
  return COMPARERS[format];
}

function* jsonOf(comparison: Comparison): Generator<string, void> {
  yield* jsonPieces(comparison, 2);
  yield "\n";
}
