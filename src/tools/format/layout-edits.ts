import { findTextEdits } from "../../edit/text/find-text-edits.ts";
import type { Span } from "../../edit/text/span.ts";
import type { TextEdit } from "../../model/edit.ts";

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

/** A word or a sign of a text. */
interface Token {
  readonly text: string;
  readonly start: number;
}

const TOKEN = /[\p{L}\p{N}_$]+|\S/gu;

/** Returns the tokens of a text in any language, in order. */
function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({ text: token, start: index }));
}

/** Tokens that are the same after a difference, so that the texts go on together. */
const SAME_BEHIND = 4;

/** The most tokens of a difference, on both sides together. */
const MOST_DIFFERENT = 64;

/**
 * Pairs the tokens of a text with those of the same text after a formatter, which keeps nearly all of them in their
 * order. Quotes count as the same. Takes time in proportion to the text; undefined if too much differs in one place.
 */
function alignTokens(
  from: readonly Token[],
  to: readonly Token[],
): readonly (readonly [Token, Token])[] | undefined {
  const [old, fresh] = [from.map(keyOf), to.map(keyOf)];
  const pairs: (readonly [Token, Token])[] = [];
  let [index, madeIndex] = [0, 0];
  while (index < from.length || madeIndex < to.length) {
    const [token, made] = [from[index], to[madeIndex]];
    if (token !== undefined && made !== undefined && old[index] === fresh[madeIndex]) {
      pairs.push([token, made]);
      [index, madeIndex] = [index + 1, madeIndex + 1];
      continue;
    }
    const next = nextMeeting(
      old.slice(index, index + AHEAD),
      fresh.slice(madeIndex, madeIndex + AHEAD),
    );
    if (next === undefined) return undefined;
    [index, madeIndex] = [index + next[0], madeIndex + next[1]];
  }
  return pairs;
}

const AHEAD = MOST_DIFFERENT + SAME_BEHIND + 1;

/** Returns the fewest tokens to leave out on each side so that both go on together, or end. */
function nextMeeting(
  old: readonly string[],
  fresh: readonly string[],
): readonly [number, number] | undefined {
  for (let sum = 1; sum <= MOST_DIFFERENT; sum += 1)
    for (let left = 0; left <= sum; left += 1) {
      const [at, madeAt] = [left, sum - left];
      if (at > old.length || madeAt > fresh.length) continue;
      if (meets(old, at, fresh, madeAt)) return [at, madeAt];
    }
  return undefined;
}

function meets(
  old: readonly string[],
  at: number,
  fresh: readonly string[],
  madeAt: number,
): boolean {
  for (let ahead = 0; ahead < SAME_BEHIND; ahead += 1) {
    const [token, made] = [old[at + ahead], fresh[madeAt + ahead]];
    if (token === undefined && made === undefined) return true;
    if (token !== made) return false;
  }
  return true;
}

function keyOf({ text }: Token): string {
  return text === "'" || text === "`" ? '"' : text;
}
