import { CHANGED, certainPlaces } from "./certain-places.ts";

/** The number of lines on each side by which a place is known again after it was moved. */
const CONTEXT = 3;

/** The places of the lines of one text in another one, as far as they are certain. */
export class LineMap {
  readonly #before: readonly string[];
  readonly #after: readonly string[];
  /** The place of each line after; negative if there is none that is certain. */
  readonly #places: Int32Array;
  /** The lines after at which an unmoved line stands: no other line was moved there. */
  readonly #taken: ReadonlySet<number>;
  /** The indexes of lines that stand once in each text. */
  readonly #unique: ReadonlyMap<number, number>;
  /** For each line, 1 if the stretch of unchanged lines around it is certain, -1 if not, 0 if that was not asked. */
  readonly #anchored: Int8Array;

  constructor(before: readonly string[], after: readonly string[]) {
    this.#before = before;
    this.#after = after;
    this.#places = certainPlaces(before, after);
    this.#taken = new Set(this.#places.filter((place) => place >= 0));
    this.#unique = uniqueLines(before, after);
    this.#anchored = new Int8Array(before.length);
  }

  /**
   * Returns the index in the text after of the first of some lines, ends inclusive; undefined if they are not there one
   * behind the other, or if they could be in two places.
   */
  placeOf(first: number, last: number): number | undefined {
    const place = this.#runOf(first, last);
    return place !== undefined && this.#isAnchored(first) ? place : this.#movedPlace(first, last);
  }

  /** Returns the lines after, end exclusive, that stand where a line was, as well as that can be told. */
  linesInsteadOf(line: number): readonly [start: number, end: number] {
    const places = this.#places;
    let [above, below] = [line, line];
    while (above > 0 && (places[above] ?? 0) < 0) above -= 1;
    while (below < places.length - 1 && (places[below] ?? 0) < 0) below += 1;
    const [start = 0, end = 0] = [places[above], places[below]];
    return above === below ? [start, start + 1] : [start + 1, end];
  }

  /** Returns the place of the first of some lines, if all of them are there one behind the other. */
  #runOf(first: number, last: number): number | undefined {
    const place = this.#places[first] ?? CHANGED;
    if (place < 0) return undefined;
    for (let line = first + 1; line <= last; line += 1)
      if (this.#places[line] !== place + line - first) return undefined;
    return place;
  }

  /** True if the unchanged lines around a line have one that stands once in each text. */
  #isAnchored(line: number): boolean {
    const known = this.#anchored[line];
    if (known !== 0) return known === 1;
    let [start, end] = [line, line];
    while (this.#isUnchangedPair(start - 1)) start -= 1;
    while (this.#isUnchangedPair(end)) end += 1;
    let isAnchored = false;
    for (let at = start; at <= end && !isAnchored; at += 1) isAnchored = this.#unique.has(at);
    this.#anchored.fill(isAnchored ? 1 : -1, start, end + 1);
    return isAnchored;
  }

  /** True if a line and the next one are one behind the other after, too. */
  #isUnchangedPair(line: number): boolean {
    const place = this.#places[line] ?? CHANGED;
    return place >= 0 && this.#places[line + 1] === place + 1;
  }

  /** Finds lines that were moved: they are known again by a line that stands once in each text, and their context. */
  #movedPlace(first: number, last: number): number | undefined {
    if (this.#places.subarray(first, last + 1).some((place) => place !== CHANGED)) return undefined;
    const from = Math.max(1, first - CONTEXT);
    const to = Math.min(this.#before.length - 2, last + CONTEXT);
    for (let at = from; at <= to; at += 1) {
      const found = this.#unique.get(at);
      if (found === undefined) continue;
      const shift = found - at;
      for (let line = from; line <= to; line += 1)
        if (this.#before[line] !== this.#after[line + shift]) return undefined;
      for (let line = first; line <= last; line += 1)
        if (this.#taken.has(line + shift)) return undefined;
      return first + shift;
    }
    return undefined;
  }
}

function uniqueLines(
  before: readonly string[],
  after: readonly string[],
): ReadonlyMap<number, number> {
  const places = placesOf(after);
  const unique = new Map<number, number>();
  for (const [line, at] of placesOf(before)) {
    const place = places.get(line);
    if (at !== -1 && place !== undefined && place !== -1) unique.set(at, place);
  }
  return unique;
}

/** Returns the index of each line; -1 for one that stands there twice. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, line] of lines.entries()) places.set(line, places.has(line) ? -1 : at);
  return places;
}
