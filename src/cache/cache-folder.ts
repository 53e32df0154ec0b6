import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
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
import { makeFolders } from "./make-folders.ts";

/** The folder of the cache, below the root. Deleting it loses only time. */
const FOLDER = [STATE_FOLDER, "cache"];

/**
 * The most bytes of all files together. The misses of a search in a hundred thousand contents take 4 MB, the findings
 * of one that changes four thousand files 25 MB.
 */
const MAX_TOTAL = 128 * 1024 * 1024;

/** Follows no links, and does not wait for the writer of a pipe. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The least time between two marks of a file that is in use; milliseconds. */
const MARK_EVERY = 60 * 60 * 1000;

/**
 * The name of a file of the cache, with the run that has staged it and not yet put it in place. Files of other names
 * are not Sluice's; earlier versions wrote `looks-`, which is removed like the others.
 */
const OWN_NAME = /^(?:misses|findings|looks)-[0-9a-f]{64}(?<stagedBy>\..+)?$/;

/** The facts of the run that the cache needs. */
export interface CacheSettings {
  readonly root: string;
  /** Returns the time in milliseconds since 1970, which orders files by their last use. */
  readonly now: () => number;
  /** Makes the names of temporary files differ between runs. */
  readonly runId: string;
}

/**
 * The files below `.sluice/cache`, which are replaced as a whole, so that runs at the same time do not harm each other.
 * Their total size is bounded: the file that was not used for the longest time is removed first.
 */
export class CacheFolder {
  readonly #settings: CacheSettings;

  constructor(settings: CacheSettings) {
    this.#settings = settings;
  }

  /** Returns the bytes of a file; undefined if it cannot be read. */
  read(name: string): Buffer | undefined {
    if (!this.#isOwn()) return undefined;
    let file: number | undefined;
    try {
      file = openSync(this.#pathOf(name), READ_FLAGS);
      const stats = fstatSync(file);
      return stats.isFile() && stats.size <= MAX_TOTAL ? readFileSync(file) : undefined;
    } catch {
      return undefined; // Missing, or not readable: the same as no cache.
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** Replaces a file, piece by piece. Throws if the folder cannot be written. */
  write(name: string, pieces: Iterable<string | Buffer>): void {
    if (!this.#isOwn()) return;
    makeFolders(this.#pathOf(""));
    const ignore = join(this.#settings.root, STATE_FOLDER, ".gitignore");
    if (lstatSync(ignore, { throwIfNoEntry: false }) === undefined)
      writeFileSync(ignore, STATE_IGNORED);
    const staged = `${this.#pathOf(name)}.${this.#settings.runId}`;
    const file = openSync(staged, "wx"); // An existing one belongs to another run.
    try {
      try {
        for (const batch of inBatches(pieces)) writeFileSync(file, batch);
      } finally {
        closeSync(file);
      }
      renameSync(staged, this.#pathOf(name));
    } catch (error) {
      rmSync(staged, { force: true });
      throw error;
    }
  }

  /** Marks a file as still in use. */
  markUsed(name: string): void {
    if (!this.#isOwn()) return;
    const path = this.#pathOf(name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    const now = this.#settings.now();
    if (stats?.isFile() && now - stats.mtimeMs > MARK_EVERY)
      utimesSync(path, now / 1000, now / 1000);
  }

  /** Removes the files beyond the total size, and those that killed runs left over. */
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

  /** True if no part of the path to the folder is a link, which may lead elsewhere. */
  #isOwn(): boolean {
    const { root } = this.#settings;
    try {
      return FOLDER.every((_name, depth) => {
        const path = join(root, ...FOLDER.slice(0, depth + 1));
        return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== false;
      });
    } catch {
      return false; // A folder that cannot be inspected is not used.
    }
  }
}

/** The bytes that are written at once: a call for each line would take longer than the bytes. */
const BATCH_SIZE = 1024 * 1024;

function* inBatches(pieces: Iterable<string | Buffer>): Generator<Buffer, void> {
  let batch: Buffer[] = [];
  let size = 0;
  for (const piece of pieces) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    batch.push(bytes);
    size += bytes.length;
    if (size < BATCH_SIZE) continue;
    yield Buffer.concat(batch, size);
    batch = [];
    size = 0;
  }
  yield Buffer.concat(batch, size);
}
