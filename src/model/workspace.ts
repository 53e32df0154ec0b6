import type { TextEdit } from "./edit.ts";
import type { FileMode } from "./patch/file-mode.ts";
import type { FilesWithout, TextQuestion } from "./search/text-question.ts";
import type { SkipReason } from "./skip-reason.ts";

/** The outcome of reading one file. */
export type FileRead =
  /** `hash` is the sha256 of the bytes, hex. A BOM is the first character of the text. */
  | { readonly kind: "text"; readonly text: string; readonly hash: string }
  | { readonly kind: "unusable"; readonly why: SkipReason; readonly detail?: string };

/** The state of a file on the disk: while it stays the same, so do the bytes. Absent for an overlay. */
export interface DiskStamp {
  /** Absolute. */
  readonly path: string;
  readonly size: number;
  /** The time of the last change of anything about the file; milliseconds since 1970, with fractions. */
  readonly changedAt: number;
}

/** The outcome of reading the bytes of one file. */
export type ByteRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly onDisk?: DiskStamp }
  | Extract<FileRead, { readonly kind: "unusable" }>;

/**
 * A part of a file's bytes; `total` is the size of the whole file. At the end of the file it is shorter than requested.
 */
export type PartRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly total: number }
  | Extract<FileRead, { readonly kind: "unusable" }>;

/** One thing in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** The target of a link, after all links. */
export type LinkTarget =
  /** Relative to the root. */
  | { readonly kind: "inside"; readonly path: string }
  | { readonly kind: "outside" }
  /** The target does not exist. */
  | { readonly kind: "nowhere" };

/** A file's text before and after, for `commit` to write. */
export interface TextChange {
  readonly path: string;
  /** The sha256 of the present bytes; null if no file may exist. */
  readonly preHash: string | null;
  /** The sha256 of the bytes of `after`; null if the file is deleted. */
  readonly postHash: string | null;
  /** Empty for a new file. */
  readonly before: string;
  /** Empty if the file is deleted. */
  readonly after: string;
  /** The edits that turn `before` into `after`. */
  readonly edits: readonly TextEdit[];
  /** The mode that the file gets. Absent: an existing file keeps its own, a new one is plain. */
  readonly mode?: FileMode | undefined;
}

/**
 * The files under the root with this run's accepted edits on top. In a run the edits are on the
 * disk; in a preview they are on an overlay. Paths are relative to the root, with `/`.
 */
export interface Workspace {
  /** Every file that is neither ignored nor in `node_modules`, `.git` or `.sluice`; sorted. */
  listFiles(): Promise<readonly string[]>;
  /**
   * The paths that git ignores; a folder that is ignored as a whole is one entry, `dist/`. Empty outside of git.
   * Rejects if there is a repository and git cannot answer, so that what it ignores is not known.
   */
  listIgnored(): Promise<readonly string[]>;
  /**
   * More paths that are kept from prompts and models: those that git does not track, without the run's own new files,
   * if the run does not believe the tree; otherwise, and outside of git, none. Rejects if git cannot answer.
   */
  listUntracked(): Promise<readonly string[]>;
  /** Folders that the system does not list, because their paths are too long or it denies access; sorted. */
  listUnlisted(): Promise<readonly string[]>;
  /** Returns the kind of thing at a named path; `link` also if a folder on the way is one. */
  kindOf(path: string): Promise<"file" | "folder" | "link" | "missing" | "other">;
  /** Returns the target of a path of the kind `link`. */
  targetOf(path: string): Promise<LinkTarget>;
  read(path: string): Promise<FileRead>;
  /** Returns the mode of a file; undefined if there is none. */
  modeOf(path: string): Promise<FileMode | undefined>;
  /**
   * Returns the bytes that {@link read} would decode, for a search of many files. They are valid until the next call.
   */
  readBytes(path: string): ByteRead;
  /** Reads at most `length` bytes from byte `start` on: the cost does not depend on the size of the file. */
  readPart(path: string, start: number, length: number): PartRead;
  /**
   * Yields the entries of a folder, "" for the root: unsorted, hidden and ignored ones too, and piece by piece, because
   * there may be any number. Throws the error of the disk.
   */
  readFolder(path: string): AsyncIterable<FolderEntry>;
  /** Returns true if a file on the disk has not changed since its bytes were read. */
  isUnchanged(stamp: DiskStamp): boolean;
  /** Returns the key of the content that {@link readBytes} would return, if it is known without reading the file. */
  knownContentKey(path: string): string | undefined;
  /** Returns the key of bytes that were read from a file: no other bytes have it, in this run and in others. */
  contentKey(path: string, bytes: Uint8Array): string;
  /**
   * Returns files that hold none of some texts, as far as it is known without reading them one by one. Default: none.
   */
  filesWithout?(question: TextQuestion, signal: AbortSignal): Promise<FilesWithout>;
  /**
   * Returns the edits that this run made to a file since its content had the hash `since`, one list for each commit, up
   * to the content with the hash `now`. Undefined if another process or the user changed it in between.
   */
  ownEditsBetween(
    path: string,
    since: string,
    now: string,
  ): readonly (readonly TextEdit[])[] | undefined;
  readonly turns: Turns;
  /**
   * Makes all changes or none (A19). Throws a `StaleFileError` before the first write if a file does not have its
   * `preHash`, or if something exists in the place of a new one. Creates the folders of new files, and removes those
   * that deleted files leave empty. `parts` has the commits that `changes` sums up, in their order; by default it is
   * one.
   */
  commit(
    changes: readonly TextChange[],
    note: CommitNote,
    parts?: readonly CommitPart[],
  ): Promise<void>;
  /** Notes that this run has written files again, by other means than {@link commit}: it took actions back. */
  rewritten?(files: readonly FileStep[]): void;
  /** Returns the files whose content is not that of the disk, because accepted edits lie on top. Default: none. */
  laidOver?(): readonly string[];
  /** Returns the hash of a file that accepted edits of this run lie on top of; undefined for any other. */
  hashLaidOver?(path: string): string | undefined;
  /** Forgets what is known of files, because another process may have written them. */
  refresh(): void;
}

/** The part of a workspace on which an action is applied. */
export type CommitTarget = Pick<Workspace, "read" | "turns" | "commit" | "ownEditsBetween">;

/** The order of commits: each has its turn, from its reads on, and the next begins when it is released (T17). */
export interface Turns {
  take(): Promise<Turn>;
}

/** The right to commit, until it is released. */
export interface Turn {
  release(): void;
}

/** A change of a file without its texts. */
export type FileStep = Pick<TextChange, "path" | "preHash" | "postHash" | "edits" | "mode">;

/** One of several commits that are written as one. */
export interface CommitPart {
  readonly note: CommitNote;
  readonly changes: readonly FileStep[];
}

/** The action that a commit is made for; kept in the journal. */
export interface CommitNote {
  /** The id of the action. */
  readonly id: string;
  readonly label: string;
  readonly recipe?: string | undefined;
  readonly step?: string | undefined;
  /** The tool that queued it, by its own claim. */
  readonly sourceToolName?: string | undefined;
  /** The reason that its `apply` got. */
  readonly reason: string;
  /** Free-form data of the resolve call. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  /** The names of the checks that have to prove it after the write. */
  readonly checks?: readonly string[] | undefined;
}

/** Thrown when a file differs from its preview. Nothing was written. */
export class StaleFileError extends Error {
  override readonly name = "StaleFileError";
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}
