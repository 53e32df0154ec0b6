import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { KnownMisses, MatchMemory } from "../model/match-memory.ts";
import { parseMisses, writeMisses } from "./miss-file.ts";

/** Where the cache is, below the root. Deleting it loses nothing but time. */
const FOLDER = [".sluice", "cache", "misses"];

/** All files together; bytes. A hundred thousand contents of one search take 4 MB. */
const MAX_TOTAL = 64 * 1024 * 1024;

/** Contents of one search. */
const MAX_KEYS = 500_000;

/** A search of fewer files is done sooner than its misses are read and written. */
const MIN_KEYS = 64;

/** A file in use is marked so at most once in this time; milliseconds. */
const MARK_EVERY = 60 * 60 * 1000;

const FILE = /^[0-9a-f]{64}$/;

/** What the cache has to be told of the run. */
export interface CacheSettings {
  readonly root: string;
  /** The time in milliseconds since 1970, for what was used last. */
  readonly now: () => number;
  /** Makes the names of temporary files differ between runs. */
  readonly runId: string;
}

/**
 * The known misses below `.sluice/cache`. Whatever is wrong with a file, it is as if it were not there;
 * whatever keeps it from being written, the run goes on without. Runs at the same time do not harm each
 * other: files are replaced as a whole, and the worst that is lost is some of the facts.
 */
export class MissCache implements MatchMemory {
  readonly #settings: CacheSettings;
  readonly #searches = new Map<string, SearchMisses>();

  constructor(settings: CacheSettings) {
    this.#settings = settings;
  }

  of(searchKey: string): KnownMisses {
    const known = this.#searches.get(searchKey);
    if (known !== undefined) return known;
    const misses = new SearchMisses(this.#isOwn() ? this.#read(searchKey) : []);
    this.#searches.set(searchKey, misses);
    return misses;
  }

  /** Writes what is new, and removes what was not used for longest where there is too much. */
  save(): void {
    if (!this.#isOwn()) return;
    try {
      for (const [searchKey, misses] of this.#searches) this.#write(searchKey, misses);
      this.#prune();
    } catch {
      // A folder that cannot be written has no cache.
    }
  }

  /** No link on the way leads elsewhere. */
  #isOwn(): boolean {
    const { root } = this.#settings;
    return FOLDER.every((_name, depth) =>
      isFolderOrMissing(join(root, ...FOLDER.slice(0, depth + 1))),
    );
  }

  #pathOf(searchKey: string): string {
    return join(this.#settings.root, ...FOLDER, searchKey);
  }

  #read(searchKey: string): readonly string[] {
    let file: number | undefined;
    try {
      file = openSync(this.#pathOf(searchKey), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      const stats = fstatSync(file);
      if (!stats.isFile() || stats.size > MAX_TOTAL) return [];
      return parseMisses(readFileSync(file, "latin1"), searchKey);
    } catch {
      return []; // Not there, or not to be read.
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  #write(searchKey: string, misses: SearchMisses): void {
    const path = this.#pathOf(searchKey);
    if (!misses.isNew) {
      this.#markUsed(path);
      return;
    }
    const keys = new Set([...this.#read(searchKey), ...misses.added]);
    // Contents that are no longer in the tree go first.
    const kept = keys.size > MAX_KEYS ? misses.used : keys;
    if (kept.size < MIN_KEYS || kept.size > MAX_KEYS) return;
    mkdirSync(join(this.#settings.root, ...FOLDER), { recursive: true });
    this.#hideFromGit();
    const staged = `${path}.${this.#settings.runId}`;
    try {
      writeFileSync(staged, writeMisses(searchKey, kept), { flag: "wx" });
      renameSync(staged, path);
    } catch (error) {
      rmSync(staged, { force: true });
      throw error;
    }
  }

  #hideFromGit(): void {
    const path = join(this.#settings.root, ".sluice", ".gitignore");
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined)
      writeFileSync(path, "*\n", { flag: "wx" });
  }

  #markUsed(path: string): void {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    const now = this.#settings.now();
    if (stats?.isFile() && now - stats.mtimeMs > MARK_EVERY)
      utimesSync(path, now / 1000, now / 1000);
  }

  #prune(): void {
    const folder = join(this.#settings.root, ...FOLDER);
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return;
    const files = readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats?.isFile() ? [{ path, name, size: stats.size, usedAt: stats.mtimeMs }] : [];
    });
    const now = this.#settings.now();
    let total = 0;
    for (const { path, name, size, usedAt } of files.sort((a, b) => b.usedAt - a.usedAt)) {
      const isLeftOver = !FILE.test(name) && now - usedAt > MARK_EVERY; // Of a run that was killed.
      total += size;
      if (isLeftOver || total > MAX_TOTAL) rmSync(path, { force: true });
    }
  }
}

class SearchMisses implements KnownMisses {
  /** Found by this run. */
  readonly added = new Set<string>();
  /** In the tree of this run, found by it or by an earlier one. */
  readonly used = new Set<string>();
  readonly #before: ReadonlySet<string>;

  constructor(before: readonly string[]) {
    this.#before = new Set(before);
  }

  get isNew(): boolean {
    return this.added.size > 0;
  }

  has(contentKey: string): boolean {
    const isKnown = this.#before.has(contentKey) || this.added.has(contentKey);
    if (isKnown) this.used.add(contentKey);
    return isKnown;
  }

  add(contentKey: string): void {
    if (this.#before.has(contentKey)) return;
    this.added.add(contentKey);
    this.used.add(contentKey);
  }
}

function isFolderOrMissing(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined || stats.isDirectory();
}
