import type { KnownFindings, KnownMisses, SearchMemory } from "../model/search/search-memory.ts";
import { CacheFolder, type CacheSettings } from "./cache-folder.ts";
import { parseLines, writeLines } from "./checked-lines.ts";
import { StoredFindings } from "./stored-findings.ts";
import { StoredMisses } from "./stored-misses.ts";
import type { UserKey } from "./user-key.ts";

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

/** Runs an action that the disk may refuse: results that cannot be kept are found again. */
function unlessRefused(act: () => void): void {
  try {
    act();
  } catch (error) {
    const isRefused = error instanceof Error && "syscall" in error; // An error of the system.
    if (!isRefused) throw error;
  }
}
