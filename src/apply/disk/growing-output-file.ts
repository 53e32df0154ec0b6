import { type BigIntStats, constants, type Stats } from "node:fs";
import { appendFile, type FileHandle, lstat, mkdir, mkdtemp, open, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { removeEmptyFolder, removeIfThere, syncFile, syncFolder, writeBytes } from "./disk.ts";
import { reachFaultPoint } from "./fault-point.ts";
import type { FileIdentity } from "./file-identity.ts";
import { renameStaged, stageFile } from "./staged-file.ts";

type FileId = Pick<BigIntStats, "dev" | "ino">;

/** Opens an existing file, and no link. */
const TO_APPEND = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * A product of Sluice's own that only grows (a recording). Every text is on the disk once its promise resolves; the
 * message of an error is the reason.
 */
export class GrowingOutputFile {
  readonly #path: string;
  /** Undefined for a device or a pipe, which has no length. */
  readonly #id: FileId | undefined;
  /** Bytes that were written. */
  #length: number;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(path: string, id: FileId | undefined, length: number) {
    this.#path = path;
    this.#id = id;
    this.#length = length;
  }

  /**
   * Creates a file with a text, and its folders. An earlier file is replaced in one step, with its mode bits, and stays
   * if that fails. Rejects for a link to a file.
   */
  static async create(folder: string, path: string, text: string): Promise<GrowingOutputFile> {
    const absolute = resolve(folder, path);
    await mkdir(dirname(absolute), { recursive: true });
    if (await isSpecial(absolute)) {
      await appendFile(absolute, text);
      return new GrowingOutputFile(absolute, undefined, 0);
    }
    const fault = await linkFault(folder, path);
    if (fault !== undefined) throw new Error(`it ${fault}`);
    const id = await replaceFile(absolute, text);
    return new GrowingOutputFile(absolute, id, Buffer.byteLength(text));
  }

  /** Adds a text behind all others. Concurrent calls write in the order in which they were made. */
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
  async #open(id: FileId): Promise<FileHandle> {
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

/** Returns a fault of a path that is a link to a file, in words that follow the path: it could lead anywhere. */
export async function linkFault(folder: string, path: string): Promise<string | undefined> {
  const absolute = resolve(folder, path);
  const isLink = (await lstat(absolute).catch(() => undefined))?.isSymbolicLink() === true;
  if (!isLink || (await isSpecial(absolute))) return undefined;
  return "is a symbolic link; name the file itself";
}

/** Puts a file in the place of an earlier one. Returns its id, read before another process can see the file. */
async function replaceFile(target: string, text: string): Promise<FileId> {
  const earlier = await findFile(target);
  if (earlier) await (await open(target, TO_APPEND)).close(); // A read-only file must stay: it cannot grow.
  reachFaultPoint("mkdir", dirname(target));
  const folder = await mkdtemp(join(dirname(target), ".sluice-")); // Unique, and only of this user.
  const staged = { target, temporary: join(folder, basename(target)) };
  try {
    await stageFile(staged, text, earlier && identityOf(earlier));
    const id = await lstat(staged.temporary, { bigint: true });
    await renameStaged(staged);
    await syncFolder(dirname(target));
    return id;
  } finally {
    await removeIfThere(staged.temporary).catch(() => undefined); // The first error is the reason.
    await removeEmptyFolder(folder).catch(() => undefined);
  }
}

async function findFile(target: string): Promise<Stats | undefined> {
  const stats = await lstat(target).catch(() => undefined); // Missing.
  return stats?.isFile() === true ? stats : undefined;
}

/** Returns the mode bits and the owner, without the type of the file. */
function identityOf({ mode, uid, gid }: Stats): Pick<FileIdentity, "mode" | "uid" | "gid"> {
  return { mode: mode & 0o7777, uid, gid };
}

/** True for a device, a pipe or a folder: a rename would put a file in its place. */
async function isSpecial(absolute: string): Promise<boolean> {
  const stats = await stat(absolute).catch(() => undefined); // Missing.
  return stats !== undefined && !stats.isFile();
}
