import type { KnownFindings, KnownMisses, SearchMemory } from "../model/search/search-memory.ts";
import { sha256 } from "../shared/sha256.ts";
import { CacheFolder, type CacheSettings } from "./cache-folder.ts";
import { StoredFindings } from "./stored-findings.ts";
import type { UserKey } from "./user-key.ts";

/** The most contents of one search. */
const MAX_KEYS = 500_000;

/** The fewest contents that are kept: a search of fewer files is faster than reading and writing its misses. */
const MIN_KEYS = 64;

/** The number of contents that cost next to nothing, in the tree or no longer in it. */
const FREE_KEYS = 20_000;

/** Above that, contents of other trees and times are kept while they are at most so many times those of this run. */
const MAX_OTHERS = 8;

/** The first line of a file of the cache, and the version of its form. */
const HEADER = "sluice cache 1";

/** The kinds of files in the cache, which begin their names. */
type CacheKind = "misses" | "findings";

/** The means of a cache. */
export interface SearchCacheOptions {
  /** True if edits may be written: then only findings count that an earlier run of this user wrote. */
  readonly isForWriting: boolean;
  readonly key: UserKey;
}

/**
 * The results of earlier searches, below `.sluice/cache`. A file that is missing or damaged counts as empty, and a file
 * that cannot be written is left out: the cache never fails a run.
 */
export class SearchCache implements SearchMemory {
  readonly #folder: CacheFolder;
  readonly #options: SearchCacheOptions;
  readonly #misses = new Map<string, StoredMisses>();
  readonly #findings = new Map<string, StoredFindings>();

  constructor(settings: CacheSettings, options: SearchCacheOptions) {
    this.#folder = new CacheFolder(settings);
    this.#options = options;
  }

  missesOf(searchKey: string): KnownMisses {
    const known = this.#misses.get(searchKey);
    if (known !== undefined) return known;
    const misses = new StoredMisses(this.#readMisses(nameOf("misses", searchKey)));
    this.#misses.set(searchKey, misses);
    return misses;
  }

  findingsOf(searchKey: string): KnownFindings {
    const known = this.#findings.get(searchKey);
    if (known !== undefined) return known;
    const owner = nameOf("findings", searchKey);
    const findings = new StoredFindings(this.#folder.read(owner), { owner, ...this.#options });
    this.#findings.set(searchKey, findings);
    return findings;
  }

  /** Writes the new results. Leaves out a file that cannot be written. */
  save(): void {
    for (const [key, misses] of this.#misses) {
      const name = nameOf("misses", key);
      this.#write(name, () => {
        const lines = misses.toLines(() => this.#readMisses(name));
        return lines && [writeLines(name, lines)];
      });
    }
    for (const [key, findings] of this.#findings) {
      const name = nameOf("findings", key);
      this.#write(name, () => findings.toFile(() => this.#folder.read(name)));
    }
    unlessRefused(() => this.#folder.prune());
  }

  #readMisses(name: string): readonly string[] {
    return parseLines(name, this.#folder.read(name)?.toString());
  }

  /** Writes a file, or marks it as used if nothing is new. */
  #write(name: string, toFile: () => Iterable<string | Buffer> | undefined): void {
    unlessRefused(() => {
      const pieces = toFile();
      if (pieces === undefined) this.#folder.markUsed(name);
      else this.#folder.write(name, pieces);
    });
  }
}

function nameOf(kind: CacheKind, searchKey: string): string {
  return `${kind}-${searchKey}`;
}

/** The misses of one search: those of earlier runs, and those that this run adds. */
class StoredMisses implements KnownMisses {
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

/** Runs an action that the disk may refuse: results that cannot be kept are found again. */
function unlessRefused(act: () => void): void {
  try {
    act();
  } catch (error) {
    const isRefused = error instanceof Error && "syscall" in error; // An error of the system.
    if (!isRefused) throw error;
  }
}

/** Writes lines as the text of a file, after the name of their owner and a checksum. */
export function writeLines(owner: string, lines: readonly string[]): string {
  const body = lines.join("\n");
  return `${HEADER}\n${owner}\n${sha256(body)}\n${body}\n`;
}

/** Returns the lines of such a text; none if it is damaged, cut off, of another owner or of another form. */
export function parseLines(owner: string, text: string | undefined): readonly string[] {
  const prefix = `${HEADER}\n${owner}\n`;
  const bodyStart = prefix.length + 64 + 1;
  if (!text?.startsWith(prefix) || !text.endsWith("\n")) return [];
  const body = text.slice(bodyStart, -1);
  const isWhole = text.slice(prefix.length, bodyStart) === `${sha256(body)}\n`;
  return isWhole && body !== "" ? body.split("\n") : [];
}
