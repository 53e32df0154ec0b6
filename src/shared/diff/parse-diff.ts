/** A change of whole lines. Every line has its line end; the last of a file may have none. */
export interface LineChange {
  /** The first line that is replaced, or before which lines come; from 0. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The diff of one file, parsed. */
export interface FileDiff {
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  /** In the order of the file. */
  readonly changes: readonly LineChange[];
  /** Lines that stay, by their number before the change; from 0. */
  readonly kept: ReadonlyMap<number, string>;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Parses the diff of one file, as reports have it. Undefined if it is not one: lines that its hunks do not count, hunks
 * out of order, more than one file.
 */
export function parseDiff(text: string): FileDiff | undefined {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const first = lines.findIndex((line) => HUNK.test(line));
  const header = first === -1 ? lines : lines.slice(0, first);
  const files = header.filter((line) => line.startsWith("diff --git "));
  if (files.length > 1) return undefined;
  const body = parseHunks(first === -1 ? [] : lines.slice(first));
  if (body === undefined) return undefined;
  return {
    isNew: header.some((line) => line.startsWith("new file mode ")),
    isDeleted: header.some((line) => line.startsWith("deleted file mode ")),
    ...body,
  };
}

function parseHunks(lines: readonly string[]): Pick<FileDiff, "changes" | "kept"> | undefined {
  const changes: { start: number; removed: string[]; added: string[] }[] = [];
  const kept = new Map<number, string>();
  let [line, oldLeft, newLeft] = [0, 0, 0];
  let isRun = false; // The lines before belong to the same change.
  for (const [index, raw] of lines.entries()) {
    if (raw.startsWith("\\")) continue; // The line before has no line end.
    const hunk = HUNK.exec(raw);
    if (oldLeft === 0 && newLeft === 0) {
      if (hunk === null) return undefined;
      const [, start = "", old = "1", , fresh = "1"] = hunk;
      const begin = Number(start) - (Number(old) === 0 ? 0 : 1);
      if (begin < line) return undefined;
      [line, oldLeft, newLeft, isRun] = [begin, Number(old), Number(fresh), false];
      continue;
    }
    const [sign, content] = [raw[0], withoutEnd(raw.slice(1), lines[index + 1])];
    if (sign === " ") {
      kept.set(line, content);
      [line, oldLeft, newLeft, isRun] = [line + 1, oldLeft - 1, newLeft - 1, false];
    } else if (sign === "-" || sign === "+") {
      if (!isRun) changes.push({ start: line, removed: [], added: [] });
      isRun = true;
      const last = changes.at(-1);
      if (sign === "-") {
        last?.removed.push(content);
        [line, oldLeft] = [line + 1, oldLeft - 1];
      } else {
        last?.added.push(content);
        newLeft -= 1;
      }
    } else return undefined;
    if (oldLeft < 0 || newLeft < 0) return undefined;
  }
  return oldLeft === 0 && newLeft === 0 ? { changes, kept } : undefined;
}

function withoutEnd(line: string, next: string | undefined): string {
  return next?.startsWith("\\") === true ? line.replace(/\n$/, "") : line;
}
