import { byUrgency } from "../../model/report/by-urgency.ts";
import { type ActionReport, whyOf } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { shorten } from "../../shared/shorten.ts";
import { fileWords } from "../file-words.ts";
import { markdownText } from "../markdown-text.ts";
import { stateWords } from "../state-words.ts";
import type { PartLimit } from "./commented-report.ts";
import { firstThatFit, roomForRest } from "./first-that-fit.ts";

/** The most characters of one cell. */
const CELL_LENGTH = 300;

/** The length of a row that has next to nothing in its cells. */
const LEAST_ROW = 16;

const HEAD = "| File | Verdict | Reason | Step |\n| --- | --- | --- | --- |\n";

/** A line of the table, before it is Markdown. */
interface Row {
  readonly cells: readonly string[];
  /** The number of actions in the row. */
  count: number;
}

/** Returns a table of files with verdict, reason and rule; equal lines are one. Empty if there is no action. */
export function verdictTable(
  actions: readonly ActionReport[],
  { length, elsewhere }: PartLimit,
): string {
  const rows = rowsOf(actions);
  if (rows.length === 0) return "";
  // Only the lines that have a chance are made: an escaped text is never shorter.
  const candidates = rows.slice(0, Math.ceil(Math.max(0, length) / LEAST_ROW));
  const { shown } = firstThatFit(
    candidates.map(markdownRow),
    length - HEAD.length - roomForRest(elsewhere),
  );
  const left = rows.length - shown.length;
  const more = left === 0 ? "" : `${countOf(left, "more row")}; ${elsewhere}.`;
  const table = shown.length === 0 ? "" : `${HEAD}${shown.join("\n")}`;
  return [table, more].filter((part) => part !== "").join("\n\n");
}

function rowsOf(actions: readonly ActionReport[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const action of byUrgency(actions)) {
    const others = [stateWords(action), reasonOf(action), `${action.recipe} › ${action.step}`];
    for (const path of pathsOf(action)) {
      const cells = [path, ...others];
      const key = JSON.stringify(cells);
      const known = rows.get(key);
      if (known === undefined) rows.set(key, { cells, count: 1 });
      else known.count += 1;
    }
  }
  return [...rows.values()];
}

function markdownRow({ cells, count }: Row): string {
  const shown = cells.map((cell) => markdownText(shorten(cell, CELL_LENGTH)));
  return `| ${shown.join(" | ")}${count === 1 ? "" : ` (${count} actions)`} |`;
}

/** Returns the files of an action; a custom tool may name none of them, or not all. */
function pathsOf({ facts }: ActionReport): readonly string[] {
  const files = fileWords(facts);
  const left = facts.fileCount - files.length;
  if (files.length === 0) return ["–"];
  return left > 0 ? [...files, `and ${countOf(left, "more file")}`] : files;
}

function reasonOf(action: ActionReport): string {
  const rule = action.ruleId === undefined ? "" : ` (rule ${action.ruleId})`;
  return `${shorten(whyOf(action) ?? "", CELL_LENGTH - 60)}${shorten(rule, 60)}`.trim();
}
