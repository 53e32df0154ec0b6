import { appendFile, type FileHandle, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { makeFolders } from "../../cache/make-folders.ts";
import { isSpecial, linkFault, type OutputFolders, treeLinkFault } from "../../files/tree-link.ts";
import { syncFile, writeBytes } from "./disk.ts";
import { reachFaultPoint } from "./fault-point.ts";
import { type DiskFile, replaceFile, TO_APPEND } from "./replace-file.ts";

/**
 * A product of Sluice's own that only grows (a recording). Every text is on the disk once its promise resolves; the
 * message of an error is the reason.
 */
export class GrowingOutputFile {
  readonly #path: string;
  /** Undefined for a device or a pipe, which has no length. */
  readonly #id: DiskFile | undefined;
  /** Bytes that were written. */
  #length: number;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(path: string, id: DiskFile | undefined, length: number) {
    this.#path = path;
    this.#id = id;
    this.#length = length;
  }

  /**
   * Creates a file with a text, and its folders. An earlier file is replaced in one step, with its mode bits, and stays
   * if that fails. Rejects for a link to a file, and for a path that a link of a tree leads elsewhere.
   */
  static async create(
    folders: OutputFolders,
    path: string,
    text: string,
  ): Promise<GrowingOutputFile> {
    const absolute = resolve(folders.cwd, path);
    const check = () => refuseTreeLink(folders, path);
    await check();
    makeFolders(dirname(absolute));
    if (await isSpecial(absolute)) {
      await appendFile(absolute, text);
      return new GrowingOutputFile(absolute, undefined, 0);
    }
    const fault = await linkFault(absolute);
    if (fault !== undefined) throw new Error(`it ${fault}`);
    const id = await replaceFile(absolute, text, check);
    return new GrowingOutputFile(absolute, id, Buffer.byteLength(text));
  }

  /** Adds a text after all others. Concurrent calls write in the order in which they were made. */
  append(text: string): Promise<void> {
    return this.#inOrder(() => this.#write(text));
  }

  /** Rejects if the file cannot be appended to: it was replaced or changed, or may no longer be written. */
  check(): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#id !== undefined) await (await this.#open(this.#id)).close();
    });
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined); // The caller gets the error.
    return done;
  }

  async #write(text: string): Promise<void> {
    if (this.#id === undefined) return appendFile(this.#path, text);
    const file = await this.#open(this.#id);
    try {
      const bytes = Buffer.from(text);
      await writeBytes(file, this.#path, bytes, this.#length);
      await syncFile(file, this.#path);
      this.#length += bytes.length;
    } catch (error) {
      await file.truncate(this.#length).catch(() => undefined); // No later text may follow a torn one.
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Opens the file that was created, and no other: two runs may record to one path. */
  async #open(id: DiskFile): Promise<FileHandle> {
    reachFaultPoint("open", this.#path);
    const file = await open(this.#path, TO_APPEND);
    try {
      const { dev, ino, size } = await file.stat({ bigint: true });
      if (dev === id.dev && ino === id.ino && size === BigInt(this.#length)) return file;
      throw new Error("another process has replaced or changed it");
    } catch (error) {
      await file.close();
      throw error;
    }
  }
}

async function refuseTreeLink(folders: OutputFolders, path: string): Promise<void> {
  const fault = await treeLinkFault(folders, path);
  if (fault !== undefined) throw new Error(`it ${fault}`);
}
