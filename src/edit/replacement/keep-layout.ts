import type { Span } from "../text/span.ts";
import { LOOK_BACK, lineIndentation } from "./indentation.ts";
import { type Change, changesFrom, changesOf, findInMatch } from "./layout-changes.ts";
import type { Piece, PlacedPiece } from "./layout-pieces.ts";
import { type WrittenPart, withoutBreaks } from "./without-breaks.ts";

/** A match in its text; UTF-16 code units. */
interface MatchPlace extends Span {
  readonly source: string;
  /** A line end may end a statement, so that none may come to another place. */
  readonly lineEndsCount: boolean;
}

/** The code that an op looks for, and the code that takes its place. */
interface Difference {
  /** Undefined if it is not known: `out` is compared with the match. */
  readonly base: readonly Piece[] | undefined;
  readonly out: readonly Piece[];
}

/**
 * Writes the replacement of a match so that its layout stays: only the pieces in which `out` differs from `base` are
 * deleted, replaced and added; all else keeps its bytes, also comments, modifiers and terminators that `base` does not
 * have. `pieces` are those of the match; undefined if there are too many of them, so that `out` is all that is left.
 * Returns undefined if the match is written in another way than `base`.
 */
export function keepLayout(
  place: MatchPlace,
  pieces: readonly PlacedPiece[] | undefined,
  { base, out }: Difference,
): string | undefined {
  const indent = indentBy(lineIndentation(place.source, place.start), lineEndOf(place.source));
  if (pieces === undefined || out.length === 0) return writePieces(out, indent);
  const found = base && findInMatch(base, pieces);
  if (base && !found) return undefined;
  const changes = base && found ? changesFrom(base, out, pieces, found) : changesOf(pieces, out);
  return writeChanges({ ...place, pieces, out, indent }, changes);
}

/** Adds the indentation of the match to the lines that `out` begins. */
type Indent = (space: string) => string;

function indentBy(indentation: string, lineEnd: string): Indent {
  return (space) =>
    space
      .replace(/\n[ \t]+(?=\r?\n)/g, "\n")
      .replace(/\n(?!\r?\n)/g, `\n${indentation}`)
      .replace(/\r?\n/g, lineEnd);
}

/** Returns the line end of a text, as its first line has it. */
function lineEndOf(text: string): string {
  return text.charAt(text.indexOf("\n") - 1) === "\r" ? "\r\n" : "\n";
}

function writePieces([first, ...others]: readonly Piece[], indent: Indent): string {
  return (first?.text ?? "") + others.map((piece) => indent(piece.before) + piece.text).join("");
}

interface Writing extends MatchPlace {
  readonly pieces: readonly PlacedPiece[];
  readonly out: readonly Piece[];
  readonly indent: Indent;
}

function writeChanges(writing: Writing, changes: readonly Change[]): string {
  const { source, pieces } = writing;
  const parts: WrittenPart[] = [];
  let at = writing.start;
  for (const change of changes) {
    const { gone, come, next } = change;
    const following = next && pieces[next[0]];
    const end = following?.start ?? writing.end;
    const first = pieces[gone[0] ?? -1];
    const last = pieces[gone.at(-1) ?? -1];
    const own = pieces[change.behindOwn ?? -1];
    if (own !== undefined) parts.push({ text: source.slice(at, own.end), isChanged: false });
    const left = source.slice(own?.end ?? at, first?.start ?? end);
    const right = last && commentsBetween(writing, gone) + source.slice(last.end, end);
    const around = { left, right, isOpened: opens(writing, change) };
    const isChanged = gone.length + come.length > 0;
    parts.push({ text: writeChange(change, around, writing), isChanged });
    parts.push({ text: following?.text ?? "", isChanged });
    at = following?.end ?? end;
  }
  if (!writing.lineEndsCount) return parts.map(({ text }) => text).join("");
  return withoutBreaks(source.slice(Math.max(0, writing.start - LOOK_BACK), writing.start), parts);
}

/** True if brackets go for good, in a language in which the line ends inside of them count without them. */
function opens({ lineEndsCount, pieces, out }: Writing, { gone, come }: Change): boolean {
  const isBracket = (piece: Piece | undefined) => /^[()[\]{}]$/.test(piece?.key ?? "");
  const hasBracket = gone.some((index) => isBracket(pieces[index]));
  return lineEndsCount && hasBracket && !come.some((index) => isBracket(out[index]));
}

/** Returns the comments between pieces that go, each with the white space around it. */
function commentsBetween({ source, pieces }: Writing, gone: readonly number[]): string {
  const gaps = gone.slice(1).map((index) => {
    const piece = pieces[index];
    return piece === undefined ? "" : source.slice(piece.start - piece.before.length, piece.start);
  });
  return gaps.filter((gap) => gap.trim() !== "").join("");
}

/** The text of the match around the pieces that go; without such pieces, `left` is all of it. */
interface Around {
  readonly left: string;
  readonly right: string | undefined;
  /** Brackets around it are gone. */
  readonly isOpened: boolean;
}

function writeChange(
  { come, next, before, behind }: Change,
  around: Around,
  { out, indent }: Writing,
): string {
  const behindOut = indent((next && out[next[1]]?.before) ?? "");
  const spaces = { before, behind, behindOut };
  const pieces = come.flatMap((index) => out[index] ?? []);
  const beforeOut = indent(pieces[0]?.before ?? "");
  const { left, right } = around.isOpened ? withoutLineEnds(around, beforeOut, behindOut) : around;
  if (pieces.length === 0)
    return right === undefined ? stay(left, spaces) : remove(left, right, spaces);
  const text = writePieces(pieces, indent);
  if (right === undefined) return add(left, text, beforeOut, spaces);
  const leading = besideNew(left, before, beforeOut);
  return leading + text + besideNew(right, behind, behindOut);
}

/** Line ends may stand in brackets, but not where brackets went. */
function withoutLineEnds(
  { left, right }: Around,
  beforeOut: string,
  behindOut: string,
): Omit<Around, "isOpened"> {
  const isBroken = (space: string) => space.trim() === "" && space.includes("\n");
  return {
    left: isBroken(left) ? beforeOut : left,
    right: right !== undefined && isBroken(right) ? behindOut : right,
  };
}

/** The white space before pieces that go, and before the one after them: in the code looked for, and in `out`. */
interface Spaces {
  readonly before: string | undefined;
  readonly behind: string | undefined;
  readonly behindOut: string;
}

/** Between two pieces that stay: `out` may have another space than the pattern, and the match that of the pattern. */
function stay(space: string, { behind, behindOut }: Spaces): string {
  return behind !== undefined && behind !== behindOut && space === behind ? behindOut : space;
}

/** Between a piece that stays and one that comes. */
function besideNew(space: string, pattern: string | undefined, out: string): string {
  if (space === "" || (space === pattern && pattern !== out)) return out;
  return pattern === out || !/^[ \t]*$/.test(space) ? space : out;
}

/** Of the spaces around pieces that go, one stays, and all comments. */
function remove(left: string, right: string, { before, behind, behindOut }: Spaces): string {
  if (left.trim() !== "" || right.trim() !== "") return left + right;
  const isRight = behind !== undefined && behindOut === behind;
  const isLeft = before === undefined || behindOut === before;
  const kept = isRight ? right : isLeft ? left : besideNew(left, before, behindOut);
  return kept === "" ? behindOut : kept;
}

/** Adds pieces to the space between two that stay. */
function add(
  space: string,
  text: string,
  beforeOut: string,
  { behind, behindOut }: Spaces,
): string {
  if (behindOut === behind || (behind === undefined && /\S|\n/.test(space)))
    return beforeOut + text + (space === "" ? behindOut : space);
  const isPlain = space.trim() === "" && behind !== beforeOut;
  if (isPlain && !space.includes("\n")) return beforeOut + text + behindOut;
  return (space === "" ? beforeOut : space) + text + behindOut;
}
