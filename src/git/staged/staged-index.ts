import { entriesOf, type StoredFile } from "../commit/index-entries.ts";
import { stampOfIndex } from "../index/index-stamp.ts";
import { entriesIn, latin1Of, readIndexBytes } from "../index/read-index.ts";
import type { RunGit } from "../run-git.ts";

/** The entries of an index that were looked for. */
interface FoundEntries {
  readonly entries: ReadonlyMap<string, StoredFile>;
  /** True if the index has any file that is not merged. */
  readonly hasUnmerged: boolean;
}

/** An index that files are staged in. Its entries are looked up one by one: a large one is read without git. */
export class StagedIndex {
  readonly #file: string;
  /** At the top of the work tree. */
  readonly #git: RunGit;
  /** Of the index before anything of it was read. */
  readonly #stamp: string | undefined;
  #read: { readonly bytes: Buffer | undefined } | undefined;
  readonly #kinds = new Map<string, Promise<"file" | "folder" | undefined>>();

  /** `file` is absolute. */
  constructor(file: string, git: RunGit) {
    this.#file = file;
    this.#git = git;
    this.#stamp = stampOfIndex(file);
  }

  /** False only if no process has written the index since it was first looked at. */
  get mayHaveChanged(): boolean {
    return this.#stamp === undefined || stampOfIndex(this.#file) !== this.#stamp;
  }

  /** Returns the entries of paths, and if anything in the index is not merged. */
  async find(paths: Iterable<string>): Promise<FoundEntries> {
    const wanted = new Set([...paths].map(latin1Of));
    const bytes = this.#readBytes();
    const read = bytes && entriesIn(bytes, (path) => wanted.has(path));
    if (read !== undefined) {
      const entries = read.entries.map(({ path, mode, blobId: id, isAssumed }) => {
        const file = { mode: mode.toString(8).padStart(6, "0"), id, isCompared: !isAssumed };
        return [path, file] as const;
      });
      return { entries: new Map(entries), hasUnmerged: read.hasUnmerged };
    }
    const [entries, unmerged] = await Promise.all([
      entriesOf(this.#git, paths),
      this.#git(["ls-files", "-u", "-z"]),
    ]);
    return { entries, hasUnmerged: unmerged !== "" };
  }

  /** Returns what the index has at a path, or below it; undefined if it has nothing there. */
  kindOf(path: string): Promise<"file" | "folder" | undefined> {
    const known = this.#kinds.get(path) ?? this.#findKind(path);
    this.#kinds.set(path, known);
    return known;
  }

  /** Reads the index once as long as no process writes it: it may be large, and is asked about each missing path. */
  #readBytes(): Buffer | undefined {
    if (this.#read === undefined || this.mayHaveChanged)
      this.#read = { bytes: readIndexBytes(this.#file) };
    return this.#read.bytes;
  }

  async #findKind(path: string): Promise<"file" | "folder" | undefined> {
    const bytes = this.#readBytes();
    const [own, below] = [latin1Of(path), latin1Of(`${path}/`)];
    const read = bytes && entriesIn(bytes, (each) => each === own || each.startsWith(below));
    const found = read?.entries.map((entry) => entry.path) ?? [
      ...(await entriesOf(this.#git, [path])).keys(),
    ];
    if (found.length === 0) return undefined;
    return found.includes(path) ? "file" : "folder";
  }
}
