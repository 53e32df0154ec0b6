import { findTextFault } from "../../../files/decode-text.ts";
import type { ByteRead, DiskStamp, Workspace } from "../../../model/workspace.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { sha256 } from "../../../shared/sha256.ts";
import type {
  Candidate,
  FileOutcome,
  FileSkip,
  OpsOfFile,
  PossibleFile,
  SourceText,
  Unsearchable,
} from "./search-shapes.ts";

/** The bytes of a text to search. */
interface ReadBytes {
  /** Valid until the next file is read. */
  readonly bytes: Uint8Array;
  /** Undefined if they are not the ones on the disk. */
  readonly onDisk?: DiskStamp | undefined;
}

/** Reads a file for a search: returns its bytes if they are a text to search, or else the reason. */
export function readSearchable(
  path: string,
  workspace: Pick<Workspace, "readBytes">,
): ({ readonly kind: "bytes" } & ReadBytes) | FileSkip {
  return asSearchable(workspace.readBytes(path));
}

/** Returns bytes that were read if they are a text to search, or else the reason. */
export function asSearchable(read: ByteRead): ({ readonly kind: "bytes" } & ReadBytes) | FileSkip {
  if (read.kind === "unusable") return unsearchable(read);
  const fault = findTextFault(read.bytes);
  if (fault !== undefined) return unsearchable(fault);
  return read.bytes.length === 0 ? { kind: "skipped", why: "empty" } : read;
}

/** Reads the text of a file for a search, or returns the reason why it cannot be searched. */
export function readSource(
  candidate: Candidate,
  workspace: Pick<Workspace, "readBytes">,
): SourceText | FileSkip {
  const read = readSearchable(candidate.path, workspace);
  return read.kind === "bytes" ? sourceOf(candidate, read.bytes) : read;
}

function sourceOf(
  { path, language, isReadonly, lines }: Candidate,
  bytes: Uint8Array,
): SourceText | FileSkip {
  if (lines !== undefined && lines.hash !== sha256(bytes))
    return unsearchable({ why: "unreadable", detail: MEANWHILE });
  const { buffer, byteOffset, length } = bytes;
  const text = Buffer.from(buffer, byteOffset, length).toString();
  return { path, language, isReadonly, text, places: lines?.places };
}

const MEANWHILE = "it was changed while its changed lines were looked up";

function unsearchable({ why, detail }: Unsearchable["skipped"]): Unsearchable {
  return { kind: "unusable", skipped: { why, ...definedOnly({ detail }) } };
}

/**
 * Returns the key of the outcome of a file: its diff names its path, and it differs if the file may not be written, and
 * with the lines that count.
 */
export function fileKeyOf({ path, isReadonly, lines }: Candidate, contentKey: string): string {
  const which = lines === undefined ? "" : ` ${sha256(JSON.stringify(lines))}`;
  return `${contentKey} ${isReadonly ? "readonly" : "write"}${which} ${path}`;
}

/** A file that was read, and the key of its content, which is undefined if nothing is remembered. */
interface PossibleRead extends ReadBytes {
  readonly contentKey: string | undefined;
}

/**
 * A file that was read once, and is read again if its text was dropped: the texts of all files that wait for their
 * turn would be most of the memory of a search.
 */
export class SearchableFile implements PossibleFile {
  readonly candidate: Candidate;
  readonly ops: OpsOfFile;
  readonly onDisk: DiskStamp | undefined;
  readonly size: number;
  readonly #workspace: Workspace;
  #bytes: Uint8Array | undefined;
  #contentKey: string | undefined;

  constructor(candidate: Candidate, ops: OpsOfFile, workspace: Workspace, read: PossibleRead) {
    this.candidate = candidate;
    this.ops = ops;
    this.onDisk = read.onDisk;
    this.size = read.bytes.length;
    this.#workspace = workspace;
    this.#bytes = read.bytes;
    this.#contentKey = read.contentKey;
  }

  letGo(): void {
    this.#bytes = undefined;
  }

  keep(): void {
    this.#bytes = this.#bytes && new Uint8Array(this.#bytes);
  }

  take(): SourceText | FileSkip {
    const { path } = this.candidate;
    if (this.#bytes === undefined) {
      const again = readSearchable(path, this.#workspace);
      if (again.kind !== "bytes") return again;
      this.#bytes = again.bytes;
      if (this.#contentKey !== undefined)
        this.#contentKey = this.#workspace.contentKey(path, again.bytes);
    }
    const bytes = this.#bytes;
    this.#bytes = undefined;
    return sourceOf(this.candidate, bytes);
  }

  /** Does nothing for `unusable`: the next run may be able to read the file. It may have other bounds, too. */
  remember(outcome: FileOutcome): void {
    if (this.#contentKey === undefined || outcome.kind === "unusable") return;
    if (outcome.kind === "beyond-bounds") return;
    const isMiss = outcome.kind === "no-match" && outcome.leftovers === undefined;
    const isOfContent = isMiss && this.candidate.lines === undefined;
    if (isOfContent) this.ops.misses?.add(this.#contentKey);
    else this.ops.findings?.set(fileKeyOf(this.candidate, this.#contentKey), outcome);
  }
}
