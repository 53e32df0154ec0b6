import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
} from "node:fs";
import { dirname, join } from "node:path";
import type { ByteRead, DiskStamp, PartRead } from "../model/workspace.ts";
import { MAX_FILE_BYTES } from "./decode-text.ts";
import { isTooLong } from "./path-rules.ts";
import { isPlace, placeOfOpenFile } from "./place-of-open-file.ts";
import { realPathOf } from "./real-path.ts";
import { realRootOf } from "./way-to.ts";

/** Does not follow links, and does not wait for the writer of a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const NOT_REGULAR = { kind: "unusable", why: "unreadable", detail: "not a regular file" } as const;

/**
 * Reads the bytes of many files under a root, one after another, without a wait between them: in a search, the calls of
 * an asynchronous read would cost ten times the read. Links are not followed, neither the file itself nor a folder on
 * the way, also if one takes the place of a folder between two reads. Only Linux tells the place of an open file: on
 * other systems each folder is checked once.
 */
export class ByteReader {
  readonly #root: string;
  readonly #isElsewhere = new Map<string, boolean>();
  /** Grows to the largest file. */
  #buffer: Buffer = Buffer.alloc(0);

  constructor(root: string) {
    this.#root = root;
  }

  /** Reads a file. The bytes are valid only until the next call; every obstacle is returned, not thrown. */
  read(path: string): ByteRead {
    return this.#open<ByteRead>(path, (file, { size, ctimeMs }, absolute) => {
      if (size > MAX_FILE_BYTES)
        return { kind: "unusable", why: "too-large", detail: `${size} bytes` };
      const onDisk = { path: absolute, size, changedAt: ctimeMs };
      return { kind: "bytes", bytes: this.#readAll(file, size), onDisk };
    });
  }

  /** Reads at most `length` bytes from `start` on, of a file of any size. The bytes belong to the caller. */
  readPart(path: string, start: number, length: number): PartRead {
    return this.#open(path, (file, { size }) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
      let filled = 0;
      while (filled < bytes.length) {
        const read = readSync(file, bytes, filled, bytes.length - filled, start + filled);
        if (read === 0) break; // The file has become shorter.
        filled += read;
      }
      return { kind: "bytes", bytes: bytes.subarray(0, filled), total: size };
    });
  }

  #open<Read>(
    path: string,
    readFrom: (file: number, stats: Stats, absolute: string) => Read,
  ): Read | Extract<ByteRead, { kind: "unusable" }> {
    if (isTooLong(this.#root, path)) return { kind: "unusable", why: "path-too-long" };
    let file: number | undefined;
    try {
      if (this.#leadsElsewhere(dirname(path))) return { kind: "unusable", why: "symlink" };
      const absolute = join(this.#root, path);
      file = openSync(absolute, FLAGS);
      if (this.#isOpenedElsewhere(file, path)) return { kind: "unusable", why: "symlink" };
      const stats = fstatSync(file);
      return stats.isFile() ? readFrom(file, stats, absolute) : NOT_REGULAR;
    } catch (error) {
      return unusable(error);
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** True if the opened file is not the one at its path: a folder on the way became a link after it was checked. */
  #isOpenedElsewhere(file: number, path: string): boolean {
    const folder = dirname(path);
    if (folder === ".") return false; // It was opened itself.
    const place = placeOfOpenFile(file);
    if (place === undefined || isPlace(place, join(realRootOf(this.#root), path))) return false;
    // The disk may have another name for the same place, as one that ignores case has.
    this.#isElsewhere.clear();
    return this.#leadsElsewhere(folder) || realPathOf(join(this.#root, path)) !== place;
  }

  /** True if a folder, or one on the way to it, is a link. */
  #leadsElsewhere(folder: string): boolean {
    if (folder === ".") return false;
    const known = this.#isElsewhere.get(folder);
    if (known !== undefined) return known;
    const isElsewhere = this.#leadsElsewhere(dirname(folder)) || isLink(join(this.#root, folder));
    this.#isElsewhere.set(folder, isElsewhere);
    return isElsewhere;
  }

  /**
   * Reads as much as the file had when it was opened. Of a file that grows it stops once it is over the limit.
   */
  #readAll(file: number, size: number): Uint8Array {
    let length = 0;
    for (let expected = size + 1; ; expected = length * 2) {
      if (expected > this.#buffer.length) {
        const larger = Buffer.allocUnsafe(expected);
        this.#buffer.copy(larger, 0, 0, length);
        this.#buffer = larger;
      }
      for (;;) {
        const read = readSync(file, this.#buffer, length, this.#buffer.length - length, null);
        length += read;
        const isWhole = read === 0 || (length === size && size > 0);
        if (isWhole || length > MAX_FILE_BYTES) return this.#buffer.subarray(0, length);
        if (length === this.#buffer.length) break;
      }
    }
  }
}

/** True if a file has not changed since its bytes were read. */
export function isUnchanged({ path, size, changedAt }: DiskStamp): boolean {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size === size && stats.ctimeMs === changedAt;
  } catch {
    return false; // A folder on the way is gone or cannot be inspected: reading the file reports it.
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false; // Opening the file reports the obstacle.
  }
}

/** Returns the reason of a failed read. */
function unusable(error: unknown): Extract<ByteRead, { kind: "unusable" }> {
  const { code, message } = error as NodeJS.ErrnoException; // fs rejects with these only.
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "unusable", why: "vanished" };
  if (code === "ELOOP") return { kind: "unusable", why: "symlink" };
  if (code === "ENXIO") return NOT_REGULAR; // A socket.
  return { kind: "unusable", why: "unreadable", detail: code ?? message };
}
