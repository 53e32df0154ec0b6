import type { PlainPart } from "./glob-tree.ts";

/** The pieces of a pattern without groups: a code point, a set of them, or any number of any. */
type Piece = number | ((code: number) => boolean) | "any";

/** Returns a function that tells if one of the alternatives matches a whole text, in which a `/` is like others. */
export function alternativesMatcher(
  alternatives: readonly (readonly PlainPart[])[],
): (text: string) => boolean {
  const texts = new Set(alternatives.map(wholeText));
  const tests = alternatives
    .filter((parts) => wholeText(parts) === undefined)
    .map((parts) => piecesMatcher(parts.flatMap(piecesOf)));
  const [only] = tests;
  if (alternatives.length === 1 && only) return only;
  return (text) => texts.has(text) || tests.some((test) => test(text));
}

/** Returns the only text that parts match; undefined if they may match others. */
export function wholeText(parts: readonly PlainPart[]): string | undefined {
  const texts = parts.flatMap((part) => (part.kind === "text" ? part.text : []));
  return texts.length === parts.length ? texts.join("") : undefined;
}

function piecesOf(part: PlainPart): readonly Piece[] {
  if (part.kind === "text")
    return Array.from(part.text, (character) => character.codePointAt(0) ?? 0);
  return part.kind === "one" ? [part.set] : ["any"];
}

/**
 * Returns a function that tells if pieces, of which some are not characters, match a whole text. It takes the product
 * of both lengths at most. Most texts are told by their beginning and end.
 */
function piecesMatcher(pieces: readonly Piece[]): (text: string) => boolean {
  const from = pieces.findIndex((piece) => typeof piece !== "number");
  const to = pieces.findLastIndex((piece) => typeof piece !== "number") + 1;
  const head = textOf(pieces.slice(0, from));
  const tail = textOf(pieces.slice(to));
  const middle = pieces.slice(from, to);
  const least = head.length + tail.length;
  const isAny = middle.length === 1 && middle[0] === "any";
  return (text) =>
    text.length >= least &&
    text.startsWith(head) &&
    text.endsWith(tail) &&
    (isAny || matchPieces(middle, text.slice(head.length, text.length - tail.length)));
}

function textOf(pieces: readonly Piece[]): string {
  return String.fromCodePoint(...pieces.filter((piece) => typeof piece === "number"));
}

function matchPieces(pieces: readonly Piece[], text: string): boolean {
  let [piece, at, resume, resumeAt] = [0, 0, -1, 0];
  while (at < text.length) {
    const current = pieces[piece];
    const code = text.codePointAt(at) ?? 0;
    if (current === "any") {
      piece += 1;
      [resume, resumeAt] = [piece, at];
    } else if (current === code || (typeof current === "function" && current(code))) {
      piece += 1;
      at += widthOf(code);
    } else if (resume === -1) return false;
    else {
      piece = resume;
      resumeAt += widthOf(text.codePointAt(resumeAt) ?? 0);
      at = resumeAt;
    }
  }
  return pieces.slice(piece).every((left) => left === "any");
}

function widthOf(code: number): number {
  return code > 0xffff ? 2 : 1;
}

/** The pattern of one name of a path; `**` is any number of names. */
export type NamePattern = "**" | ((name: string) => boolean);

/** True if patterns match the names of a path: it goes back to the last `**` only. */
export function matchesNames(patterns: readonly NamePattern[], names: readonly string[]): boolean {
  let [pattern, at, resume, resumeAt] = [0, 0, -1, 0];
  while (at < names.length) {
    const current = patterns[pattern];
    if (current === "**") {
      pattern += 1;
      [resume, resumeAt] = [pattern, at];
    } else if (current?.(names[at] ?? "")) {
      pattern += 1;
      at += 1;
    } else if (resume === -1) return false;
    else {
      pattern = resume;
      resumeAt += 1;
      at = resumeAt;
    }
  }
  return patterns.slice(pattern).every((left) => left === "**");
}
