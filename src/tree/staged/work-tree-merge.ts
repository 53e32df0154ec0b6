import { readTextFile } from "../../files/read-file.ts";
import { findWayTo } from "../../files/way-to.ts";
import { type FileMode, modeAfter } from "../../model/patch/file-mode.ts";
import type { TextChange } from "../../model/workspace.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { sha256 } from "../../shared/sha256.ts";
import { singleEdit } from "../../shared/single-edit.ts";
import type { StagedTree } from "./staged-tree.ts";

/** A file of the work tree, as it is and as it is to be. */
interface WorkFile {
  /** The sha256 of the bytes on the disk; null if there is no file. */
  readonly preHash: string | null;
  readonly before: string;
  readonly now: string;
  /** The mode that it gets; absent if it keeps its own. */
  readonly mode?: FileMode | undefined;
}

type Merged = { readonly text: string } | { readonly fault: string };

/** Puts edits of staged files into the work tree, too, on top of what is there and not staged. */
export class WorkTreeMerge {
  readonly #root: string;
  readonly #staged: StagedTree;
  readonly #files = new Map<string, WorkFile>();

  /** `root` is that of the work tree; absolute. */
  constructor(root: string, staged: StagedTree) {
    this.#root = root;
    this.#staged = staged;
  }

  /** Returns why changes do not fit into the work tree, in a sentence; undefined if they fit. */
  async faultOf(changes: readonly TextChange[]): Promise<string | undefined> {
    for (const change of changes) {
      const merged = await this.#merge(change);
      if ("fault" in merged) return merged.fault;
    }
    return undefined;
  }

  /** Takes changes into the work tree. Throws, and takes none, if one does not fit. */
  async take(changes: readonly TextChange[]): Promise<void> {
    const taken = new Map<string, WorkFile>();
    for (const change of changes) {
      const merged = await this.#merge(change);
      if ("fault" in merged) throw new Error(merged.fault);
      const mode = modeAfter(merged.file.mode, change);
      taken.set(change.path, { ...merged.file, now: merged.text, ...definedOnly({ mode }) });
    }
    for (const [path, file] of taken) this.#files.set(path, file);
  }

  /** Returns the changes of files on the disk, by path. */
  list(): readonly TextChange[] {
    return [...this.#files]
      .filter(([, { before, now, preHash, mode }]) => {
        return before !== now || preHash === null || mode !== undefined;
      })
      .map(([path, { preHash, before, now: after, mode }]) => {
        const edits = [singleEdit(before, after)];
        return {
          path,
          preHash,
          postHash: sha256(after),
          before,
          after,
          edits,
          ...definedOnly({ mode }),
        };
      });
  }

  async #merge({
    path,
    preHash,
    postHash,
    before,
    after,
  }: TextChange): Promise<Merged & { readonly file: WorkFile }> {
    if (postHash === null)
      return { fault: `${path} would be deleted, which --staged cannot do.`, file: NO_FILE };
    const known = this.#files.get(path);
    const isNew = preHash === null && known === undefined;
    const file = known ?? (isNew ? await this.#newFile(path) : this.#read(path));
    if ("fault" in file) return { ...file, file: NO_FILE };
    if (isNew) return { text: after, file };
    const inTree = await this.#asInTree(path, file, before);
    const other = inTree === before ? after : likeLineEnds(after, inTree);
    const text = await this.#staged.merge(file.now, inTree, other);
    return text === undefined ? { fault: await this.#conflictIn(path), file } : { text, file };
  }

  async #conflictIn(path: string): Promise<string> {
    return (await this.#isUnstaged(path))
      ? `${path} has other changes in the same lines that are not staged.`
      : `${path} has other bytes in the work tree than git would check out: line ends, or \`$Id$\`.`;
  }

  /**
   * Git may take a file for unchanged that has other line ends than it would check out. A file with other changes has
   * them too, if both texts have line ends of one kind each.
   */
  async #asInTree(path: string, { now }: WorkFile, staged: string): Promise<string> {
    if (now === staged) return staged;
    const isMixed = hasMixedEnds(now) || hasMixedEnds(staged);
    return isMixed && (await this.#isUnstaged(path)) ? staged : likeLineEnds(staged, now);
  }

  async #isUnstaged(path: string): Promise<boolean> {
    return (await this.#staged.state.unstaged()).has(path);
  }

  #read(path: string): WorkFile | { readonly fault: string } {
    const read = readTextFile(this.#root, path);
    if (read.kind === "text") return { preHash: read.hash, before: read.text, now: read.text };
    const why = read.why === "vanished" ? "is gone from" : "cannot be edited in";
    return { fault: `${path} ${why} the work tree.` };
  }

  async #newFile(path: string): Promise<WorkFile | { readonly fault: string }> {
    if ((await findWayTo(this.#root, path)) === "free") return NO_FILE;
    return { fault: `${path} exists in the work tree, and is not staged.` };
  }
}

const NO_FILE: WorkFile = { preHash: null, before: "", now: "" };

/** True also for a text without a line end: it tells nothing of how the others are. */
function hasMixedEnds(text: string): boolean {
  const ends = text.split("\n").length - 1;
  const crlf = text.split("\r\n").length - 1;
  return ends === 0 || (crlf > 0 && crlf < ends);
}

/** Returns a text with the line ends of another one. */
function likeLineEnds(text: string, like: string): string {
  const lines = text.replaceAll("\r\n", "\n");
  return like.includes("\r\n") ? lines.replaceAll("\n", "\r\n") : lines;
}
