import type { Span } from "../../text/span.ts";

/** An import that stands on a line of its own, among others that are sorted by their paths. */
export interface SortedLine {
  readonly path: string;
  readonly place: Span;
}

/**
 * Returns the import before or after which a new one has its place: in the block with the longest beginning of the
 * path, if that is sorted, and otherwise after the import that shares it.
 */
export function sortedPlace<Line extends SortedLine>(
  path: string,
  lines: readonly Line[],
  text: string,
): { readonly line: Line; readonly side: "before" | "after" } | undefined {
  const blocks = blocksOf(lines, text);
  const shared = (line: Line) => sharedParts(line.path, path);
  const most = Math.max(...lines.map(shared));
  const block = blocks.findLast((each) => each.some((line) => shared(line) === most));
  const last = block?.at(-1);
  if (block === undefined || last === undefined) return undefined;
  const isSorted = block.every(({ path: own }, at) => (block[at - 1]?.path ?? "") <= own);
  const next = isSorted ? block.find((line) => line.path > path) : undefined;
  if (next) return { line: next, side: "before" };
  const near = isSorted ? last : (block.findLast((line) => shared(line) === most) ?? last);
  return { line: near, side: "after" };
}

/** Returns the runs of lines without a blank line between them. */
function blocksOf<Line extends SortedLine>(
  lines: readonly Line[],
  text: string,
): readonly (readonly Line[])[] {
  const blocks: Line[][] = [];
  let end = 0;
  for (const line of lines) {
    const isNew = /\n[ \t]*\r?\n/.test(text.slice(end, line.place.start));
    const block = isNew ? undefined : blocks.at(-1);
    if (block) block.push(line);
    else blocks.push([line]);
    end = line.place.end;
  }
  return blocks;
}

/** Returns the number of parts that two paths have in common at their beginning. */
function sharedParts(a: string, b: string): number {
  const [own, other] = [a.split(/[./]/), b.split(/[./]/)];
  const differs = own.findIndex((part, at) => part !== other[at]);
  return differs === -1 ? own.length : differs;
}
