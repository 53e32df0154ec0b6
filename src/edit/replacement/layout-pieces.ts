import { escapeRegex } from "../../shared/regex/escape-regex.ts";

/** A part of code as a pattern or a template has it: text, or the place of a capture, `$A` or `$$$A`. */
export type LayoutPart = string | { readonly capture: string };

/** A word, a single other character, or a capture; never white space. */
export interface Piece {
  /** Equal for pieces that are the same code; a capture has its name with dollars. */
  readonly key: string;
  /** The white space before it, back to the piece before. */
  readonly before: string;
  /** The text itself; that of a capture is the captured code. */
  readonly text: string;
}

/** A {@link Piece} of the searched text; UTF-16 code units. `before` has the comments, too. */
export interface PlacedPiece extends Piece {
  readonly start: number;
  readonly end: number;
}

/** The texts of captures by their names with dollars; undefined for one that is bound to nothing. */
export type CaptureText = (name: string) => string | undefined;

const WORD_OR_CHARACTER = /[\p{L}\p{M}\p{N}_$]+|\S/gu;

/**
 * Splits code into its pieces; each of `literals` is one. A capture that is bound to nothing has none, and white space
 * at the ends is dropped.
 */
export function piecesOf(
  parts: readonly LayoutPart[],
  textOf: CaptureText,
  literals: readonly string[] = [],
): readonly Piece[] {
  const pattern = patternOf(literals);
  const pieces: Piece[] = [];
  let before = "";
  for (const part of parts) {
    if (typeof part === "string") {
      let at = 0;
      for (const { index, 0: text } of part.matchAll(pattern)) {
        pieces.push({ key: text, before: before + part.slice(at, index), text });
        before = "";
        at = index + text.length;
      }
      before += part.slice(at);
      continue;
    }
    const text = textOf(part.capture);
    if (text) pieces.push({ key: keyOf(part.capture), before, text });
    before = "";
  }
  return pieces.map((piece, index) => (index === 0 ? { ...piece, before: "" } : piece));
}

/** Literals that are written as words would be found in other words. */
function patternOf(literals: readonly string[]): RegExp {
  const quoted = [...new Set(literals)].filter(
    (text) => !/^[\p{L}\p{N}_$]|[\p{L}\p{N}_$]$/u.test(text),
  );
  if (quoted.length === 0) return WORD_OR_CHARACTER;
  const longestFirst = quoted.sort((a, b) => b.length - a.length);
  const escaped = longestFirst.map(escapeRegex);
  return new RegExp([...escaped, WORD_OR_CHARACTER.source].join("|"), "gu");
}

/** Returns the key of a capture: no word has it, because of the blank. */
function keyOf(capture: string): string {
  return ` ${capture}`;
}

/** True if the key is that of a capture. */
export function isCapture({ key }: Piece): boolean {
  return key.startsWith(" ");
}

/** A stretch of the text that is one piece: a capture, or a literal; or that is skipped: a comment. */
export interface Anchor {
  readonly start: number;
  readonly end: number;
  readonly capture?: string;
  readonly isLiteral?: boolean;
}

/** Splits a stretch of a text into its pieces. `anchors` are sorted, inside of the stretch and without overlaps. */
export function placedPiecesOf(
  source: string,
  { start, end }: { readonly start: number; readonly end: number },
  anchors: readonly Anchor[],
): readonly PlacedPiece[] {
  const pieces: PlacedPiece[] = [];
  let last = start;
  const push = (key: string, from: number, to: number) => {
    const before = source.slice(last, from);
    pieces.push({ key, before, text: source.slice(from, to), start: from, end: to });
    last = to;
  };
  let at = start;
  for (const anchor of [...anchors, { start: end, end }]) {
    for (const { index, 0: text } of source.slice(at, anchor.start).matchAll(WORD_OR_CHARACTER))
      push(text, at + index, at + index + text.length);
    if (anchor.capture !== undefined) push(keyOf(anchor.capture), anchor.start, anchor.end);
    else if (anchor.isLiteral)
      push(source.slice(anchor.start, anchor.end), anchor.start, anchor.end);
    at = anchor.end;
  }
  return pieces;
}
