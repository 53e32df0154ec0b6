import { startsOf } from "../edit/text/find-text-edits.ts";
import { shorten } from "../shared/shorten.ts";

/** Places at which lines are compared in one search. */
const MOST_PLACES = 10_000;
/** Lines that are compared for one file: a hostile patch has many hunks that fit almost everywhere. */
const MOST_COMPARED = 20_000_000;

/** The lines of a text, with their line ends, and where they begin. */
export class LineIndex {
  readonly #lines: readonly string[];
  readonly #starts: readonly number[];
  #places: Map<string, number[]> | undefined;
  #left = MOST_COMPARED;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#starts = startsOf(lines);
  }

  get count(): number {
    return this.#lines.length;
  }

  /** Returns the offset at which a line begins, from 0; that of the line after the last is the end. */
  readonly startOf = (line: number): number => this.#starts[line] ?? this.#starts.at(-1) ?? 0;

  /** True if lines stand at a line, from 0, one after the other. */
  fits(lines: readonly string[], at: number): boolean {
    if (at < 0 || at + lines.length > this.count) return false;
    this.#left -= lines.length;
    return lines.every((line, index) => this.#lines[at + index] === line);
  }

  /** Returns the places of at least one line, from a line on; undefined if there are too many to look at. */
  placesOf(lines: readonly string[], from: number): readonly number[] | undefined {
    this.#places ??= this.#listPlaces();
    const all = lines.map((line) => this.#places?.get(line) ?? []);
    // The line that is rarest tells most.
    const rarest = all.reduce(
      (best, places, index) => (places.length < (all[best]?.length ?? 0) ? index : best),
      0,
    );
    const candidates = all[rarest] ?? [];
    if (candidates.length > MOST_PLACES || this.#left < 0) return undefined;
    return candidates
      .map((place) => place - rarest)
      .filter((place) => place >= from && this.fits(lines, place));
  }

  /** Says, at the end of a sentence, what is there in the place of lines. */
  difference(lines: readonly string[], at: number): string {
    const index = lines.findIndex((line, each) => this.#lines[at + each] !== line);
    const [wanted = "", there] = [lines[index], this.#lines[at + index]];
    const shown = (line: string) => `\`${shorten(line.trim(), MOST_SHOWN)}\``;
    if (index === -1) return `line ${at + 1} is taken by a hunk above it`;
    if (there === undefined) return `the file has ${this.count} lines`;
    if (there.replace(/\r?\n$/, "") === wanted.replace(/\r?\n$/, ""))
      return `line ${at + index + 1} has another line end`;
    return `line ${at + index + 1} is ${shown(there)}, and not ${shown(wanted)}`;
  }

  #listPlaces(): Map<string, number[]> {
    const places = new Map<string, number[]>();
    for (const [at, line] of this.#lines.entries()) {
      const known = places.get(line);
      if (known === undefined) places.set(line, [at]);
      else known.push(at);
    }
    return places;
  }
}

/** UTF-16 code units of a line in a message. */
const MOST_SHOWN = 60;
