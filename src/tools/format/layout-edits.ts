import { findTextEdits } from "../../edit/text/find-text-edits.ts";
import type { Span } from "../../edit/text/span.ts";
import type { TextEdit } from "../../model/edit.ts";
import { alignTokens, tokensOf } from "./align-tokens.ts";

/** A place at which a formatter changed a text: as a rule the white space between two tokens. */
export interface LayoutEdit extends TextEdit {
  /** The stretch that the change is about: all of the white space, if lines are joined or parted there. */
  readonly about: Span;
  /** `indentation`: white space at the start of a line. `blank-lines`: the number of lines between two others. */
  readonly kind: "indentation" | "blank-lines" | "other";
}

/** Returns edits that turn a text into what a formatter made of it, each as small as its tokens allow. Sorted. */
export function findLayoutEdits(text: string, formatted: string): readonly LayoutEdit[] {
  const [from, to] = [tokensOf(text), tokensOf(formatted)];
  const pairs = alignTokens(from, to);
  if (pairs === undefined) return editsOfLines(text, formatted);
  const edits: LayoutEdit[] = [];
  let [at, madeAt] = [0, 0];
  const close = (end: number, madeEnd: number) => {
    const edit = editOf(text, { start: at, end }, formatted.slice(madeAt, madeEnd));
    if (edit !== undefined) edits.push(edit);
    [at, madeAt] = [end, madeEnd];
  };
  for (const [token, made] of pairs) {
    close(token.start, made.start);
    close(token.start + token.text.length, made.start + made.text.length);
  }
  close(text.length, formatted.length);
  return edits;
}

/** Does the same for texts of which the tokens moved: an edit is a stretch of lines then. */
function editsOfLines(text: string, formatted: string): readonly LayoutEdit[] {
  return findTextEdits(text, formatted).map(({ start, end, text: made }) => {
    return { start, end, text: made, about: { start, end }, kind: "other" };
  });
}

/** Returns the smallest edit that puts `made` in the place of what stands between two tokens. */
function editOf(text: string, gap: Span, made: string): LayoutEdit | undefined {
  const old = text.slice(gap.start, gap.end);
  if (old === made) return undefined;
  const isBlank = `${old}${made}`.trim() === "";
  const [oldLines, madeLines] = [linesIn(old), linesIn(made)];
  const breaksLines = oldLines !== madeLines;
  const isAtStart = /(^|\n)[ \t]*$/.test(text.slice(Math.max(0, gap.start - 1), gap.end));
  // Nothing is before the first line, and it has no end of a line before it.
  const isApart = gap.start === 0 || Math.min(oldLines, madeLines) > 1;
  const isBetween = isBlank && breaksLines && isApart;
  const isIndentation = isBlank && !breaksLines && isAtStart;
  const { start, end, from, to } = isBetween ? differenceAtStart(old, made) : difference(old, made);
  const span = { start: gap.start + start, end: gap.start + end };
  return {
    ...span,
    text: made.slice(from, to),
    about: isBlank && breaksLines ? gap : span,
    kind: isBetween ? "blank-lines" : isIndentation ? "indentation" : "other",
  };
}

/** The place of a difference in two texts. */
interface Difference extends Span {
  readonly from: number;
  readonly to: number;
}

/** Leaves out what is equal at the start, and then at the end. */
function difference(old: string, made: string): Difference {
  const most = Math.min(old.length, made.length);
  let left = 0;
  while (left < most && old[left] === made[left]) left += 1;
  let right = 0;
  while (right < most - left && old.at(-1 - right) === made.at(-1 - right)) right += 1;
  return { start: left, end: old.length - right, from: left, to: made.length - right };
}

/** Leaves out what is equal at the end alone: the difference of blank lines is beside the line before them. */
function differenceAtStart(old: string, made: string): Difference {
  const most = Math.min(old.length, made.length);
  let right = 0;
  while (right < most && old.at(-1 - right) === made.at(-1 - right)) right += 1;
  return { start: 0, end: old.length - right, from: 0, to: made.length - right };
}

function linesIn(text: string): number {
  return text.split("\n").length;
}
