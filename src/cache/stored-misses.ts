import type { KnownMisses } from "../model/search/search-memory.ts";

/** The most contents of one search. */
const MAX_KEYS = 500_000;

/** The fewest contents that are kept: a search of fewer files is faster than reading and writing its misses. */
const MIN_KEYS = 64;

/** The number of contents that cost next to nothing, in the tree or no longer in it. */
const FREE_KEYS = 20_000;

/** Above that, contents of other trees and times are kept while they are at most so many times those of this run. */
const MAX_OTHERS = 8;

/** The misses of one search: those of earlier runs, and those that this run adds. */
export class StoredMisses implements KnownMisses {
  readonly #before: ReadonlySet<string>;
  readonly #added = new Set<string>();
  /** The misses in the tree of this run, found by it or by an earlier one. */
  readonly #used = new Set<string>();

  constructor(before: readonly string[]) {
    this.#before = new Set(before);
  }

  has(contentKey: string): boolean {
    const isKnown = this.#before.has(contentKey) || this.#added.has(contentKey);
    if (isKnown) this.#used.add(contentKey);
    return isKnown;
  }

  add(contentKey: string): void {
    if (this.#before.has(contentKey)) return;
    this.#added.add(contentKey);
    this.#used.add(contentKey);
  }

  /** Returns the keys to keep, with those that another run has added meanwhile; undefined if none is new. */
  toLines(readMeanwhile: () => readonly string[]): readonly string[] | undefined {
    if (this.#added.size === 0) return undefined;
    const keys = new Set([...readMeanwhile(), ...this.#added]);
    const others = keys.size - this.#used.size;
    const hasTooMany = keys.size > FREE_KEYS && others > MAX_OTHERS * this.#used.size;
    const kept = hasTooMany || keys.size > MAX_KEYS ? this.#used : keys;
    return kept.size < MIN_KEYS || kept.size > MAX_KEYS ? undefined : [...kept].sort();
  }
}
