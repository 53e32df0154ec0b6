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
    this.#isNew = true;
    this.#used.set(fileKey, `${JSON.stringify(fileKey)}\t${JSON.stringify(look)}`);
  }

  /** What is to be kept: of the tree as it is now. Undefined where nothing is new, or where it is too much. */
  toLines(): readonly string[] | undefined {
    if (!this.#isNew) return undefined;
    const lines = [...this.#used.values()].sort();
    const size = lines.reduce((sum, line) => sum + line.length, 0);
    return size < MIN_SIZE || size > MAX_SIZE ? undefined : lines;
  }
}

/** No JSON on one line has a tab in it. */
function keyOfLine(line: string): string {
  return JSON.parse(line.slice(0, line.indexOf("\t"))) as string; // Written above.
}
