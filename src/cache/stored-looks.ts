import type { KnownLooks } from "../model/search-memory.ts";

/** All looks of one search, as text; UTF-16 code units. */
const MAX_SIZE = 16 * 1024 * 1024;

/** A search with less to tell is done again as soon as it is read. */
const MIN_SIZE = 16 * 1024;

/** What one search came to in files where it found something: a line for each, its key, a tab and the look, both as JSON. */
export class StoredLooks implements KnownLooks {
  readonly #before = new Map<string, string>();
  /** In the tree of this run. */
  readonly #used = new Map<string, string>();
  #isNew = false;
  #size = 0;

  constructor(before: readonly string[]) {
    for (const line of before) this.#before.set(keyOfLine(line), line);
  }

  get(fileKey: string): unknown {
    const line = this.#before.get(fileKey);
    if (line === undefined) return undefined;
    this.#used.set(fileKey, line);
    return JSON.parse(line.slice(line.indexOf("\t") + 1)); // Written below, and whole by its checksum.
  }

  set(fileKey: string, look: unknown): void {
    if (this.#size > MAX_SIZE) return;
    const line = lineOf(fileKey, look);
    if (line === undefined) return;
    this.#isNew = true;
    this.#size += line.length;
    this.#used.set(fileKey, line);
  }

  /** What is to be kept: of the tree as it is now. Undefined where nothing is new, or where it is too much. */
  toLines(): readonly string[] | undefined {
    if (!this.#isNew) return undefined;
    const lines = [...this.#used.values()].sort();
    const size = lines.reduce((sum, line) => sum + line.length, 0);
    return size < MIN_SIZE || size > MAX_SIZE ? undefined : lines;
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

/** No JSON on one line has a tab in it. */
function keyOfLine(line: string): string {
  return JSON.parse(line.slice(0, line.indexOf("\t"))) as string; // Written above.
}
