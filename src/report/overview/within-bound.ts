import type { Pieces } from "../reporter.ts";
import type { Entry } from "./entry.ts";

/** Returns the pieces if they have so few lines; their number is not above the lines that change. */
export function withinBound(
  entries: readonly Entry[],
  pieces: () => Pieces,
  most: number,
): readonly string[] | undefined {
  let atLeast = 0;
  for (const { files } of entries) {
    for (const { additions, deletions } of files) atLeast += additions + deletions;
    atLeast += 3;
    if (atLeast > most) return undefined;
  }
  const piecesRead: string[] = [];
  let lines = 0;
  for (const piece of pieces()) {
    lines += piece.split("\n").length - 1;
    if (lines > most) return undefined;
    piecesRead.push(piece);
  }
  return piecesRead;
}
