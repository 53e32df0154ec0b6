import type { Colors } from "picocolors/types.js";
import type { ActionState, Report } from "../../model/report/report.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { idWord } from "../../shared/shell-word.ts";
import { rootOption } from "../held-advice.ts";
import type { Pieces, ReportStyle } from "../reporter.ts";
import { terminalLine } from "../terminal-text.ts";
import { entryPieces, stepAndVerdict, verdictText } from "./action-pieces.ts";
import { type ChangesView, DEFAULT_VIEW } from "./changes-view.ts";
import { digestLines } from "./digest.ts";
import { entriesOf, entryOf, grouped, inShownOrder, isInOrder } from "./entries.ts";
import type { Entry } from "./entry.ts";
import { groupHead } from "./group-head.ts";
import { statPieces } from "./stat.ts";

/** With more lines than that, diffs give way to a digest. */
const MOST_LINES = 400;
/** The lines of the diffs of held and failed actions in a digest. */
const MOST_LINES_LEFT = 30;
/** The most actions of a state that a digest names. */
const MOST_NAMED: Partial<Record<ActionState, number>> = { discarded: 5, failed: 10, held: 10 };

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
  const pieces = () => fullPieces(entries, view, style, colors);
  if (view.isFull) return pieces();
  return withinBound(entries, pieces, MOST_LINES) ?? digestPieces(report, view, style, colors);
}

function* fullPieces(
  entries: readonly Entry[],
  { groupBy }: ChangesView,
  { verbose, isPlain }: Style,
  colors: Colors,
): Generator<string, void> {
  for (const [name, group] of grouped(entries, groupBy)) {
    if (name !== "") yield `${colors.cyan("──")} ${groupHead(name, group, colors)}\n\n`;
    for (const entry of group)
      yield* entryPieces(entry, { hasDiffs: true, verbose, isPlain }, colors);
  }
}

/** Returns the pieces if they have so few lines; their number is not above the lines that change. */
function withinBound(
  entries: readonly Entry[],
  pieces: () => Pieces,
  most: number,
): readonly string[] | undefined {
  let atLeast = 0;
  for (const { files } of entries) {
    for (const { additions, deletions } of files) atLeast += additions + deletions;
    atLeast += 3;
    if (atLeast > most) return undefined;
  }
  const piecesRead: string[] = [];
  let lines = 0;
  for (const piece of pieces()) {
    lines += piece.split("\n").length - 1;
    if (lines > most) return undefined;
    piecesRead.push(piece);
  }
  return piecesRead;
}

function* statAndLeft(
  report: Report,
  view: ChangesView,
  { columns, isPlain }: Pick<Style, "columns" | "isPlain">,
  colors: Colors,
): Generator<string, void> {
  const entries = entriesOf(report, { ...view, isNet: true });
  const written = entries.filter(({ isNet, action }) => isNet || isInOrder(action));
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

/** Yields what was discarded, failed or is held: of many actions the first, and diffs while there is room. */
function* leftPieces(
  { actions }: Report,
  { isFull }: ChangesView,
  { isNamed, isPlain }: { readonly isNamed: boolean; readonly isPlain: boolean | undefined },
  colors: Colors,
): Generator<string, void> {
  const ordered = inShownOrder(actions);
  const states = isNamed
    ? (["failed", "held"] as const)
    : (["discarded", "failed", "held"] as const);
  for (const state of states) {
    const ofState = ordered.filter((action) => action.state === state);
    const most = isNamed || isFull ? 1000 : (MOST_NAMED[state] ?? 0);
    const entries = ofState.slice(0, most).map(entryOf);
    const isShort = state === "discarded" && !isNamed;
    const pieces = (hasDiffs: boolean) => () =>
      leftEntries(entries, { hasDiffs, isShort, isPlain }, colors);
    const shown =
      isNamed || isShort ? undefined : withinBound(entries, pieces(true), MOST_LINES_LEFT);
    yield* shown ?? pieces(false)();
    const more = ofState.length - entries.length;
    if (more > 0) yield colors.dim(`  … and ${more} more ${state}\n`);
    if (isShort && ofState.length > 0) yield "\n";
    else if (more > 0) yield "\n";
  }
}

function* leftEntries(
  entries: readonly Entry[],
  {
    hasDiffs,
    isShort,
    isPlain,
  }: {
    readonly hasDiffs: boolean;
    readonly isShort: boolean;
    readonly isPlain: boolean | undefined;
  },
  colors: Colors,
): Generator<string, void> {
  for (const entry of entries)
    if (isShort) yield `${verdictText(entry.action, colors)}\n`;
    else if (hasDiffs) yield* entryPieces(entry, { hasDiffs, verbose: false, isPlain }, colors);
    else yield `${stepAndVerdict(entry.action, colors)}\n`;
}
