import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from "node:fs";
import { fileModeOf } from "../../model/patch/file-mode.ts";
import { blobIdOf } from "../../shared/blob-id.ts";

/** The thing at a path of the work tree. */
export type OnDisk =
  | { readonly kind: "file"; readonly mode: string; readonly id: string; readonly size: number }
  | { readonly kind: "link"; readonly id: string }
  | { readonly kind: "folder"; readonly isEmpty: boolean }
  /** A pipe, a socket, a device, a file that is too large, or what the system does not let us read. */
  | { readonly kind: "other" };

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const CHUNK = 256 * 1024;

/** The largest file that is read; bytes. A larger one counts as changed. */
const MAX_COMPARED = 4 * 1024 ** 3;

/** Looks at paths below a root, given as bytes. Follows no link. Files are read as a whole, in pieces. */
export class DiskLook {
  readonly #root: string;
  readonly #algorithm: "sha1" | "sha256";
  /** True for a folder that is a link, or below one: git sees nothing there. */
  readonly #isBeyond = new Map<string, boolean>([["", false]]);
  readonly #piece = Buffer.allocUnsafe(CHUNK);

  constructor(root: string, algorithm: "sha1" | "sha256") {
    this.#root = Buffer.from(`${root}/`).toString("latin1");
    this.#algorithm = algorithm;
  }

  /** Returns the thing at a path; undefined if there is nothing that git would see. */
  at(path: string): OnDisk | undefined {
    if (this.#leadsBeyond(folderOf(path))) return undefined;
    const place = this.#place(path);
    try {
      const stats = lstatSync(place, { throwIfNoEntry: false });
      if (stats === undefined) return undefined;
      if (stats.isSymbolicLink())
        return { kind: "link", id: blobIdOf(readlinkSync(place, "buffer"), this.#algorithm) };
      if (stats.isDirectory()) return { kind: "folder", isEmpty: readdirSync(place).length === 0 };
      return stats.isFile() ? this.#file(place) : { kind: "other" };
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOTDIR" ? undefined : { kind: "other" };
    }
  }

  #place(path: string): Buffer {
    return Buffer.from(this.#root + path, "latin1");
  }

  #leadsBeyond(folder: string): boolean {
    const known = this.#isBeyond.get(folder);
    if (known !== undefined) return known;
    const isBeyond = this.#leadsBeyond(folderOf(folder)) || isLink(this.#place(folder));
    this.#isBeyond.set(folder, isBeyond);
    return isBeyond;
  }

  #file(place: Buffer): OnDisk {
    const file = openSync(place, FLAGS);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile() || stats.size > MAX_COMPARED) return { kind: "other" };
      const hash = createHash(this.#algorithm).update(`blob ${stats.size}\0`);
      let left = stats.size;
      for (let read = -1; read !== 0 && left >= 0; left -= read) {
        read = readSync(file, this.#piece, 0, CHUNK, null); // One that grows has another id.
        hash.update(this.#piece.subarray(0, read));
      }
      return {
        kind: "file",
        mode: fileModeOf(stats.mode),
        id: hash.digest("hex"),
        size: stats.size,
      };
    } finally {
      closeSync(file);
    }
  }
}

/** Windows has no such bit: there every file has the mode that the commit says. */
export const HAS_MODES = process.platform !== "win32";

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function isLink(place: Buffer): boolean {
  try {
    return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false; // The path itself is looked at next, and tells.
  }
}
