import picocolors from "picocolors";
import type { ChangedAction, ComparedAction, Comparison } from "../../model/report/comparison.ts";
import type { ReportFormat } from "../../model/report/formats.ts";
import { countOf } from "../../shared/count-of.ts";
import { jsonPieces } from "../../shared/json/json-pieces.ts";
import { boundedSection, cell } from "../comment/sections.ts";
import { comparisonHtml } from "../html/comparison-html.ts";
import type { Pieces } from "../reporter.ts";
import { comparisonText, endText, netText, placeText } from "./comparison-text.ts";

/** The most bytes of one of the four lists: all stay below the 1 MiB of a step summary. */
const LIST_BYTES = 240 * 1024;

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

/** Yields a comparison as Markdown of GitHub and GitLab, below 1 MiB. */
function* comparisonMarkdown(comparison: Comparison): Generator<string, void> {
  const { before, after, counts, outcome, changed, files } = comparison;
  const { same, new: fresh, gone, changed: other } = counts;
  const isSame = outcome === "same";
  yield `## Sluice: ${isSame ? "no difference" : "differences"}\n\n`;
  yield `**${other}** decided differently, **${fresh}** new, **${gone}** gone, ${same} the same; ${countOf(counts.files, "file")} with another change.\n\n`;
  yield `| | | Outcome |\n| --- | --- | --- |\n${sideRow("before", before)}${sideRow("after", after)}`;
  const table = (title: string, names: readonly string[], lines: readonly string[]) => {
    const head = `\n### ${title}\n\n| ${names.join(" | ")} |\n|${" --- |".repeat(names.length)}\n`;
    const bounds = { bytes: LIST_BYTES, elsewhere: "`--format json` has them all" };
    const text = boundedSection({ head, lines, noun: "row" }, bounds);
    return text === "" ? "" : `${text}\n`;
  };
  yield table("Decided differently", ["Action", "Before", "After"], changed.map(changedRow));
  yield table("New", ["Action", "Outcome"], comparison.new.map(actionRow));
  yield table("Gone", ["Action", "Outcome"], comparison.gone.map(actionRow));
  yield table("Files whose change is another", ["File", "Before", "After"], files.map(fileRow));
}

function sideRow(word: string, side: Comparison["before"]): string {
  const { kind, name, command, outcome, exitCode } = side;
  return `${row([word, `${kind} ${name} (${command})`, `${outcome}, exit code ${exitCode}`])}\n`;
}

function changedRow({ before, after }: ChangedAction): string {
  return row([placeText(after), endText(before), endText(after)]);
}

function actionRow(action: ComparedAction): string {
  return row([placeText(action), endText(action)]);
}

function fileRow({ path, before, after }: Comparison["files"][number]): string {
  return row([path, netText(before), netText(after)]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}
