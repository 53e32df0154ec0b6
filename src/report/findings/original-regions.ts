import type { EditRegion, TextRegion } from "../../model/place.ts";
import { countWhile } from "../../shared/lists/count-while.ts";

type Position = readonly [line: number, column: number];

/** The replacements of one write: sorted, their places in the texts before and after all of them. */
export type WriteRegions = readonly EditRegion[];

/** Puts replacements together that all begin at the same text; `after` of each counts only itself. */
export function joinedRegions(parts: readonly (readonly EditRegion[])[]): WriteRegions {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  // An insertion comes before the replacement that follows it.
  const all = parts.flat().sort(({ before: a }, { before: b }) => {
    return compare(startOf(a), startOf(b)) || compare(endOf(a), endOf(b));
  });
  let [lines, columns, lastLine] = [0, 0, 0]; // Columns move only in the line in which the last one ends.
  return all.map(({ before, after }) => {
    const from: Position = [
      before.startLine + lines,
      before.startColumn + (before.startLine === lastLine ? columns : 0),
    ];
    const height = after.endLine - after.startLine;
    const width = after.endColumn - (height === 0 ? after.startColumn : 0);
    const to: Position = height === 0 ? [from[0], from[1] + width] : [from[0] + height, width];
    [lines, columns, lastLine] = [to[0] - before.endLine, to[1] - before.endColumn, before.endLine];
    return { before, after: regionOf(from, to) };
  });
}

/**
 * Returns the place that a region had before some writes, of which the last one made the text of the region. Inside of
 * a replacement it is the whole place that was replaced.
 */
export function originalRegion(writes: readonly WriteRegions[], region: TextRegion): TextRegion {
  let [start, end] = [startOf(region), endOf(region)];
  for (const regions of [...writes].reverse())
    [start, end] = [startBefore(regions, start), endBefore(regions, end)];
  return regionOf(start, compare(end, start) < 0 ? start : end);
}

function startBefore(regions: WriteRegions, position: Position): Position {
  const region = lastUpTo(regions, (after) => compare(startOf(after), position) <= 0);
  if (region === undefined) return position;
  const { before, after } = region;
  if (compare(position, endOf(after)) < 0) return startOf(before);
  return moved(position, endOf(after), endOf(before));
}

function endBefore(regions: WriteRegions, position: Position): Position {
  const region = lastUpTo(regions, (after) => compare(startOf(after), position) < 0);
  if (region === undefined) return position;
  const { before, after } = region;
  if (compare(position, endOf(after)) < 0) return endOf(before);
  return moved(position, endOf(after), endOf(before));
}

/** Moves a position as the end of the replacement before it is moved. */
function moved([line, column]: Position, from: Position, to: Position): Position {
  return [line - from[0] + to[0], line === from[0] ? column - from[1] + to[1] : column];
}

/** Returns the last region that begins early enough, by halves: a file may have thousands. */
function lastUpTo(
  regions: WriteRegions,
  isEarly: (after: TextRegion) => boolean,
): EditRegion | undefined {
  return regions[countWhile(regions, ({ after }) => isEarly(after)) - 1];
}

function compare(a: Position, b: Position): number {
  return a[0] - b[0] || a[1] - b[1];
}

function startOf({ startLine, startColumn }: TextRegion): Position {
  return [startLine, startColumn];
}

function endOf({ endLine, endColumn }: TextRegion): Position {
  return [endLine, endColumn];
}

function regionOf([startLine, startColumn]: Position, [endLine, endColumn]: Position): TextRegion {
  return { startLine, startColumn, endLine, endColumn };
}
