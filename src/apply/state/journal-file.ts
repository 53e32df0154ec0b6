import { constants, lstatSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { syncFile, writeBytes } from "../disk/disk.ts";
import { reachFaultPoint } from "../disk/fault-point.ts";

/**
 * A file that only grows, and knows where its last whole piece ends: what a failed write has left behind that is
 * written over by the next one.
 */
export class JournalFile {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #inode: bigint;
  #length: number;
  /** What no flush has vouched for yet, and where it stands. */
  #unsynced: { readonly start: number; readonly bytes: Uint8Array }[] = [];
  #hasFailed = false;

  private constructor(path: string, file: FileHandle, inode: bigint, length: number) {
    this.path = path;
    this.#file = file;
    this.#inode = inode;
    this.#length = length;
  }

  /** Opens a file, made where it is missing; `length` bytes of it count. */
  static async open(path: string, length: number): Promise<JournalFile> {
    reachFaultPoint("open", path);
    const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const file = await open(path, flags, 0o600);
    const { ino } = await file.stat({ bigint: true });
    return new JournalFile(path, file, ino, length);
  }

  /** Whether it still stands at its path: what nobody finds again is no journal. */
  isInPlace(): boolean {
    const stats = lstatSync(this.path, { bigint: true, throwIfNoEntry: false });
    return stats?.ino === this.#inode;
  }

  /** Bytes that count. */
  get length(): number {
    return this.#length;
  }

  /** Answers where the piece begins; bytes. It is on the disk for good only after {@link sync}. */
  async append(piece: string | Uint8Array): Promise<number> {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    const start = this.#length;
    await writeBytes(this.#file, this.path, bytes, start);
    this.#length = start + bytes.length;
    this.#unsynced.push({ start, bytes });
    return start;
  }

  /**
   * Everything that was appended is on the disk afterwards. After a flush that failed the system takes for written
   * what is not, and the next flush would leave a hole: those pieces are written again.
   */
  async sync(): Promise<void> {
    if (this.#hasFailed)
      for (const { start, bytes } of this.#unsynced)
        await writeBytes(this.#file, this.path, bytes, start);
    this.#hasFailed = true;
    await syncFile(this.#file, this.path);
    this.#hasFailed = false;
    this.#unsynced = [];
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
