import type { FixedPoint } from "../../edit/text/fixed-points.ts";
import { CHANGED, certainPlaces } from "./certain-places.ts";
import { Surroundings } from "./surroundings.ts";

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
  /** The places of lines that stand once in each text. */
  readonly #unique: ReadonlyMap<number, number>;
  readonly #surroundings: Surroundings;

  constructor(before: readonly string[], after: readonly string[]) {
    const unique = findUniqueLines(before, after);
    this.#before = before;
    this.#after = after;
    this.#places = certainPlaces(before, after, unique);
    this.#taken = new Set(this.#places.filter((place) => place >= 0));
    this.#unique = new Map(unique.map((point) => [point.before, point.after]));
    this.#surroundings = new Surroundings({
      before,
      after,
      places: this.#places,
      unique: this.#unique,
    });
  }

  /**
   * Returns the index in the text after of the first of some lines, ends inclusive; undefined if they are not there one
   * after the other, if they could be in two places, or if they stand in another block.
   */
  placeOf(first: number, last: number): number | undefined {
    const place = this.#runOf(first, last);
    if (place === undefined) return this.#movedPlace(first, last);
    return this.#surroundings.areSame({ first, last, place }) ? place : undefined;
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

  /** Returns the place of the first of some lines, if all of them are there one after the other. */
  #runOf(first: number, last: number): number | undefined {
    const place = this.#places[first] ?? CHANGED;
    if (place < 0) return undefined;
    for (let line = first + 1; line <= last; line += 1)
      if (this.#places[line] !== place + line - first) return undefined;
    return place;
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
      const moved = { first, last, place: first + shift };
      return this.#surroundings.haveSameHeads(moved) ? moved.place : undefined;
    }
    return undefined;
  }
}

/**
 * Finds the lines that stand once in each text, in the order after. A line that only differs in its indentation is not
 * another one: a block that is indented again may get the lines of its neighbour.
 */
function findUniqueLines(
  before: readonly string[],
  after: readonly string[],
): readonly FixedPoint[] {
  const places = placesOf(before);
  return [...placesOf(after)].flatMap(([line, place]) => {
    const at = places.get(line);
    const isUnique = at !== undefined && at !== -1 && place !== -1 && before[at] === after[place];
    return isUnique ? [{ before: at, after: place }] : [];
  });
}

/** Returns the index of each line, without its indentation; -1 for one that stands there twice. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, text] of lines.entries()) {
    const line = text.trim();
    if (line !== "") places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}
