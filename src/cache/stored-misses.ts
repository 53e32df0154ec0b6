import type { KnownMisses } from "../model/search-memory.ts";

/** Contents of one search. */
const MAX_KEYS = 500_000;

/** A search of fewer files is done sooner than its misses are read and written. */
const MIN_KEYS = 64;

/** So many contents cost next to nothing, whether they are still in the tree or not. */
const FREE_KEYS = 20_000;

/** Above that, contents of other trees and times are kept as long as they are not so many times those of this one. */
const MAX_OTHERS = 8;

/** The misses of one search: those of earlier runs, and what this run adds. */
export class StoredMisses implements KnownMisses {
  readonly #before: ReadonlySet<string>;
  readonly #added = new Set<string>();
  /** In the tree of this run, found by it or by an earlier one. */
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

  /** What is to be kept, with what another run has added meanwhile; undefined where nothing is new. */
  toLines(readMeanwhile: () => readonly string[]): readonly string[] | undefined {
    if (this.#added.size === 0) return undefined;
    const keys = new Set([...readMeanwhile(), ...this.#added]);
    const others = keys.size - this.#used.size;
    const hasTooMany = keys.size > FREE_KEYS && others > MAX_OTHERS * this.#used.size;
    const kept = hasTooMany || keys.size > MAX_KEYS ? this.#used : keys;
    return kept.size < MIN_KEYS || kept.size > MAX_KEYS ? undefined : [...kept].sort();
  }
}
