import type { Colors } from "picocolors/types.js";
import type { Grouping } from "../../model/report/groupings.ts";
import { type Report, whyOf } from "../../model/report/report.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { cellsOf, fitEnd, fitPath, padCells } from "../terminal/cells.ts";
import { terminalLine } from "../terminal-text.ts";
import type { ChangesView } from "./changes-view.ts";
import { entriesOf, grouped } from "./entries.ts";
import type { Entry } from "./entry.ts";
import { notInOrder, pathsOf } from "./group-head.ts";
import { splitFolders } from "./split-folders.ts";

/** The most rows of a table of the digest, and of one that the user asked for. */
const [MOST_ROWS, MOST_ASKED] = [15, 50];
/** The widest first column, and the narrowest. */
const [WIDEST, NARROWEST] = [72, 12];

/** One row: what the changes with that name are. */
interface Row {
  readonly name: string;
  readonly isPath: boolean;
  readonly entries: readonly Entry[];
  /** Why the first action got its verdict. */
  readonly why?: string | undefined;
}

/** Returns the changes of a run in tables: by step, folder and rule, or by what the user asked for. */
export function digestLines(
  report: Pick<Report, "actions">,
  { groupBy }: Pick<ChangesView, "groupBy">,
  columns: number | undefined,
  colors: Colors,
): readonly string[] {
  const entries = entriesOf(report, { isNet: false, groupBy: "file" });
  const table = (title: string, rows: readonly Row[], most: number) =>
    tableLines(title, rows, { most, columns }, colors);
  if (groupBy !== undefined) return table(`by ${groupBy}`, rowsBy(entries, groupBy), MOST_ASKED);
  return [
    ...table("by step", rowsBy(entries, "step"), MOST_ROWS),
    ...table("by folder", folderRows(entries), MOST_ROWS),
    ...table("by rule", rowsBy(entries, "rule"), MOST_ROWS),
  ];
}

function rowsBy(entries: readonly Entry[], groupBy: Grouping): readonly Row[] {
  const rows = [...grouped(entries, groupBy)].map(([name, group]): Row => {
    const [first] = group;
    const why = groupBy === "rule" && first !== undefined ? whyOf(first.action) : undefined;
    return { name, entries: group, isPath: groupBy === "file", why };
  });
  return rows.sort((a, b) => b.entries.length - a.entries.length);
}

function folderRows(entries: readonly Entry[]): readonly Row[] {
  const byPath = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const path of pathsOf(entry)) {
      addTo(byPath, path, entry);
    }
  const rows = splitFolders([...byPath.keys()], MOST_ROWS).map(({ name, paths, isRest }): Row => {
    const own = new Set(paths.flatMap((path) => byPath.get(path) ?? []));
    return { name: isRest ? `${name} (others)` : name, isPath: true, entries: [...own] };
  });
  return rows.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function tableLines(
  title: string,
  rows: readonly Row[],
  { most, columns = Number.POSITIVE_INFINITY }: { most: number; columns: number | undefined },
  colors: Colors,
): readonly string[] {
  const shownRows = rows.slice(0, most);
  const numbers = shownRows.map(numbersOf);
  const widths = [0, 1, 2].map((at) =>
    Math.max("files".length, ...numbers.map((row) => row[at]?.length ?? 0)),
  );
  const room = columns - widths.reduce((sum, width) => sum + width + 1, 3);
  const longest = Math.max(
    cellsOf(title),
    ...shownRows.map(({ name }) => cellsOf(terminalLine(name)) + 2),
  );
  const width = Math.max(NARROWEST, Math.min(longest, WIDEST, room));
  const cells = (row: readonly string[]) => row.map((cell, at) => cell.padStart(widths[at] ?? 0));
  const lines = shownRows.map((row, index) => {
    const { name, isPath, entries, why } = row;
    const label = (isPath ? fitPath : fitEnd)(terminalLine(name), width - 2);
    const [files = "", added = "", removed = ""] = cells(numbers[index] ?? []);
    const words = notInOrder(new Set(entries.map(({ action }) => action)), colors);
    const start = `  ${padCells(label, width - 2)} ${files} ${colors.green(added)} ${colors.red(removed)}`;
    const left = room - width;
    const reason =
      why === undefined || left < 20 ? "" : `  ${fitEnd(terminalLine(why), Math.min(left, 80))}`;
    return `${start}${words.length === 0 ? "" : `  ${words.join(", ")}`}${words.length > 0 ? "" : colors.dim(reason)}`;
  });
  const head = `${padCells(title, width)} ${cells(["files", "lines", ""]).join(" ")}`.trimEnd();
  const more = rows.length - shownRows.length;
  return [
    colors.bold(head),
    ...lines,
    ...(more > 0 ? [colors.dim(`  … and ${more} more`)] : []),
    "",
  ];
}

function numbersOf({ entries }: Row): readonly string[] {
  const files = new Set(entries.flatMap(pathsOf));
  let [added, removed] = [0, 0];
  for (const entry of entries)
    for (const { additions, deletions } of entry.files) {
      added += additions;
      removed += deletions;
    }
  return [String(files.size), `+${added}`, `-${removed}`];
}
