import { join } from "node:path";
import { kindOf, targetOf } from "../../files/disk-paths.ts";
import { readBoundedIn } from "../../files/read-bounded.ts";
import { ByteReader } from "../../files/read-bytes.ts";
import { readFolder } from "../../files/read-folder.ts";
import { walkFiles } from "../../files/walk-files.ts";
import type { FolderEntry } from "../../model/workspace.ts";
import { bytesOrRefusal } from "./describe-read.ts";
import { sourceNameFault } from "./source-name-fault.ts";
import { refuseSource, type SourceRead, type TreeFiles } from "./tree-files.ts";

/** Something in the work tree that may configure Sluice; `path` is its name after all links. */
type Passage =
  | { readonly kind: "file" | "folder" | "missing" | "other"; readonly path: string }
  /** Words that follow the path. */
  | { readonly kind: "refused"; readonly fault: string };

/**
 * The work tree, through the same gate as edits: no link is followed out of the root, and nothing of `.git` or of
 * Sluice's state is read, but `.sluice/recipes`.
 */
export class WorkTreeFiles implements TreeFiles {
  readonly origin = "tree";
  readonly #root: string;
  readonly #bytes: ByteReader;

  /** `root` is absolute. */
  constructor(root: string) {
    this.#root = root;
    this.#bytes = new ByteReader(root);
  }

  async read(named: string, maxBytes: number): Promise<SourceRead> {
    const passage = await this.#pass(named);
    if (passage.kind === "refused")
      return refuseSource("path-out-of-root", `${named} ${passage.fault}.`, { path: named });
    const { kind, path } = passage;
    if (kind === "folder" || kind === "other")
      return refuseSource("file-unreadable", `${named} is not a file.`, { path: named });
    const read = bytesOrRefusal(readBoundedIn(this.#bytes, path, maxBytes), named, maxBytes);
    return "bytes" in read ? { bytes: read.bytes, path, isDirect: path === named } : read;
  }

  async kindOf(named: string): ReturnType<TreeFiles["kindOf"]> {
    const { kind } = await this.#pass(named);
    return kind === "other" ? "refused" : kind;
  }

  async entries(folder: string): Promise<readonly FolderEntry[]> {
    const passage = await this.#pass(folder);
    if (passage.kind !== "folder") return [];
    const found: FolderEntry[] = [];
    for await (const entry of readFolder(this.#root, passage.path)) found.push(entry);
    return found;
  }

  async walk(folder: string): Promise<readonly string[]> {
    const passage = await this.#pass(folder);
    return passage.kind === "folder" ? walkFiles(join(this.#root, passage.path)) : [];
  }

  async #pass(named: string): Promise<Passage> {
    const fault = sourceNameFault(named);
    if (fault !== undefined) return { kind: "refused", fault };
    const kind = await kindOf(this.#root, named);
    if (kind !== "link") return { kind, path: named };
    const target = await targetOf(this.#root, named);
    if (target.kind === "nowhere") return refuseLink("leads to nothing");
    if (target.kind === "outside") return refuseLink("leads out of the root");
    if (sourceNameFault(target.path) !== undefined)
      return refuseLink("leads to a place that is never read");
    const targetKind = await kindOf(this.#root, target.path);
    return targetKind === "link"
      ? refuseLink("was changed just now")
      : { kind: targetKind, path: target.path };
  }
}

function refuseLink(why: string): Passage {
  return { kind: "refused", fault: `is a link, or reached through one, that ${why}` };
}
