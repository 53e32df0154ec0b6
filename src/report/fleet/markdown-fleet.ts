import type {
  FleetReport,
  FleetReportRow,
  FleetShareTotal,
} from "../../model/fleet/fleet-report.ts";
import { countOf } from "../../shared/count-of.ts";
import { boundedSection, cell, pullLink } from "../comment/sections.ts";
import {
  byReason,
  countWords,
  groupBy,
  isToldTogether,
  STATES_BY_URGENCY,
  stateCounts,
} from "./fleet-words.ts";

/** The most bytes of the lists: all stay below the 1 MiB of a step summary. */
const [ROWS_BYTES, LIST_BYTES] = [500 * 1024, 120 * 1024];
const ELSEWHERE = "`--format json` has all";
/** The most pull requests of one repository. */
const MOST_PULLS = 10;

/** Yields a round as Markdown of GitHub and GitLab, below 1 MiB. */
export function* markdownFleet(report: FleetReport): Generator<string, void> {
  const { name, round, totals, repositories, byRule, byOwner } = report;
  const all = countOf(totals.repositories, "repository", "repositories");
  yield `## Sluice: fleet ${cell(name)}, round ${round}\n\n`;
  yield `**${all}**${totals.repositories === 0 ? "" : `: ${stateCounts(totals)}`}.`;
  const words = totals.files === null ? "" : countWords({ counts: totals });
  yield words === "" ? "\n" : ` ${words}; +${totals.additions} −${totals.deletions}.\n`;
  const byState = groupBy(repositories, ({ state }) => state);
  const rows = STATES_BY_URGENCY.filter((state) => !isToldTogether(state)).flatMap((state) =>
    (byState.get(state) ?? []).map(rowLine),
  );
  const columns = ["Repository", "State", "Files", "Replacements", "Held", "Pull requests", "Why"];
  yield table("Repositories", columns, rows, ROWS_BYTES);
  const others = STATES_BY_URGENCY.filter(isToldTogether).flatMap((state) =>
    byReason(byState.get(state) ?? []).map(({ message, rows: of }) =>
      line([cell(state), `${of.length}`, cell(message)]),
    ),
  );
  yield table("Others", ["State", "Repositories", "Why"], others, LIST_BYTES);
  yield shareTable("By rule", byRule ?? []);
  yield shareTable("By owner", byOwner ?? []);
}

function rowLine({ name, state, counts, pulls, reason }: FleetReportRow): string {
  const numbers = [counts?.files, counts?.replacements, counts?.held];
  const more = pulls.length > MOST_PULLS ? ` and ${pulls.length - MOST_PULLS} more` : "";
  return line([
    cell(name),
    state,
    ...numbers.map((number) => `${number ?? "–"}`),
    `${pulls.slice(0, MOST_PULLS).map(pullLink).join(", ")}${more}`,
    cell(reason?.message ?? ""),
  ]);
}

function shareTable(title: string, shares: readonly FleetShareTotal[]): string {
  const lines = shares.map(({ name, repositories, files, replacements }) =>
    line([cell(name), `${repositories}`, `${files}`, `${replacements}`]),
  );
  return table(title, ["", "Repositories", "Files", "Replacements"], lines, LIST_BYTES);
}

function table(
  title: string,
  columns: readonly string[],
  lines: readonly string[],
  bytes: number,
): string {
  const head = `\n### ${title}\n\n${line(columns)}\n|${" --- |".repeat(columns.length)}\n`;
  const text = boundedSection({ head, lines, noun: "row" }, { bytes, elsewhere: ELSEWHERE });
  return text === "" ? "" : `${text}\n`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
