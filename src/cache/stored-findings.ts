import type { KnownFindings } from "../model/search/search-memory.ts";
import { isRecord } from "../shared/is-record.ts";

/** The most text for all findings of one search; UTF-16 code units. */
const MAX_SIZE = 16 * 1024 * 1024;

/** The least text that is kept: a search with less is repeated as fast as its file is read. */
const MIN_SIZE = 16 * 1024;

/** Findings of other trees and times are kept while they are at most so many times as long as those of this run. */
const MAX_OTHERS = 8;

/** Up to this size all of them are kept. */
const FREE_SIZE = 1024 * 1024;

/** The findings of one search: a line for each file with findings, its key, a tab and the findings, both as JSON. */
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
    const findings = jsonOf(line.slice(line.indexOf("\t") + 1));
    if (!isRecord(findings)) return undefined;
    this.#use(fileKey, line);
    return findings;
  }

  /** Keeps nothing beyond a size, so that later findings need not be made a text. */
  set(fileKey: string, findings: unknown): void {
    if (this.#size >= MAX_SIZE) return;
    const line = lineOf(fileKey, findings);
    if (line === undefined) return;
    if (this.#use(fileKey, line)) this.#isNew = true;
  }

  /** Returns the lines to keep, with those that another run has kept meanwhile; undefined if none is new. */
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
   * Takes a line, and returns true if there was room for it and it was not taken before. After the first line without
   * room no other one is taken, so that none is made a text in vain, unless that line was exceptionally long.
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

/** Leaves out lines that Sluice has not written, although their checksum may fit. */
function byKey(lines: readonly string[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const line of lines) {
    // JSON on one line never has a tab in it.
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

/** Returns undefined for findings that are too long to be a text. */
function lineOf(fileKey: string, findings: unknown): string | undefined {
  try {
    return `${JSON.stringify(fileKey)}\t${JSON.stringify(findings)}`;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
