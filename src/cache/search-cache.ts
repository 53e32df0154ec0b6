import type { KnownFindings, KnownMisses, SearchMemory } from "../model/search-memory.ts";
import { CacheFolder, type CacheSettings } from "./cache-folder.ts";
import { parseLines, writeLines } from "./checked-lines.ts";
import { StoredFindings } from "./stored-looks.ts";
import { StoredMisses } from "./stored-misses.ts";

/**
 * What is known of searches, below `.sluice/cache`. Whatever is wrong with a file, it is as if it were not
 * there; whatever keeps it from being written, the run goes on without.
 */
export class SearchCache implements SearchMemory {
  readonly #folder: CacheFolder;
  readonly #misses = new Map<string, StoredMisses>();
  readonly #looks = new Map<string, StoredFindings>();
  /** Absent where edits may be written, which are never taken from a file. */
  readonly looksOf?: (searchKey: string) => KnownFindings;

  constructor(settings: CacheSettings, { keepsFindings }: { readonly keepsFindings: boolean }) {
    this.#folder = new CacheFolder(settings);
    if (keepsFindings) this.looksOf = (searchKey) => this.#readLooks(searchKey);
  }

  missesOf(searchKey: string): KnownMisses {
    const known = this.#misses.get(searchKey) ?? new StoredMisses(this.#read("misses", searchKey));
    this.#misses.set(searchKey, known);
    return known;
  }

  /** Writes what is new. A file that cannot be written is left out. */
  save(): void {
    for (const [key, misses] of this.#misses)
      unlessRefused(() =>
        this.#write(
          "misses",
          key,
          misses.toLines(() => this.#read("misses", key)),
        ),
      );
    for (const [key, looks] of this.#looks)
      unlessRefused(() =>
        this.#write(
          "looks",
          key,
          looks.toLines(() => this.#read("looks", key)),
        ),
      );
    unlessRefused(() => this.#folder.prune());
  }

  #readLooks(searchKey: string): KnownFindings {
    const known = this.#looks.get(searchKey) ?? new StoredFindings(this.#read("looks", searchKey));
    this.#looks.set(searchKey, known);
    return known;
  }

  #read(kind: "misses" | "looks", searchKey: string): readonly string[] {
    const name = `${kind}-${searchKey}`;
    return parseLines(name, this.#folder.read(name));
  }

  #write(kind: "misses" | "looks", searchKey: string, lines: readonly string[] | undefined): void {
    const name = `${kind}-${searchKey}`;
    if (lines === undefined) this.#folder.markUsed(name);
    else this.#folder.write(name, writeLines(name, lines));
  }
}

/** Does what the disk may refuse: what cannot be kept is found out again. */
function unlessRefused(act: () => void): void {
  try {
    act();
  } catch (error) {
    const isRefused = error instanceof Error && "syscall" in error; // As what comes from the system.
    if (!isRefused) throw error;
  }
}
