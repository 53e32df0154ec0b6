import type { Colors } from "picocolors/types.js";
import type { Report } from "../../model/report/report.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { idWord } from "../../shared/shell-word.ts";
import { rootOption } from "../held-advice.ts";
import type { Pieces, ReportStyle } from "../reporter.ts";
import { terminalLine } from "../terminal-text.ts";
import { entryPieces } from "./action-pieces.ts";
import { type ChangesView, DEFAULT_VIEW } from "./changes-view.ts";
import { digestLines } from "./digest.ts";
import { entriesOf, grouped, isInOrder } from "./entries.ts";
import type { Entry } from "./entry.ts";
import { groupHead } from "./group-head.ts";
import { leftPieces, warnedPieces } from "./left-pieces.ts";
import { statPieces } from "./stat.ts";
import { withinBound } from "./within-bound.ts";

/** With more lines than that, diffs give way to a digest. */
const MOST_LINES = 400;

type Style = Pick<
  ReportStyle,
  "quiet" | "verbose" | "columns" | "view" | "advisedRoot" | "isPlain"
>;

/**
 * Returns what the actions of a run are, and what became of them; what needs a person stands last. Diffs are read one
 * after the other, and none of a run that is too large to show them.
 */
export function changesPieces(report: Report, style: Style, colors: Colors): Pieces {
  const { quiet, columns, view = DEFAULT_VIEW, isPlain } = style;
  if (quiet) return leftPieces(report, view, { isNamed: true, isPlain }, colors);
  if (view.isStat) return statAndLeft(report, view, { columns, isPlain }, colors);
  const entries = entriesOf(report, view);
  const pieces = () => fullPieces(report, entries, style, colors);
  if (view.isFull) return pieces();
  return withinBound(entries, pieces, MOST_LINES) ?? digestPieces(report, view, style, colors);
}

function* fullPieces(
  report: Report,
  entries: readonly Entry[],
  { verbose, isPlain, view: { isNet, groupBy } = DEFAULT_VIEW }: Style,
  colors: Colors,
): Generator<string, void> {
  if (isNet) yield* warnedPieces(report, { isPlain, hasDiffs: false }, colors); // Their diffs are in the sums.
  for (const [name, group] of grouped(entries, groupBy)) {
    if (name !== "") yield `${colors.cyan("──")} ${groupHead(name, group, colors)}\n\n`;
    for (const entry of group)
      yield* entryPieces(entry, { hasDiffs: true, verbose, isPlain }, colors);
  }
}

function* statAndLeft(
  report: Report,
  view: ChangesView,
  { columns, isPlain }: Pick<Style, "columns" | "isPlain">,
  colors: Colors,
): Generator<string, void> {
  const entries = entriesOf(report, { ...view, isNet: true });
  const written = entries.filter(({ isNet, action }) => isNet || isInOrder(action));
  yield* warnedPieces(report, { isPlain, hasDiffs: true }, colors);
  yield* statPieces(written, view, columns, colors);
  yield* leftPieces(report, view, { isNamed: false, isPlain }, colors);
}

function* digestPieces(
  report: Report,
  view: ChangesView,
  { columns, advisedRoot, isPlain }: Style,
  colors: Colors,
): Generator<string, void> {
  const { id, command } = report.run;
  const commandOf = (words: string, more = "") =>
    terminalLine(`sluice ${words} ${idWord(id)}${more}${rootOption(advisedRoot)}`);
  yield `${restText(report, view, commandOf, colors)}\n\n`;
  yield* warnedPieces(report, { isPlain, hasDiffs: true }, colors);
  for (const line of digestLines(report, view, columns, colors)) yield `${line}\n`;
  yield* leftPieces(report, view, { isNamed: false, isPlain }, colors);
  if (isDryRun(command)) return;
  yield `Why each verdict: ${commandOf("policy explain")}\n`;
  yield `To take the run back: ${commandOf("undo")}\n\n`;
}

/** Returns where all the changes are that a digest does not show. */
function restText(
  { actions, run }: Report,
  view: ChangesView,
  commandOf: (words: string, more?: string) => string,
  colors: Colors,
): string {
  let [lines, inOrder] = [0, 0];
  for (const action of actions)
    for (const { additions, deletions } of action.files) {
      lines += additions + deletions;
      if (isInOrder(action)) inOrder += additions + deletions;
    }
  const much = `${colors.bold(`${lines.toLocaleString("en")} changed lines`)}, too many to show.`;
  const [file] = view.writtenTo;
  if (file !== undefined) return `${much} They are in ${terminalLine(file)}`;
  const isDry = isDryRun(run.command);
  const all = isDry ? "--full" : commandOf("report", " --full");
  const less = [...(view.isNet ? [] : ["--net"]), "--stat", "--report patch=FILE"].join(", ");
  if (inOrder === 0) return `${much} To see all: ${all}`;
  if (inOrder === lines) return `${much} To see all: ${all}, or ${less}`;
  return `${much} To see all: ${all}; what ${isDry ? "would be" : "was"} written: ${less}`;
}
