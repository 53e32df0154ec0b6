import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { syncFile, writeBytes } from "./disk.ts";
import { reachFaultPoint } from "./fault-point.ts";

/**
 * A file that only grows, and knows where its last whole piece ends: what a failed write has left behind that is
 * written over by the next one.
 */
export class JournalFile {
  readonly path: string;
  readonly #file: FileHandle;
  #length: number;

  private constructor(path: string, file: FileHandle, length: number) {
    this.path = path;
    this.#file = file;
    this.#length = length;
  }

  /** Opens a file, made where it is missing; `length` bytes of it count. */
  static async open(path: string, length: number): Promise<JournalFile> {
    reachFaultPoint("open", path);
    const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    return new JournalFile(path, await open(path, flags, 0o600), length);
  }

  /** Answers where the piece begins; bytes. It is on the disk for good only after {@link sync}. */
  async append(piece: string | Uint8Array): Promise<number> {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    const start = this.#length;
    await writeBytes(this.#file, this.path, bytes, start);
    this.#length = start + bytes.length;
    return start;
  }

  sync(): Promise<void> {
    return syncFile(this.#file, this.path);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
