import { readTextFile } from "../../files/read-file.ts";
import type { ByteRead, FileRead, Workspace } from "../../model/workspace.ts";
import type { GitListing } from "../../request/git-listing.ts";
import { sha256 } from "../../shared/sha256.ts";
import { readLater } from "../../shared/spill/read-later.ts";
import { OverlayWorkspace } from "../../tree/overlay-workspace.ts";

/** What is known of the files of the tree. */
interface KnownTree {
  /** True if the root has the tree of the shards. */
  readonly isHere: boolean;
  /** Returns the hash of a file, if a shard told it. */
  hashOf(path: string): string | undefined;
  /** Throws: the tree is needed. */
  refuse(path: string): never;
}

type TextRead = Extract<FileRead, { kind: "text" }>;

/**
 * The tree of a merge: what the shards listed. A text is read only if somebody asks for it, and counts only if it is
 * the one that the shards had.
 */
export class ReplayWorkspace extends OverlayWorkspace {
  readonly #known: KnownTree;

  constructor(root: string, listing: GitListing, known: KnownTree) {
    super(root, listing, () => undefined);
    this.#known = known;
  }

  override async kindOf(path: string): ReturnType<Workspace["kindOf"]> {
    if (this.#known.isHere || this.#isOwn(path)) return super.kindOf(path);
    const listed = await this.listFiles();
    if (listed.includes(path)) return "file";
    return listed.some((file) => file.startsWith(`${path}/`)) ? "folder" : this.#known.refuse(path);
  }

  override async read(path: string): ReturnType<Workspace["read"]> {
    if (this.#isOwn(path)) return super.read(path);
    const hash = this.#known.hashOf(path);
    if (hash === undefined) {
      if (!this.#known.isHere) this.#known.refuse(path);
      return super.read(path);
    }
    return readLater<TextRead, "text">({ kind: "text", text: "", hash }, ["text"], {
      text: () => this.#textOf(path, hash),
    });
  }

  override async modeOf(path: string): ReturnType<Workspace["modeOf"]> {
    if (!this.#known.isHere && !this.#isOwn(path)) this.#known.refuse(path);
    return super.modeOf(path);
  }

  override readBytes(path: string): ByteRead {
    const read = super.readBytes(path);
    if (this.#isOwn(path)) return read;
    const hash = this.#known.hashOf(path);
    const isSame = read.kind === "bytes" && hash === sha256(read.bytes);
    if (hash === undefined ? !this.#known.isHere : !isSame) this.#known.refuse(path);
    return read;
  }

  #isOwn(path: string): boolean {
    return this.hashLaidOver(path) !== undefined || this.own.hasDeleted(path);
  }

  /** Returns the text of the disk, whatever lies on top by now. */
  #textOf(path: string, hash: string): string {
    const read = readTextFile(this.root, path);
    return read.kind === "text" && read.hash === hash ? read.text : this.#known.refuse(path);
  }
}
