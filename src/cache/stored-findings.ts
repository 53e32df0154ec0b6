import type { KnownFindings } from "../model/search/search-memory.ts";
import { isRecord } from "../shared/is-record.ts";
import {
  type FindingsLine,
  findingsFile,
  makeLine,
  parseFindings,
  readLine,
  sizeOfLine,
} from "./findings-file.ts";
import type { UserKey } from "./user-key.ts";

/** The most bytes of all findings of one search. */
const MAX_SIZE = 24 * 1024 * 1024;

/** The fewest bytes that are kept: a search with less is repeated as fast as its file is read. */
const MIN_SIZE = 16 * 1024;

/** Findings of other trees and times are kept while they are at most so many times as long as those of this run. */
const MAX_OTHERS = 8;

/** Up to this size all of them are kept. */
const FREE_SIZE = 1024 * 1024;

/** The circumstances of the findings of one search. */
interface FindingsSettings {
  /** The name of their file. */
  readonly owner: string;
  readonly key: UserKey;
  /** True if edits may be written: then only lines count that an earlier run of this user wrote. */
  readonly isForWriting: boolean;
}

/** The findings of one search: a line for each file with findings. */
export class StoredFindings implements KnownFindings {
  readonly needsBytes: boolean;
  readonly #settings: FindingsSettings;
  readonly #before: ReadonlyMap<string, FindingsLine>;
  /** In the tree of this run. */
  readonly #used = new Map<string, FindingsLine>();
  /** Those that this run found itself, and may seal. */
  readonly #own = new Set<FindingsLine>();
  #size = 0;

  constructor(before: Buffer | undefined, settings: FindingsSettings) {
    this.needsBytes = settings.isForWriting;
    this.#settings = settings;
    this.#before = parseFindings(settings.owner, before);
  }

  get(fileKey: string): unknown {
    const key = JSON.stringify(fileKey);
    const line = this.#before.get(key);
    if (line === undefined) return undefined;
    const { owner, isForWriting, key: user } = this.#settings;
    const findings = readLine(owner, line, isForWriting ? user : undefined);
    if (!isRecord(findings)) return undefined;
    this.#use(line);
    return findings;
  }

  /** Keeps nothing beyond a size, so that later findings need not be made a text. */
  set(fileKey: string, findings: unknown): void {
    if (this.#size >= MAX_SIZE) return;
    const line = lineOf(this.#settings.owner, fileKey, findings);
    if (line === undefined) return;
    this.#drop(line.key); // It lacked a fact that is asked for now.
    if (this.#use(line)) this.#own.add(line);
  }

  /** Returns the file to keep, with the lines that another run has kept meanwhile; undefined if none is new. */
  toFile(readMeanwhile: () => Buffer | undefined): Iterable<string | Buffer> | undefined {
    if (this.#own.size === 0) return undefined;
    const { owner, key } = this.#settings;
    const meanwhile = [...parseFindings(owner, readMeanwhile()).values()];
    const others = meanwhile.filter((line) => !this.#used.has(line.key));
    const othersSize = others.reduce((sum, line) => sum + sizeOfLine(line), 0);
    const size = this.#size + othersSize;
    const hasTooMany = size > FREE_SIZE && othersSize > MAX_OTHERS * this.#size;
    const kept = [...this.#used.values(), ...(hasTooMany || size > MAX_SIZE ? [] : others)];
    if (Math.min(size, MAX_SIZE) < MIN_SIZE) return undefined;
    const isOwn = (line: FindingsLine) => this.#own.has(line);
    return findingsFile(owner, kept.sort(byKey), { isOwn, sealedBy: key });
  }

  #drop(key: string): void {
    const known = this.#used.get(key);
    if (known === undefined) return;
    this.#used.delete(key);
    this.#own.delete(known);
    this.#size -= sizeOfLine(known);
  }

  /**
   * Takes a line, and returns true if there was room for it and no other of its key. After the first line without room
   * no other one is taken, so that none is made a text in vain, unless that line was exceptionally long.
   */
  #use(line: FindingsLine): boolean {
    const length = sizeOfLine(line);
    if (this.#size + length > MAX_SIZE) {
      if (length < MAX_SIZE / 4) this.#size = MAX_SIZE;
      return false;
    }
    if (this.#used.has(line.key)) return false;
    this.#size += length;
    this.#used.set(line.key, line);
    return true;
  }
}

function byKey(a: FindingsLine, b: FindingsLine): number {
  return a.key < b.key ? -1 : 1;
}

/** Returns undefined for findings that are too long to be a text. */
function lineOf(owner: string, fileKey: string, findings: unknown): FindingsLine | undefined {
  try {
    return makeLine(owner, JSON.stringify(fileKey), findings);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
