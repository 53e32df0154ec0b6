import type { DiskStamp, Workspace } from "../../../model/workspace.ts";
import type { Candidate } from "./find-candidates.ts";
import type { OpsOfFile } from "./ops-of-files.ts";
import { type FileResult, type ReadBytes, readSearchable } from "./read-searchable.ts";
import type { SourceText } from "./search-file.ts";

/** What was read of a file that has to be parsed. */
interface PossibleRead extends ReadBytes {
  /** By what the content is known; absent where nothing is remembered. */
  readonly contentKey?: string;
}

/**
 * A file that has to be parsed. Its text is only kept where it is asked for at once: the texts of all files
 * that wait for their turn would be most of the memory of a search.
 */
export class PossibleFile {
  readonly candidate: Candidate;
  readonly ops: OpsOfFile;
  /** Absent where its text is not the one on the disk. */
  readonly onDisk?: DiskStamp;
  /** In bytes. */
  readonly size: number;
  readonly #workspace: Workspace;
  #bytes: Uint8Array | undefined;
  #contentKey: string | undefined;

  constructor(candidate: Candidate, ops: OpsOfFile, workspace: Workspace, read: PossibleRead) {
    this.candidate = candidate;
    this.ops = ops;
    this.#workspace = workspace;
    this.size = read.bytes.length;
    this.#bytes = read.bytes;
    this.#contentKey = read.contentKey;
    if (read.onDisk !== undefined) this.onDisk = read.onDisk;
  }

  /** To be called before another file is read, where the text is not taken at once: it is read again then. */
  letGo(): void {
    this.#bytes = undefined;
  }

  /** Its text, or what has come in the way since it was read first. */
  take(): SourceText | Extract<FileResult, { kind: "unusable" | "skipped" }> {
    const { path, language, isReadonly } = this.candidate;
    if (this.#bytes === undefined) {
      const again = readSearchable(path, this.#workspace);
      if (again.kind !== "bytes") return again;
      this.#bytes = again.bytes;
      if (this.#contentKey !== undefined)
        this.#contentKey = this.#workspace.contentKey(path, again.bytes);
    }
    const { buffer, byteOffset, length } = this.#bytes;
    this.#bytes = undefined;
    return { path, language, isReadonly, text: Buffer.from(buffer, byteOffset, length).toString() };
  }

  /** Remembers what it came to. What could not be read now may be there the next time. */
  note(look: FileResult): void {
    if (this.#contentKey === undefined || look.kind === "unusable") return;
    if (look.kind === "no-match") this.ops.misses?.add(this.#contentKey);
    else this.ops.looks?.set(fileKeyOf(this.candidate, this.#contentKey), look);
  }
}

/** What a file comes to also depends on its path, which its diff names, and on whether it may be written. */
export function fileKeyOf({ path, isReadonly }: Candidate, contentKey: string): string {
  return `${contentKey} ${isReadonly ? "readonly" : "write"} ${path}`;
}
