import type { TextEdit } from "./edit.ts";
import type { SkipReason } from "./skip-reason.ts";

/** What reading one file came to. */
export type FileRead =
  /** `hash` is the sha256 of the bytes, hex. A BOM is the first character of the text. */
  | { readonly kind: "text"; readonly text: string; readonly hash: string }
  | { readonly kind: "unusable"; readonly why: SkipReason; readonly detail?: string };

/** The state of a file on the disk: as long as it is the same, so are the bytes. Absent for an overlay. */
export interface DiskStamp {
  /** Absolute. */
  readonly path: string;
  readonly size: number;
  /** When anything about the file last changed; milliseconds since 1970, with fractions. */
  readonly changedAt: number;
}

/** What reading the bytes of one file came to. */
export type ByteRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly onDisk?: DiskStamp }
  | Extract<FileRead, { readonly kind: "unusable" }>;

/** A part of a file's bytes; `total` is how many it has in all. Shorter than asked for at its end. */
export type PartRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly total: number }
  | Extract<FileRead, { readonly kind: "unusable" }>;

/** One thing in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** Where a link leads to in the end. */
export type LinkTarget =
  /** Relative to the root. */
  | { readonly kind: "inside"; readonly path: string }
  | { readonly kind: "outside" }
  /** To nothing that exists. */
  | { readonly kind: "nowhere" };

/** A file's text before and after; what `commit` writes. */
export interface TextChange {
  readonly path: string;
  /** sha256 of the bytes that must be there; null where no file may be there. */
  readonly preHash: string | null;
  /** sha256 of the bytes of `after`. */
  readonly postHash: string;
  /** Empty for a new file. */
  readonly before: string;
  readonly after: string;
  /** What makes `after` of `before`. */
  readonly edits: readonly TextEdit[];
}

/**
 * The files under the root with this run's accepted edits on top. In a run the edits are on the
 * disk; in a preview they are on an overlay. Paths are relative to the root, with `/`.
 */
export interface Workspace {
  /** Every file that is neither ignored nor in `node_modules`, `.git` or `.sluice`; sorted. */
  listFiles(): Promise<readonly string[]>;
  /** What git ignores; a folder that is ignored as a whole as one entry, `dist/`. Empty outside of git. */
  listIgnored(): Promise<readonly string[]>;
  /** What stands at a path that a person named; `link` also where a folder on the way is one. */
  kindOf(path: string): Promise<"file" | "folder" | "link" | "missing" | "other">;
  /** Where a path of the kind `link` leads to. */
  targetOf(path: string): Promise<LinkTarget>;
  read(path: string): Promise<FileRead>;
  /** What {@link read} would decode, for a look at many files. The bytes are there until the next call. */
  readBytes(path: string): ByteRead;
  /** At most `length` bytes from byte `start` on: costs what it answers, however large the file is. */
  readPart(path: string, start: number, length: number): PartRead;
  /**
   * What lies in a folder, "" for the root: in no order, hidden and ignored things too, and piece by piece,
   * however many there are. Throws the disk's error.
   */
  readFolder(path: string): AsyncIterable<FolderEntry>;
  /** Whether a file on the disk is as it was when its bytes were read. */
  isUnchanged(stamp: DiskStamp): boolean;
  /** The key of the content that {@link readBytes} would answer, where nobody has to read it for that. */
  knownContentKey(path: string): string | undefined;
  /** The key of bytes that were read from a file: no other bytes have it, in this run and in others. */
  contentKey(path: string, bytes: Uint8Array): string;
  /**
   * The edits that this run itself made to a file since its content had the hash `since`, one list
   * for each commit, up to the content with the hash `now`. Undefined where somebody else had a part.
   */
  ownEditsBetween(
    path: string,
    since: string,
    now: string,
  ): readonly (readonly TextEdit[])[] | undefined;
  /**
   * Makes all changes or none (A19). Throws a `StaleFileError` before the first write where a file
   * is no longer what `preHash` says, or where something stands in the place of a new one. Folders
   * that a new file needs are made.
   */
  commit(changes: readonly TextChange[], note: CommitNote): Promise<void>;
  /** Files may have been written by somebody else: what is known of them is found out anew. */
  refresh(): void;
}

/** The action that a commit is made for; kept in the journal. */
export interface CommitNote {
  /** Of the action. */
  readonly id: string;
  readonly label: string;
  readonly recipe?: string | undefined;
  readonly step?: string | undefined;
  /** Of the decision. */
  readonly reason: string;
}

/** A file is not what was previewed. Nothing was written. */
export class StaleFileError extends Error {
  override readonly name = "StaleFileError";
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}
