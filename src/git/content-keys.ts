import { createHash } from "node:crypto";
import { sha256 } from "../shared/sha256.ts";
import type { GitFiles, TrackedContent } from "./list-files.ts";

/**
 * Keys of the contents of files: the key of bytes is that of no others. In a git work tree it is their blob
 * id with their length, and for a file that does not differ from the index it is known without reading it,
 * and the same in another checkout of the commit. Outside of git it is the sha256 of the bytes.
 *
 * A file that git takes for unchanged although it is not the blob has another length: its line ends are
 * others. The exceptions are files that a filter made, for which no key is known; where the filter is no
 * longer named in `.gitattributes` and what it made is as long as the blob, nothing tells.
 */
export class ContentKeys {
  readonly #tracked: GitFiles["contents"] | undefined;
  readonly #changed = new Set<string>();

  /** `tracked` is what git knows of the files; undefined outside of git. */
  constructor(tracked: GitFiles["contents"] | undefined) {
    this.#tracked = tracked;
  }

  /** These files are no longer what they were when git was asked. */
  forget(paths: Iterable<string>): void {
    for (const path of paths) this.#changed.add(path);
  }

  /** The key of the content that a file has now, where nobody has to read it for that. */
  known(path: string): string | undefined {
    const content = this.#changed.has(path) ? undefined : this.#tracked?.get(path);
    return content === undefined ? undefined : keyOf(content);
  }

  /**
   * The key of `bytes`, which were read from a file. They are hashed even where git knows the file: it may
   * have been written since, and a wrong key would be believed for good.
   */
  ofBytes(path: string, bytes: Uint8Array): string {
    if (this.#tracked === undefined) return sha256(bytes);
    const content = this.#changed.has(path) ? undefined : this.#tracked.get(path);
    const blobId = blobIdOf(bytes, content?.blobId.length === 64 ? "sha256" : "sha1");
    return keyOf({ blobId, size: bytes.length });
  }
}

function keyOf({ blobId, size }: TrackedContent): string {
  return `${blobId}+${size}`;
}

/** What git calls these bytes, in a repository whose names are of this kind. */
function blobIdOf(bytes: Uint8Array, algorithm: "sha1" | "sha256"): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
