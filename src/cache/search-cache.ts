import type { KnownFindings, KnownMisses, SearchMemory } from "../model/search/search-memory.ts";
import { CacheFolder, type CacheSettings } from "./cache-folder.ts";
import { parseLines, writeLines } from "./checked-lines.ts";
import { StoredFindings } from "./stored-findings.ts";
import { StoredMisses } from "./stored-misses.ts";

/** The kinds of files in the cache, which begin their names. */
type CacheKind = "misses" | "findings";

/**
 * The results of earlier searches, below `.sluice/cache`. A file that is missing or damaged counts as empty, and a file
 * that cannot be written is left out: the cache never fails a run.
 */
export class SearchCache implements SearchMemory {
  readonly #folder: CacheFolder;
  readonly #misses = new Map<string, StoredMisses>();
  readonly #findings = new Map<string, StoredFindings>();
  /** Absent if edits may be written, which are never taken from a file. */
  readonly findingsOf?: (searchKey: string) => KnownFindings;

  constructor(settings: CacheSettings, { keepsFindings }: { readonly keepsFindings: boolean }) {
    this.#folder = new CacheFolder(settings);
    if (keepsFindings) this.findingsOf = (searchKey) => this.#readFindings(searchKey);
  }

  missesOf(searchKey: string): KnownMisses {
    const known = this.#misses.get(searchKey) ?? new StoredMisses(this.#read("misses", searchKey));
    this.#misses.set(searchKey, known);
    return known;
  }

  /** Writes the new results. Leaves out a file that cannot be written. */
  save(): void {
    for (const [key, misses] of this.#misses)
      unlessRefused(() =>
        this.#write(
          "misses",
          key,
          misses.toLines(() => this.#read("misses", key)),
        ),
      );
    for (const [key, findings] of this.#findings)
      unlessRefused(() =>
        this.#write(
          "findings",
          key,
          findings.toLines(() => this.#read("findings", key)),
        ),
      );
    unlessRefused(() => this.#folder.prune());
  }

  #readFindings(searchKey: string): KnownFindings {
    const known =
      this.#findings.get(searchKey) ?? new StoredFindings(this.#read("findings", searchKey));
    this.#findings.set(searchKey, known);
    return known;
  }

  #read(kind: CacheKind, searchKey: string): readonly string[] {
    const name = `${kind}-${searchKey}`;
    return parseLines(name, this.#folder.read(name));
  }

  #write(kind: CacheKind, searchKey: string, lines: readonly string[] | undefined): void {
    const name = `${kind}-${searchKey}`;
    if (lines === undefined) this.#folder.markUsed(name);
    else this.#folder.write(name, writeLines(name, lines));
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
