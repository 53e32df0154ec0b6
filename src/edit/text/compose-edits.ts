import type { Replacement } from "../../model/edit.ts";
import { splice } from "./splice.ts";

/** A stretch of the text between two passes, with its origin. */
interface Stretch {
  /** In the text before the first pass. */
  readonly before: { readonly start: number; readonly end: number };
  /** In the text after the first pass. */
  readonly between: { readonly start: number; readonly end: number };
  /** The edits of the second pass in the stretch, in offsets of the text between the passes. */
  readonly second: Replacement[];
  readonly opId: string | undefined;
}

/**
 * Composes two lists of edits into one with the same effect; `second` counts in the text that `first` leaves. Both
 * lists are sorted and without overlaps, and so is the result.
 */
export function composeEdits(
  before: string,
  first: readonly Replacement[],
  second: readonly Replacement[],
): readonly Replacement[] {
  const between = splice(before, first);
  const composed: Replacement[] = [];
  let group: Stretch | undefined;
  const flush = () => {
    const replacement = group && replacementOf(group, before, between);
    if (replacement) composed.push(replacement);
    group = undefined;
  };
  for (const stretch of stretchesOf(first, second)) {
    const touches = group !== undefined && stretch.between.start < group.between.end;
    if (group && touches) group = merge(group, stretch);
    else {
      flush();
      group = stretch;
    }
  }
  flush();
  return composed;
}

/** Returns every edit of both passes as a stretch of all three texts, sorted by its place between the passes. */
function stretchesOf(
  first: readonly Replacement[],
  second: readonly Replacement[],
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let shift = 0;
  let index = 0;
  const takeSecond = (until: number) => {
    for (let edit = second[index]; edit && edit.start < until; edit = second[index]) {
      const before = { start: edit.start - shift, end: edit.end - shift };
      const between = { start: edit.start, end: edit.end };
      stretches.push({ before, between, second: [edit], opId: edit.opId });
      index += 1;
    }
  };
  for (const edit of first) {
    takeSecond(edit.start + shift);
    const start = edit.start + shift;
    const between = { start, end: start + edit.text.length };
    stretches.push({
      before: { start: edit.start, end: edit.end },
      between,
      second: [],
      opId: edit.opId,
    });
    shift += edit.text.length - (edit.end - edit.start);
  }
  takeSecond(Number.POSITIVE_INFINITY);
  return stretches;
}

function merge(a: Stretch, b: Stretch): Stretch {
  // The part of `b` beyond `a` is text that the first pass did not change, or another edit of it.
  const beyond = Math.max(0, b.between.end - a.between.end);
  const isFirstPass = b.second.length === 0;
  const end = isFirstPass
    ? b.before.end + Math.max(0, a.between.end - b.between.end)
    : a.before.end + beyond;
  return {
    before: { start: a.before.start, end },
    between: { start: a.between.start, end: Math.max(a.between.end, b.between.end) },
    second: [...a.second, ...b.second],
    opId: a.opId ?? b.opId,
  };
}

/** Returns undefined if the second pass took the first one back. */
function replacementOf(group: Stretch, before: string, between: string): Replacement | undefined {
  const { start, end } = group.before;
  const offset = group.between.start;
  const inner = group.second.map((edit) => ({
    ...edit,
    start: edit.start - offset,
    end: edit.end - offset,
  }));
  const text = splice(between.slice(offset, group.between.end), inner);
  if (before.slice(start, end) === text) return undefined;
  return { start, end, text, opId: group.opId ?? "" };
}
