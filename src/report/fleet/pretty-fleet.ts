import type { Colors } from "picocolors/types.js";
import type {
  FleetReport,
  FleetReportRow,
  FleetShareTotal,
} from "../../model/fleet/fleet-report.ts";
import type { FleetState } from "../../model/fleet/fleet-state.ts";
import type { PullReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { terminalLine } from "../terminal-text.ts";
import {
  byReason,
  countWords,
  groupBy,
  isToldTogether,
  STATES_BY_URGENCY,
  stateCounts,
} from "./fleet-words.ts";

/** The most lines of one list; JSON has all. */
const MOST_LINES = 200;
/** The most names in one line. */
const MOST_NAMES = 5;
/** The most pull requests of a repository. */
const MOST_PULLS = 10;

/** Yields a round for people: the repositories that need somebody first, then sums. */
export function* prettyFleet(report: FleetReport, colors: Colors): Generator<string, void> {
  const { name, round, startedAt, repositories, byRule, byOwner, totals } = report;
  const about = `fleet ${name}, round ${round} of ${startedAt}`;
  yield `${colors.dim(terminalLine(about))}\n\n`;
  const byState = groupBy(repositories, ({ state }) => state);
  for (const state of STATES_BY_URGENCY) yield* stateList(state, byState.get(state) ?? [], colors);
  yield* shareList("By rule", byRule ?? [], colors);
  yield* shareList("By owner", byOwner ?? [], colors);
  const all = countOf(totals.repositories, "repository", "repositories");
  yield `${all}${totals.repositories === 0 ? "" : `: ${stateCounts(totals)}`}\n`;
  const words = totals.files === null ? "" : countWords({ counts: totals });
  if (words !== "") yield `${words}; +${totals.additions} −${totals.deletions}\n`;
}

function* stateList(
  state: FleetState,
  rows: readonly FleetReportRow[],
  colors: Colors,
): Generator<string, void> {
  if (rows.length === 0) return;
  const title = `${state} (${rows.length})`;
  const lines = isToldTogether(state) ? together(rows) : rows.flatMap(rowLines);
  yield `${state === "failed" ? colors.red(title) : colors.bold(title)}\n${bounded(lines)}\n`;
}

/** Returns a line for each reason, with the first names. */
function together(rows: readonly FleetReportRow[]): readonly string[] {
  return byReason(rows).map(({ message, rows: of }) => {
    const names = boundedList(
      of.map(({ name }) => name),
      MOST_NAMES,
    );
    return terminalLine(message === "" ? names : `${message.replace(/\.$/, "")}: ${names}`);
  });
}

function rowLines(row: FleetReportRow): readonly string[] {
  const { name, reason, pulls } = row;
  const words = [reason?.message ?? "", countWords(row)].filter((part) => part !== "").join("; ");
  const more = pulls.length - MOST_PULLS;
  return [
    terminalLine(words === "" ? name : `${name}: ${words}`),
    ...pulls.slice(0, MOST_PULLS).map((pull) => `  ${terminalLine(pullWords(pull))}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function pullWords({ state, isPlanned, number, branch, url, why }: PullReport): string {
  const planned = isPlanned ? "would be " : "";
  const place = url ?? `${number === undefined ? "" : `#${number} `}${branch}`;
  return `${planned}${state} ${place}${why === undefined ? "" : `: ${why}`}`;
}

function* shareList(
  title: string,
  shares: readonly FleetShareTotal[],
  colors: Colors,
): Generator<string, void> {
  if (shares.length === 0) return;
  const lines = shares.map(({ name, repositories, replacements, files }) => {
    const where = `${countOf(files, "file")} of ${countOf(repositories, "repository", "repositories")}`;
    return terminalLine(`${name}: ${countOf(replacements, "replacement")} in ${where}`);
  });
  yield `${colors.bold(title)}\n${bounded(lines)}\n`;
}

function bounded(lines: readonly string[]): string {
  const shown = lines.slice(0, MOST_LINES).map((line) => `  ${line}\n`);
  const left = lines.length - MOST_LINES;
  if (left > 0) shown.push(`  ${left} more lines; --format json has all.\n`);
  return shown.join("");
}
