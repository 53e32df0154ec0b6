import type { PageDiff } from "../../src/model/page/page-file.ts";

/** A line of a diff of one file. */
export interface DiffLine {
  readonly kind: "kept" | "removed" | "added";
  /** Without its line end. */
  readonly text: string;
  /** Its numbers in the file before and after, from 1. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** UTF-16 code units that are missing at its end. */
  readonly cut?: number | undefined;
  /** The line is the last one, and has no line end. */
  readonly isOpen?: true;
}

/** Lines that stand together. */
export interface Hunk {
  /** The first line of the hunk before and after, and the text after its `@@`. */
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
      hunk.lines.push({
        kind,
        text: line.slice(1),
        before: kind === "added" ? undefined : before++,
        after: kind === "removed" ? undefined : after++,
        cut: missing.get(index),
      });
    }
  }
  return { notes, hunks };
}

const KINDS: Readonly<Record<string, DiffLine["kind"]>> = { "-": "removed", "+": "added" };
