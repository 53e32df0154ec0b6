import type { TextEdit } from "../../model/edit.ts";
import type { EditRegion, TextRegion } from "../../model/place.ts";
import type { LineCounter } from "./count-lines.ts";

/** Line and column. */
type Position = readonly [line: number, column: number];

/** Returns the regions of sorted edits, in their order, at the cost of the text up to the last of them. */
export function regionsOfEdits(before: string, edits: readonly TextEdit[]): readonly EditRegion[] {
  const positionOf = createPositions(before);
  return shifted(edits, ({ start, end }) => [positionOf(start), positionOf(end)]);
}

/** Does the same for one edit. */
export function regionsOfEdit(
  before: string,
  edit: TextEdit,
  countLines: LineCounter,
): readonly EditRegion[] {
  const positionOf = (offset: number): Position => [
    countLines(offset) + 1,
    offset - lineStart(before, offset) + 1,
  ];
  return shifted([edit], ({ start, end }) => [positionOf(start), positionOf(end)]);
}

/** Returns a function from offsets, each at or after the last one, to their positions. */
function createPositions(text: string): (offset: number) => Position {
  let [line, start, next] = [1, bomOf(text), text.indexOf("\n")];
  return (offset) => {
    while (next !== -1 && next < offset) {
      [line, start] = [line + 1, next + 1];
      next = text.indexOf("\n", start);
    }
    return [line, Math.max(0, offset - start) + 1];
  };
}

function lineStart(text: string, offset: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  return start === 0 ? Math.min(bomOf(text), offset) : start;
}

function bomOf(text: string): number {
  return text.startsWith("\uFEFF") ? 1 : 0;
}

/** Adds the places afterwards: those before, moved by the edits before them. */
function shifted(
  edits: readonly TextEdit[],
  placeOf: (edit: TextEdit) => readonly [Position, Position],
): readonly EditRegion[] {
  let [lines, columns, lastLine] = [0, 0, 0]; // Columns move only in the line in which the last edit ends.
  return edits.map((edit) => {
    const [start, end] = placeOf(edit);
    const from: Position = [start[0] + lines, start[1] + (start[0] === lastLine ? columns : 0)];
    const to = endOf(from, edit.text);
    [lines, columns, lastLine] = [to[0] - end[0], to[1] - end[1], end[0]];
    return { before: regionOf(start, end), after: regionOf(from, to) };
  });
}

function endOf([line, column]: Position, text: string): Position {
  let count = 0;
  let last = -1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    count += 1;
    last = at;
  }
  return count === 0 ? [line, column + text.length] : [line + count, text.length - last];
}

function regionOf([startLine, startColumn]: Position, [endLine, endColumn]: Position): TextRegion {
  return { startLine, startColumn, endLine, endColumn };
}
