import type { PageDiff } from "../../model/page/page-file.ts";

/** A line of a diff of one file. */
export interface DiffLine {
  readonly kind: "kept" | "removed" | "added";
  /** Without its line end. */
  readonly text: string;
  /** Its numbers in the file before and after, from 1. */
  readonly before?: number;
  readonly after?: number;
  /** UTF-16 code units that are missing at its end. */
  readonly cut?: number;
  /** The line is the last one, and has no line end. */
  readonly isOpen?: true;
}

/** Lines that stand together. */
export interface Hunk {
  /** The first line of the hunk before and after, and the words behind its `@@`. */
  readonly before: number;
  readonly after: number;
  readonly lines: readonly DiffLine[];
}

/** A diff of one file, as it is shown. */
export interface ShownDiff {
  /** Lines about the file itself: that it is new or deleted, its mode, its other name. */
  readonly notes: readonly string[];
  readonly hunks: readonly Hunk[];
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The lines of the head of a diff that tell more than its path. */
const NOTE =
  /^(?:new file mode|deleted file mode|old mode|new mode|rename from|rename to|Binary files) ?/;

/** Parses a diff as reports have it. */
export function diffLines({ text, cuts = [] }: PageDiff): ShownDiff {
  const missing = new Map(cuts);
  const notes: string[] = [];
  const hunks: { before: number; after: number; lines: DiffLine[] }[] = [];
  let [before, after] = [0, 0];
  for (const [index, line] of text.split("\n").entries()) {
    const head = HUNK.exec(line);
    const hunk = hunks.at(-1);
    if (head !== null) {
      [before, after] = [Number(head[1]), Number(head[2])];
      hunks.push({ before, after, lines: [] });
    } else if (hunk === undefined) {
      if (NOTE.test(line)) notes.push(line);
    } else if (line.startsWith("\\")) {
      const last = hunk.lines.pop();
      if (last !== undefined) hunk.lines.push({ ...last, isOpen: true });
    } else if (line !== "") {
      const kind = KINDS[line[0] ?? ""] ?? "kept";
      const units = missing.get(index);
      hunk.lines.push({
        kind,
        text: line.slice(1),
        ...(kind === "added" ? {} : { before: before++ }),
        ...(kind === "removed" ? {} : { after: after++ }),
        ...(units === undefined ? {} : { cut: units }),
      });
    }
  }
  return { notes, hunks };
}

const KINDS: Readonly<Record<string, DiffLine["kind"]>> = { "-": "removed", "+": "added" };

/** A row of two columns. */
export interface SideRow {
  readonly left?: DiffLine | undefined;
  readonly right?: DiffLine | undefined;
}

/** Returns the lines of a hunk side by side: of each change, the first removed line beside the first added one. */
export function sideBySide({ lines }: Hunk): readonly SideRow[] {
  const rows: SideRow[] = [];
  for (const change of changesOf(lines)) {
    if (change.kept !== undefined) {
      rows.push({ left: change.kept, right: change.kept });
      continue;
    }
    const { removed, added } = change;
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1)
      rows.push({ left: removed[index], right: added[index] });
  }
  return rows;
}

/** Returns for each line of a change the line that takes its place, or whose place it takes. */
export function partnersOf({ lines }: Hunk): ReadonlyMap<DiffLine, DiffLine> {
  const partners = new Map<DiffLine, DiffLine>();
  for (const { removed, added } of changesOf(lines))
    for (const [index, line] of removed.entries()) {
      const other = added[index];
      if (other === undefined) break;
      partners.set(line, other).set(other, line);
    }
  return partners;
}

interface Change {
  readonly removed: readonly DiffLine[];
  readonly added: readonly DiffLine[];
  readonly kept?: DiffLine;
}

function changesOf(lines: readonly DiffLine[]): readonly Change[] {
  const changes: { removed: DiffLine[]; added: DiffLine[]; kept?: DiffLine }[] = [];
  let open: { removed: DiffLine[]; added: DiffLine[] } | undefined;
  for (const line of lines) {
    if (line.kind === "kept") {
      changes.push({ removed: [], added: [], kept: line });
      open = undefined;
      continue;
    }
    if (open === undefined || (line.kind === "removed" && open.added.length > 0)) {
      open = { removed: [], added: [] };
      changes.push(open);
    }
    open[line.kind].push(line);
  }
  return changes;
}
