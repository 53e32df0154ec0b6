import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../shared/sha256.ts";
import type { GitFiles } from "./list-files.ts";

/**
 * Keys of the contents of files: equal keys are equal bytes. In a git work tree the key of a file that does
 * not differ from the index is its blob id, which is known without reading it, and which another checkout of
 * the same commit has, too. Outside of git it is the sha256 of the bytes.
 */
export class ContentKeys {
  readonly #root: string;
  readonly #tracked: GitFiles["contents"] | undefined;
  readonly #changed = new Set<string>();

  /** `tracked` is what git knows of the files below `root`; undefined outside of git. */
  constructor(root: string, tracked: GitFiles["contents"] | undefined) {
    this.#root = root;
    this.#tracked = tracked;
  }

  /** These files are no longer what they were when git was asked. */
  forget(paths: Iterable<string>): void {
    for (const path of paths) this.#changed.add(path);
  }

  /** The key of the content that a file has now, where nobody has to read it for that. */
  known(path: string): string | undefined {
    const content = this.#changed.has(path) ? undefined : this.#tracked?.get(path);
    if (content === undefined) return undefined;
    const { blobId, isConverted } = content;
    return isConverted ? sizedKey(blobId, this.#sizeOf(path)) : blobId;
  }

  /**
   * The key of `bytes`, which were read from a file. They are hashed even where git knows the file: it may
   * have been written since, and a wrong key would be believed for good.
   */
  ofBytes(path: string, bytes: Uint8Array): string {
    if (this.#tracked === undefined) return sha256(bytes);
    const content = this.#changed.has(path) ? undefined : this.#tracked.get(path);
    const blobId = blobIdOf(bytes, content?.blobId.length === 64 ? "sha256" : "sha1");
    const isBlob = content?.isConverted === true && content.blobId === blobId;
    return isBlob ? sizedKey(blobId, bytes.length) : blobId;
  }

  #sizeOf(path: string): number | undefined {
    return lstatSync(join(this.#root, path), { throwIfNoEntry: false })?.size;
  }
}

/**
 * A blob whose line ends may have been converted. Each conversion makes the file longer than the blob, so
 * that a file as long as the blob is the blob.
 */
function sizedKey(blobId: string, size: number | undefined): string {
  return `${blobId}+${size ?? "?"}`;
}

/** What git calls these bytes, in a repository whose names are of this kind. */
function blobIdOf(bytes: Uint8Array, algorithm: "sha1" | "sha256"): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
