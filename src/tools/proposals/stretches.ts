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
