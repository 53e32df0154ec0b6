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
import { STATE_FOLDER, STATE_IGNORED } from "../model/state-folder.ts";

/** Where the cache is, below the root. Deleting it loses nothing but time. */
const FOLDER = [STATE_FOLDER, "cache"];

/** All files together; bytes. The misses of a search in a hundred thousand contents take 4 MB. */
const MAX_TOTAL = 64 * 1024 * 1024;

/** Links are not followed, and a pipe without a writer does not make the run wait. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A file in use is marked so at most once in this time; milliseconds. */
const MARK_EVERY = 60 * 60 * 1000;

/** A file of the cache, and whose run it waits to be put in place by; every other file is somebody else's. */
const OWN_NAME = /^(?:misses|looks)-[0-9a-f]{64}(?<stagedBy>\..+)?$/;

/** What the cache has to be told of the run. */
export interface CacheSettings {
  readonly root: string;
  /** The time in milliseconds since 1970, for what was used last. */
  readonly now: () => number;
  /** Makes the names of temporary files differ between runs. */
  readonly runId: string;
}

/**
 * The files below `.sluice/cache`. Files are replaced as a whole, so that runs at the same time do not harm
 * each other; together they are bounded, and what was not used for longest goes first.
 */
export class CacheFolder {
  readonly #settings: CacheSettings;

  constructor(settings: CacheSettings) {
    this.#settings = settings;
  }

  /** The text of a file, or undefined where there is none that can be read. */
  read(name: string): string | undefined {
    if (!this.#isOwn()) return undefined;
    let file: number | undefined;
    try {
      file = openSync(this.#pathOf(name), READ_FLAGS);
      const stats = fstatSync(file);
      return stats.isFile() && stats.size <= MAX_TOTAL ? readFileSync(file, "utf8") : undefined;
    } catch {
      return undefined; // Not there, or not to be read: as good as no cache.
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** Throws where the folder cannot be written. */
  write(name: string, text: string): void {
    if (!this.#isOwn()) return;
    mkdirSync(this.#pathOf(""), { recursive: true });
    const ignore = join(this.#settings.root, STATE_FOLDER, ".gitignore");
    if (lstatSync(ignore, { throwIfNoEntry: false }) === undefined)
      writeFileSync(ignore, STATE_IGNORED);
    const staged = `${this.#pathOf(name)}.${this.#settings.runId}`;
    const file = openSync(staged, "wx"); // One that is there is another run's.
    try {
      try {
        writeFileSync(file, text);
      } finally {
        closeSync(file);
      }
      renameSync(staged, this.#pathOf(name));
    } catch (error) {
      rmSync(staged, { force: true });
      throw error;
    }
  }

  /** Tells that a file is still in use. */
  markUsed(name: string): void {
    if (!this.#isOwn()) return;
    const path = this.#pathOf(name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    const now = this.#settings.now();
    if (stats?.isFile() && now - stats.mtimeMs > MARK_EVERY)
      utimesSync(path, now / 1000, now / 1000);
  }

  /** Removes what there is too much of, and what runs that were killed left over. */
  prune(): void {
    const folder = this.#pathOf("");
    if (!this.#isOwn() || lstatSync(folder, { throwIfNoEntry: false }) === undefined) return;
    const files = readdirSync(folder).flatMap((name) => {
      const own = OWN_NAME.exec(name);
      const path = join(folder, name);
      const stats = own ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
      if (!stats?.isFile()) return [];
      const isStaged = own?.groups?.stagedBy !== undefined;
      return [{ path, isStaged, size: stats.size, usedAt: stats.mtimeMs }];
    });
    const now = this.#settings.now();
    let total = 0;
    for (const { path, isStaged, size, usedAt } of files.sort((a, b) => b.usedAt - a.usedAt)) {
      total += size;
      const isLeftOver = isStaged && now - usedAt > MARK_EVERY;
      if (isLeftOver || total > MAX_TOTAL) rmSync(path, { force: true });
    }
  }

  #pathOf(name: string): string {
    return join(this.#settings.root, ...FOLDER, name);
  }

  /** No link on the way leads elsewhere. */
  #isOwn(): boolean {
    const { root } = this.#settings;
    try {
      return FOLDER.every((_name, depth) => {
        const path = join(root, ...FOLDER.slice(0, depth + 1));
        return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== false;
      });
    } catch {
      return false; // What cannot be looked at is not used.
    }
  }
}
