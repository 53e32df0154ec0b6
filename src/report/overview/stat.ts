import type { Colors } from "picocolors/types.js";
import { cellsOf, fitPath, padCells } from "../terminal/cells.ts";
import { terminalLine } from "../terminal-text.ts";
import type { ChangesView } from "./changes-view.ts";
import { grouped } from "./entries.ts";
import type { Entry } from "./entry.ts";
import { groupHead } from "./group-head.ts";

/** The width of a bar. */
const MOST_BAR = 40;

/** The lines of one file. */
interface FileStat {
  readonly path: string;
  readonly additions: number;
  readonly deletions: number;
}

/** Yields a line for each file, with the number of its changed lines and a bar, as git does. */
export function* statPieces(
  entries: readonly Entry[],
  { groupBy }: Pick<ChangesView, "groupBy">,
  columns: number | undefined,
  colors: Colors,
): Generator<string, void> {
  for (const [name, group] of grouped(entries, groupBy)) {
    const indent = name === "" ? "" : "  ";
    const files = filesOf(group);
    if (files.length === 0) continue;
    if (name !== "") yield `${groupHead(name, group, colors)}\n`;
    yield* statLines(files, (columns ?? Number.POSITIVE_INFINITY) - indent.length, indent, colors);
    yield "\n";
  }
}

function filesOf(entries: readonly Entry[]): readonly FileStat[] {
  const files = new Map<string, FileStat>();
  for (const { files: changed } of entries)
    for (const { path, additions, deletions } of changed) {
      const sum = files.get(path);
      files.set(path, {
        path,
        additions: additions + (sum?.additions ?? 0),
        deletions: deletions + (sum?.deletions ?? 0),
      });
    }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function* statLines(
  files: readonly FileStat[],
  columns: number,
  indent: string,
  colors: Colors,
): Generator<string, void> {
  const most = files.reduce((sum, file) => Math.max(sum, changedIn(file)), 1);
  const digits = String(most).length;
  const names = files.map(({ path }) => terminalLine(path));
  const longest = names.reduce((sum, name) => Math.max(sum, cellsOf(name)), 0);
  // A bar gets what the names leave, and at least a fifth.
  const room = columns - digits - 4;
  const bar = Math.min(MOST_BAR, Math.max(Math.floor(room / 5), room - longest), most);
  const width = Math.max(8, Math.min(longest, room - bar));
  for (const [index, file] of files.entries()) {
    const name = padCells(fitPath(names[index] ?? "", width), width);
    const count = String(changedIn(file)).padStart(digits);
    yield `${indent}${name} | ${count} ${drawBar(file, most, bar, colors)}`.trimEnd().concat("\n");
  }
}

function changedIn({ additions, deletions }: FileStat): number {
  return additions + deletions;
}

function drawBar(file: FileStat, most: number, width: number, colors: Colors): string {
  const scale = most <= width ? 1 : width / most;
  // Even one change has a sign.
  const signs = (count: number) => (count === 0 ? 0 : Math.max(1, Math.floor(count * scale)));
  const [plus, minus] = [signs(file.additions), signs(file.deletions)];
  return `${colors.green("+".repeat(plus))}${colors.red("-".repeat(minus))}`;
}
