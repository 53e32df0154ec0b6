import { blobIdOf } from "../shared/blob-id.ts";
import { sha256 } from "../shared/sha256.ts";
import type { GitFiles, TrackedContent } from "./list-files.ts";

/**
 * Keys of the contents of files: different bytes have different keys. In a git work tree a key is the blob id with the
 * length of the file: it is known without reading a file that does not differ from the index, and it is the same in
 * another checkout of the commit. Outside of git it is the sha256 of the bytes.
 *
 * If git takes a file for unchanged although its bytes are not those of the blob, its line ends were converted, and the
 * length differs. The exceptions are files that a filter made, for which no key is known. If that filter is no longer
 * named in `.gitattributes`, and its result is as long as the blob, the difference is not detected.
 */
export class ContentKeys {
  readonly #tracked: GitFiles["contents"] | undefined;
  readonly #changed = new Set<string>();

  /** `tracked` holds the contents that git knows; undefined outside of git. */
  constructor(tracked: GitFiles["contents"] | undefined) {
    this.#tracked = tracked;
  }

  /** Forgets the keys of files that may have changed since git was asked. */
  forget(paths: Iterable<string>): void {
    for (const path of paths) this.#changed.add(path);
  }

  /** Returns the key of the present content of a file, or undefined if the file has to be read for it. */
  known(path: string): string | undefined {
    const content = this.#changed.has(path) ? undefined : this.#tracked?.get(path);
    return content === undefined ? undefined : keyOf(content);
  }

  /**
   * Returns the key of `bytes`, which were read from a file. They are hashed even if git knows the file: it may have
   * been written since, and a wrong key would stay in the cache.
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
