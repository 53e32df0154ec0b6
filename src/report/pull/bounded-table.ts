import { countOf } from "../../shared/count-of.ts";
import { shorten } from "../../shared/shorten.ts";
import type { PartLimit } from "../comment/commented-report.ts";
import { firstThatFit, roomForRest } from "../comment/first-that-fit.ts";
import { markdownText } from "../markdown-text.ts";

/** The most characters of one cell. */
const CELL_LENGTH = 300;
/** The length of a row that has next to nothing in its cells. */
const LEAST_ROW = 16;

/** A table, before it is Markdown. */
export interface TableContent {
  /** The two lines of Markdown before the rows, with their line ends. */
  readonly head: string;
  /** Plain texts. */
  readonly rows: readonly (readonly string[])[];
  /** The noun of a row. */
  readonly noun: string;
}

/** Returns the rows that fit as a table, and the number of the others with their place. Empty without a row. */
export function boundedTable(
  { head, rows, noun }: TableContent,
  { length, elsewhere }: PartLimit,
): string {
  if (rows.length === 0 || length < roomForRest(elsewhere)) return "";
  // Only the rows that have a chance are made: an escaped text is never shorter.
  const candidates = rows.slice(0, Math.ceil(length / LEAST_ROW)).map(markdownRow);
  const { shown } = firstThatFit(candidates, length - head.length - roomForRest(elsewhere));
  const left = rows.length - shown.length;
  const more = left === 0 ? "" : `${countOf(left, `more ${noun}`)}; ${elsewhere}.`;
  const table = shown.length === 0 ? "" : `${head}${shown.join("\n")}`;
  return [table, more].filter((part) => part !== "").join("\n\n");
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => markdownText(shorten(cell, CELL_LENGTH))).join(" | ")} |`;
}
