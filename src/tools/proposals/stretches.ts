import type { TextEdit } from "../../model/edit.ts";

/** Groups sorted edits of a text: those with no unchanged line between them belong together. */
export function stretchesOf<Edit extends TextEdit>(
  text: string,
  edits: readonly Edit[],
): readonly (readonly Edit[])[] {
  const groups: Edit[][] = [];
  let end = -1;
  for (const edit of edits) {
    const group = groups.at(-1);
    const between = group === undefined ? "" : text.slice(end, edit.start);
    if (group !== undefined && between.split("\n").length <= 2) group.push(edit);
    else groups.push([edit]);
    end = edit.end;
  }
  return groups;
}

/** Characters that may be read to describe all stretches of a file: each is described by the whole of its text. */
const MOST_READ = 6_000_000;

/**
 * Joins neighbours, so that a file of many stretches is described in bounded work. Returns at least two groups of
 * several stretches, and at most a hundred for a text of 60,000 UTF-16 units.
 */
export function fewStretches<Edit extends TextEdit>(
  text: string,
  stretches: readonly (readonly Edit[])[],
): readonly (readonly Edit[])[] {
  const most = Math.max(2, Math.floor(MOST_READ / Math.max(1, text.length)));
  if (stretches.length <= most) return stretches;
  const size = Math.ceil(stretches.length / most);
  return Array.from({ length: Math.ceil(stretches.length / size) }, (_, at) =>
    stretches.slice(at * size, (at + 1) * size).flat(),
  );
}
