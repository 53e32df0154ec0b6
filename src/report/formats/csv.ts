import { type ActionReport, whyOf } from "../../model/report/report.ts";
import type { Reporter } from "../reporter.ts";
import { terminalLine } from "../terminal-text.ts";

/**
 * Makes `csv` for spreadsheets (RFC 4180, with a byte order mark, by which they know UTF-8): a row for each
 * replacement. A change without the places of its replacements has one row for each file.
 */
export function createCsvReporter(): Reporter {
  return {
    *onReport({ actions }) {
      yield `\uFEFF${COLUMNS.join(",")}\r\n`;
      for (const action of actions) yield* rowsOf(action);
    },
  };
}

/** The columns, in order. */
const COLUMNS = [
  ...["action", "recipe", "step", "op", "path", "language"],
  ...["line", "column", "endLine", "endColumn"],
  ...["newLine", "newColumn", "newEndLine", "newEndColumn"],
  ...["state", "verdict", "rule", "reason", "owners", "packages"],
  ...["additions", "deletions", "change", "label"],
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string | number | undefined>>;

function* rowsOf(action: ActionReport): Generator<string, void> {
  const { files, facts } = action;
  const actionCells = ownCells(action);
  if (files.length === 0) {
    const paths = facts.files.length === 0 ? [undefined] : facts.files;
    for (const path of paths) yield rowText({ ...actionCells, path });
  }
  for (const file of files) {
    const { path, language, additions, deletions } = file;
    const change = file.preHash === null ? "new" : file.postHash === null ? "deleted" : "changed";
    // Only in the first row of a file, so that a column adds up to the number of lines.
    const sizes = { additions, deletions };
    const ofFile = { ...actionCells, path, language, change };
    const { regions = [] } = file;
    if (regions.length === 0) yield rowText({ ...ofFile, ...sizes });
    for (const [index, { op, before, after }] of regions.entries())
      yield rowText({
        ...ofFile,
        ...(index === 0 ? sizes : {}),
        op,
        line: before.startLine,
        column: before.startColumn,
        endLine: before.endLine,
        endColumn: before.endColumn,
        newLine: after.startLine,
        newColumn: after.startColumn,
        newEndLine: after.endLine,
        newEndColumn: after.endColumn,
      });
  }
}

function ownCells(action: ActionReport): Row {
  const { id, recipe, step, state, verdict, ruleId, facts, label } = action;
  const { owners = [], packages = [] } = facts;
  return {
    action: id,
    recipe,
    step,
    state,
    verdict,
    rule: ruleId,
    reason: whyOf(action),
    owners: owners.join(" "),
    packages: packages.join(" "),
    label,
  };
}

function rowText(row: Row): string {
  return `${COLUMNS.map((column) => cellOf(row[column])).join(",")}\r\n`;
}

function cellOf(value: string | number | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = terminalLine(value).toWellFormed();
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The beginnings that a spreadsheet takes for a formula, also after blanks, and in their wide forms. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/;
