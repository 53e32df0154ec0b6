import picocolors from "picocolors";
import type { Colors } from "picocolors/types.js";
import type { ChangedAction, ComparedAction, Comparison } from "../../model/report/comparison.ts";
import type { ReportFormat } from "../../model/report/formats.ts";
import { countOf } from "../../shared/count-of.ts";
import { jsonPieces } from "../../shared/json/json-pieces.ts";
import { boundedSection, cell } from "../comment/sections.ts";
import { comparisonHtml } from "../html/comparison-html.ts";
import type { Pieces } from "../reporter.ts";
import { terminalLine } from "../terminal-text.ts";

/** The most lines of one list; JSON has all. */
const MOST_LINES = 200;

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

/** Yields a comparison for people: what is new, gone, decided differently, and other files; then the counts. */
function* comparisonText(comparison: Comparison, colors: Colors): Generator<string, void> {
  const { before, after, counts, moves, files } = comparison;
  yield `${colors.dim("before:")} ${sideText(before)}\n${colors.dim("after:")}  ${sideText(after)}\n\n`;
  yield* listOf(
    "Decided differently",
    comparison.changed,
    (one) => changedText(one, colors),
    colors,
  );
  yield* listOf("New", comparison.new, (one) => colors.green(`+ ${actionText(one)}`), colors);
  yield* listOf("Gone", comparison.gone, (one) => colors.red(`- ${actionText(one)}`), colors);
  yield* listOf("Files whose change is another", files, fileText, colors);
  for (const { from, to, actions } of moves)
    yield `${countOf(actions, "action")}: ${from} → ${to}\n`;
  const { same, new: fresh, gone, changed, files: other } = counts;
  yield `${[`${same} the same`, `${changed} different`, `${fresh} new`, `${gone} gone`].join(", ")}; `;
  yield `${countOf(other, "file")} with another change.\n`;
}

function sideText({ kind, name, command, outcome, exitCode }: Comparison["before"]): string {
  const made = kind === "plan" ? "" : `, ${command}`;
  return terminalLine(`${kind} ${name}${made}: ${outcome} (exit code ${exitCode})`);
}

function* listOf<Item>(
  title: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
  colors: Colors,
): Generator<string, void> {
  if (items.length === 0) return;
  yield `${colors.bold(`${title} (${items.length})`)}\n`;
  for (const item of items.slice(0, MOST_LINES)) yield `  ${textOf(item)}\n`;
  const left = items.length - MOST_LINES;
  if (left > 0) yield `  ${left} more; --format json has them all.\n`;
  yield "\n";
}

function actionText(action: ComparedAction): string {
  return `${placeText(action)}  ${endText(action)}`;
}

/** Returns step, first file with its line, and the number of the others. */
function placeText({ recipe, step, label, files: [first, ...others], line }: ComparedAction) {
  const more = others.length === 0 ? "" : ` and ${countOf(others.length, "more file")}`;
  const place =
    first === undefined ? label : `${first}${line === undefined ? "" : `:${line}`}${more}`;
  return terminalLine(`${recipe} › ${step}: ${place}`);
}

/** Returns state, rule and reason. */
function endText({ state, ruleId, reason }: ComparedAction): string {
  const rule = ruleId === undefined ? "" : ` [${ruleId}]`;
  return terminalLine(`${state}${rule}${reason === undefined ? "" : `: ${reason}`}`);
}

function changedText({ before, after, differs }: ChangedAction, colors: Colors): string {
  const change = differs.includes("change") ? " (another change)" : "";
  const id = colors.dim(after.id.slice(0, 12));
  return `~ ${placeText(after)}${change} ${id}\n      ${endText(before)}\n    → ${endText(after)}`;
}

function fileText({ path, before, after }: Comparison["files"][number]): string {
  return terminalLine(`${path}: ${netText(before)} → ${netText(after)}`);
}

/** Returns the sums of a net change: `+3 −1`. */
function netText(net: Comparison["files"][number]["before"]): string {
  if (net === undefined) return "no change";
  const kind = net.preHash === null ? "new, " : net.postHash === null ? "deleted, " : "";
  return `${kind}+${net.additions} −${net.deletions}`;
}
