import { isCapture, type Piece, type PlacedPiece } from "./layout-pieces.ts";

/** A change, with indices of pieces of the match and of `out`. */
interface ChangedPieces {
  readonly gone: readonly number[];
  readonly come: readonly number[];
  readonly next: readonly [inMatch: number, inOut: number] | undefined;
}

/** The pieces around a change. */
interface Stretch {
  readonly match: readonly PlacedPiece[];
  readonly out: readonly Piece[];
  /** The pieces of the match between those that stay. */
  readonly from: number;
  readonly to: number;
}

/**
 * Adds to the pieces that go the comma after the last element of a list of the match, which no pattern writes, if its
 * brackets go, or are no longer those of a list with elements: without `wrap()`, `wrap(a,)` is `a`.
 */
export function withoutLooseComma<Change extends ChangedPieces>(
  change: Change,
  { match, out, from, to }: Stretch,
): Change {
  const gone = new Set(change.gone);
  for (let index = from; index < to; index += 1) {
    const closing = match[index + 1];
    if (gone.has(index) || match[index]?.key !== "," || !CLOSING.test(closing?.key ?? "")) continue;
    const isBeside = gone.size === 0 || gone.has(index - 1) || gone.has(index + 1);
    if (!isBeside || closesList(out, closingOf(change, index + 1, out))) continue;
    return { ...change, gone: [...change.gone, index].sort((a, b) => a - b) };
  }
  return change;
}

const CLOSING = /^[)\]}>]$/;
const OPENING = /^[([{<]$/;

/** Returns the index in `out` of the bracket that stays, or that takes the place of the one that goes. */
function closingOf({ next, come }: ChangedPieces, closing: number, out: readonly Piece[]) {
  if (next?.[0] === closing) return next[1];
  const [first] = come;
  return first !== undefined && CLOSING.test(out[first]?.key ?? "") ? first : undefined;
}

/** Words after which a bracket is no call. */
const KEYWORD =
  /^(and|await|case|delete|else|if|in|instanceof|is|not|of|or|return|throw|typeof|void|while|yield)$/;

/** True if the bracket at an index closes a list with elements. */
function closesList(out: readonly Piece[], closing: number | undefined): boolean {
  if (closing === undefined) return false;
  const opening = openingOf(out, closing);
  if (opening === undefined || opening === closing - 1) return false;
  const [bracket, before] = [out[opening], out[opening - 1]];
  if (bracket?.key !== "(") return before?.key !== "$" && before?.key !== "=";
  if (before === undefined) return false;
  const isCallee = isCapture(before) || /^([\p{L}\p{N}_$]+|[)\]}>!])$/u.test(before.key);
  return isCallee && !KEYWORD.test(before.key);
}

function openingOf(out: readonly Piece[], closing: number): number | undefined {
  let depth = 0;
  for (let index = closing; index >= 0; index -= 1) {
    const key = out[index]?.key ?? "";
    if (CLOSING.test(key)) depth += 1;
    else if (OPENING.test(key)) depth -= 1;
    if (depth === 0) return index;
  }
  return undefined;
}
