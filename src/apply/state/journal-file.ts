import { constants, lstatSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { syncFile, writeBytes } from "../disk/disk.ts";
import { reachFaultPoint } from "../disk/fault-point.ts";

/**
 * A file that only grows. It knows the end of its last whole piece, so that the next write replaces half of a failed
 * one.
 */
export class JournalFile {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #inode: bigint;
  #length: number;
  /** The pieces since the last flush that succeeded, and their places; bytes. */
  #unsynced: { readonly start: number; readonly bytes: Uint8Array }[] = [];
  #waiting = 0;
  #hasFailed = false;

  private constructor(path: string, file: FileHandle, inode: bigint, length: number) {
    this.path = path;
    this.#file = file;
    this.#inode = inode;
    this.#length = length;
  }

  /** Opens a file, or makes it. The first `length` bytes of it count. */
  static async open(path: string, length: number): Promise<JournalFile> {
    reachFaultPoint("open", path);
    const flags =
      constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK;
    const file = await open(path, flags, 0o600);
    const stats = await file.stat({ bigint: true });
    if (stats.isFile()) return new JournalFile(path, file, stats.ino, length);
    await file.close();
    throw new Error(`${path} is not a regular file`);
  }

  /** True if the file is still at its path. Otherwise no recovery would find it. */
  isInPlace(): boolean {
    const stats = lstatSync(this.path, { bigint: true, throwIfNoEntry: false });
    return stats?.ino === this.#inode;
  }

  /** The number of bytes that count. */
  get length(): number {
    return this.#length;
  }

  /** The number of bytes that are in memory until the next flush. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Returns the place at which the piece begins; bytes. The piece is safe on the disk only after {@link sync}. */
  async append(piece: string | Uint8Array): Promise<number> {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    const start = this.#length;
    await writeBytes(this.#file, this.path, bytes, start);
    this.#length = start + bytes.length;
    this.#unsynced.push({ start, bytes });
    this.#waiting += bytes.length;
    return start;
  }

  /**
   * Flushes everything that was appended. Writes the pieces of a failed flush again, because the system counts them as
   * written, so that the next flush would leave a hole.
   */
  async sync(): Promise<void> {
    if (this.#hasFailed)
      for (const { start, bytes } of this.#unsynced)
        await writeBytes(this.#file, this.path, bytes, start);
    this.#hasFailed = true;
    await syncFile(this.#file, this.path);
    this.#hasFailed = false;
    this.#unsynced = [];
    this.#waiting = 0;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
