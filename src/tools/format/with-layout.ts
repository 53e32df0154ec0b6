import { composeEdits } from "../../edit/text/compose-edits.ts";
import { splice } from "../../edit/text/splice.ts";
import type { Replacement } from "../../model/edit.ts";
import { findLayoutEdits } from "./layout-edits.ts";

/** The op that edits of a formatter have where no edit of the step is near. */
const FORMAT = "format";

/**
 * Returns the edits of a step together with those of a formatter, which made `formatted` of the result. An edit of the
 * formatter becomes part of one of the step in the same or the next line, so that their number stays what it was.
 */
export function withLayout(
  before: string,
  edits: readonly Replacement[],
  formatted: string,
): readonly Replacement[] {
  const layout = findLayoutEdits(splice(before, edits), formatted);
  const own = layout.map(({ start, end, text }) => ({ start, end, text, opId: FORMAT }));
  const joined: Replacement[] = [];
  for (const next of composeEdits(before, edits, own)) {
    const last = joined.at(-1);
    const between = last === undefined ? "" : before.slice(last.end, next.start);
    if (last === undefined || !areOne(last, next, between)) joined.push(next);
    else
      joined[joined.length - 1] = {
        start: last.start,
        end: next.end,
        text: last.text + between + next.text,
        opId: last.opId === FORMAT ? next.opId : last.opId,
      };
  }
  return joined;
}

function areOne(a: Replacement, b: Replacement, between: string): boolean {
  return (a.opId === FORMAT || b.opId === FORMAT) && between.split("\n").length <= 2;
}
