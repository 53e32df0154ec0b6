import { findWayTo } from "../files/way-to.ts";
import { type FileMode, modeAfter } from "../model/patch/file-mode.ts";
import {
  type FileRead,
  type FolderEntry,
  StaleFileError,
  type TextChange,
  type Workspace,
} from "../model/workspace.ts";
import type { GitListing } from "../request/git-listing.ts";
import { foldersAbove } from "../shared/paths/folders-above.ts";
import { isReadLater, readLater } from "../shared/spill/read-later.ts";
import { DiskReader } from "./disk-reader.ts";
import { startGitListing } from "./git-listing.ts";

/**
 * The workspace of a preview: accepted edits lie on top of the disk, which is never written. `onCommit` is called with
 * the changes of every commit.
 */
export function createOverlayWorkspace(
  root: string,
  listing: GitListing = startGitListing(root),
  onCommit: (changes: readonly TextChange[]) => void = () => undefined,
): Workspace {
  return new OverlayWorkspace(root, listing, onCommit);
}

/** See {@link createOverlayWorkspace}. */
export class OverlayWorkspace extends DiskReader implements Workspace {
  readonly #overlay = new Map<string, Extract<FileRead, { kind: "text" }>>();
  readonly #modes = new Map<string, FileMode>();
  /** The folders of deleted files that were looked at, and if they are empty: for each file it would take too long. */
  readonly #emptied = new Map<string, Promise<boolean>>();
  readonly #onCommit: (changes: readonly TextChange[]) => void;

  constructor(
    root: string,
    listing: GitListing,
    onCommit: (changes: readonly TextChange[]) => void,
  ) {
    super(root, listing);
    this.#onCommit = onCommit;
  }

  override async kindOf(path: string): ReturnType<Workspace["kindOf"]> {
    if (this.#overlay.has(path)) return "file";
    if (this.own.hasMadeIn(path)) return "folder";
    if (this.own.hasDeleted(path)) return "missing";
    const kind = await super.kindOf(path);
    // A commit to the disk would remove a folder that deleted files leave empty.
    const isEmptied =
      kind === "folder" && this.own.hasDeletedIn(path) && (await this.#isEmptied(path));
    return isEmptied ? "missing" : kind;
  }

  override async read(path: string): ReturnType<Workspace["read"]> {
    if (this.own.hasDeleted(path)) return GONE;
    return this.#overlay.get(path) ?? super.read(path);
  }

  override async modeOf(path: string): ReturnType<Workspace["modeOf"]> {
    if (this.own.hasDeleted(path)) return undefined;
    return this.#modes.get(path) ?? super.modeOf(path);
  }

  override readBytes(path: string): ReturnType<Workspace["readBytes"]> {
    if (this.own.hasDeleted(path)) return GONE;
    const edited = this.#overlay.get(path);
    if (edited === undefined) return super.readBytes(path);
    return { kind: "bytes", bytes: Buffer.from(edited.text) };
  }

  override readPart(
    ...[path, start, length]: Parameters<Workspace["readPart"]>
  ): ReturnType<Workspace["readPart"]> {
    if (this.own.hasDeleted(path)) return GONE;
    const edited = this.#overlay.get(path);
    if (edited === undefined) return super.readPart(path, start, length);
    const bytes = Buffer.from(edited.text);
    return { kind: "bytes", bytes: bytes.subarray(start, start + length), total: bytes.length };
  }

  override async *readFolder(path: string): AsyncGenerator<FolderEntry> {
    const fresh = this.own.entriesIn(path);
    yield* fresh.values();
    if (fresh.size > 0 && (await super.kindOf(path)) === "missing") return;
    const hasDeleted = this.own.hasDeletedIn(path);
    for await (const entry of super.readFolder(path)) {
      if (fresh.has(entry.name)) continue;
      const entryPath = path === "" ? entry.name : `${path}/${entry.name}`;
      if (hasDeleted && (await this.kindOf(entryPath)) === "missing") continue;
      yield entry;
    }
  }

  async commit(changes: readonly TextChange[]): Promise<void> {
    for (const { path, preHash } of changes) if (preHash === null) await this.#refuseTaken(path);
    this.forget(changes);
    for (const change of changes) {
      const read = readOf(change);
      if (read === undefined) this.#overlay.delete(change.path);
      else this.#overlay.set(change.path, read);
      const mode = modeAfter(this.#modes.get(change.path), change);
      if (mode === undefined) this.#modes.delete(change.path);
      else this.#modes.set(change.path, mode);
    }
    for (const folder of foldersAbove(changes.map(({ path }) => path)))
      this.#emptied.delete(folder);
    this.note(changes);
    this.#onCommit(changes);
  }

  laidOver(): readonly string[] {
    return [...this.#overlay.keys()];
  }

  hashLaidOver(path: string): string | undefined {
    return this.#overlay.get(path)?.hash;
  }

  /** What was begun before a commit of the folder is no answer after it. */
  #isEmptied(folder: string): Promise<boolean> {
    const isEmptied = this.#emptied.get(folder) ?? this.#isEmpty(folder);
    this.#emptied.set(folder, isEmptied);
    return isEmptied;
  }

  async #isEmpty(folder: string): Promise<boolean> {
    for await (const _entry of this.readFolder(folder)) return false;
    return true;
  }

  /** Refuses what a commit to the disk would refuse. */
  async #refuseTaken(path: string): Promise<void> {
    if ((await this.kindOf(path)) !== "missing")
      throw new StaleFileError(path, `${path} exists by now.`);
    const inOverlay = [...foldersAbove([path])].some((folder) => this.#overlay.has(folder));
    if (inOverlay || (await findWayTo(this.root, path)) !== "free")
      throw new StaleFileError(path, `A folder that ${path} would be in is no folder.`);
  }
}

/** A file that the run has deleted. */
const GONE = { kind: "unusable", why: "vanished" } as const;

/**
 * Returns a file as it is read after a change, undefined if that deletes it. Its text is read on demand if that of the
 * change is.
 */
function readOf(change: TextChange): Extract<FileRead, { kind: "text" }> | undefined {
  const { postHash: hash } = change;
  if (hash === null) return undefined;
  if (!isReadLater(change)) return { kind: "text", text: change.after, hash };
  return readLater<Extract<FileRead, { kind: "text" }>, "text">(
    { kind: "text", text: "", hash },
    ["text"],
    { text: () => change.after },
  );
}
