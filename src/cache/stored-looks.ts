import type { KnownFindings } from "../model/search-memory.ts";
import { isRecord } from "../shared/is-record.ts";

/** All looks of one search, as text; UTF-16 code units. */
const MAX_SIZE = 16 * 1024 * 1024;

/** A search with less to tell is done again as soon as it is read. */
const MIN_SIZE = 16 * 1024;

/** Looks of other trees and times are kept as long as they are not so many times as long as those of this one. */
const MAX_OTHERS = 8;

/** Up to this size they all are. */
const FREE_SIZE = 1024 * 1024;

/** What one search came to in files where it found something: a line for each, its key, a tab and the look, both as JSON. */
export class StoredFindings implements KnownFindings {
  readonly #before: ReadonlyMap<string, string>;
  /** In the tree of this run. */
  readonly #used = new Map<string, string>();
  #isNew = false;
  #size = 0;

  constructor(before: readonly string[]) {
    this.#before = byKey(before);
  }

  get(fileKey: string): unknown {
    const line = this.#before.get(fileKey);
    if (line === undefined) return undefined;
    const look = jsonOf(line.slice(line.indexOf("\t") + 1));
    if (!isRecord(look)) return undefined;
    this.#use(fileKey, line);
    return look;
  }

  /** Beyond a size, what comes later is not kept, and need not be made a text. */
  set(fileKey: string, look: unknown): void {
    if (this.#size >= MAX_SIZE) return;
    const line = lineOf(fileKey, look);
    if (line === undefined) return;
    if (this.#use(fileKey, line)) this.#isNew = true;
  }

  /** What is to be kept, with what another run has kept meanwhile. Undefined where nothing is new. */
  toLines(readMeanwhile: () => readonly string[]): readonly string[] | undefined {
    if (!this.#isNew) return undefined;
    const others = [...byKey(readMeanwhile())].filter(([key]) => !this.#used.has(key));
    const othersSize = others.reduce((sum, [, line]) => sum + line.length, 0);
    const size = this.#size + othersSize;
    const hasTooMany = size > FREE_SIZE && othersSize > MAX_OTHERS * this.#size;
    const kept = new Map([...this.#used, ...(hasTooMany || size > MAX_SIZE ? [] : others)]);
    const isWorthwhile = Math.min(size, MAX_SIZE) >= MIN_SIZE;
    return isWorthwhile ? [...kept.values()].sort() : undefined;
  }

  /**
   * Whether there was room for it. The first one that has none is the last: nothing is made a text in vain
   * again, unless it is of a size of its own.
   */
  #use(fileKey: string, line: string): boolean {
    const size = this.#size + line.length;
    if (size > MAX_SIZE) {
      if (line.length < MAX_SIZE / 4) this.#size = MAX_SIZE;
      return false;
    }
    if (this.#used.has(fileKey)) return false;
    this.#size = size;
    this.#used.set(fileKey, line);
    return true;
  }
}

/** Lines that nobody here has written are left out, whatever their checksum says. */
function byKey(lines: readonly string[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const line of lines) {
    // No JSON on one line has a tab in it.
    const key = jsonOf(line.slice(0, Math.max(0, line.indexOf("\t"))));
    if (typeof key === "string") known.set(key, line);
  }
  return known;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for what is too long to be a text at all. */
function lineOf(fileKey: string, look: unknown): string | undefined {
  try {
    return `${JSON.stringify(fileKey)}\t${JSON.stringify(look)}`;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
