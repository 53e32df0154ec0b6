import { MAX_FILE_BYTES } from "../../files/decode-text.ts";
import type { FileRefSources } from "../../files/refs/resolve-file-ref.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { DiagnosticCode } from "../../model/diagnostic-code.ts";
import type { SkipReason } from "../../model/skip-reason.ts";
import type { FolderEntry, LinkTarget, PartRead } from "../../model/workspace.ts";
import type { ConfigReader } from "./config-reader.ts";
import { LoadingStopped } from "./loading-stop.ts";
import { refuseSource, type SourceRead } from "./tree-files.ts";

/** The files that references and attached paths of prompts name: they stand beside the recipe's own words. */
export type References =
  /** They are read like any other file of the run. */
  | { readonly kind: "tree" }
  /** They are not attached. */
  | { readonly kind: "none" }
  | { readonly kind: "base"; readonly files: BaseReferences };

/** Returns the references that the trust of a run allows. */
export function referencesOf(reader: ConfigReader): References {
  switch (reader.trust.mode) {
    case "all":
      return { kind: "tree" };
    case "none":
      return { kind: "none" };
    case "base":
      return { kind: "base", files: new BaseReferences(reader) };
  }
}

/** The files of the base commit, for references. A file is read when its kind is asked, which comes before its text. */
export class BaseReferences {
  readonly #reader: ConfigReader;
  readonly #read = new Map<string, PartRead>();

  constructor(reader: ConfigReader) {
    this.#reader = reader;
  }

  /** True if a file was read and the work tree has another one. */
  differs(path: string): boolean {
    return this.#reader.differs(path);
  }

  async kindOf(path: string): ReturnType<FileRefSources["workspace"]["kindOf"]> {
    const kind = await this.#reader.tree.kindOf(path);
    if (kind === "file") await this.#load(path);
    return kind === "refused" ? "link" : kind;
  }

  /** Links of a commit are not followed. */
  async targetOf(): Promise<LinkTarget> {
    return { kind: "nowhere" };
  }

  /** Git ignores nothing that is in a commit. */
  async listIgnored(): Promise<readonly string[]> {
    return [];
  }

  /** Everything in a commit is tracked. */
  async listUntracked(): Promise<readonly string[]> {
    return [];
  }

  readPart(path: string, start: number, length: number): PartRead {
    const read = this.#read.get(path);
    if (read === undefined) return { kind: "unusable", why: "vanished" };
    return "bytes" in read ? { ...read, bytes: read.bytes.subarray(start, start + length) } : read;
  }

  async *readFolder(path: string): AsyncIterable<FolderEntry> {
    yield* await this.#reader.tree.entries(path);
  }

  /** A signal ends the run, and not with a fault, by the step that asks. */
  async #readBytes(path: string): Promise<SourceRead> {
    try {
      return await this.#reader.readBytes({ origin: "tree", path }, "reference", MAX_FILE_BYTES);
    } catch (error) {
      if (!(error instanceof LoadingStopped)) throw error;
      return refuseSource("base-unavailable", "the run was stopped", { path });
    }
  }

  async #load(path: string): Promise<void> {
    if (this.#read.has(path)) return;
    const read = await this.#readBytes(path);
    this.#read.set(
      path,
      "bytes" in read
        ? { kind: "bytes", bytes: read.bytes, total: read.bytes.length }
        : unusable(read.diagnostic),
    );
  }
}

/** The reasons why a file of a commit, which is there, is not read. */
const REASONS: { readonly [Code in DiagnosticCode]?: SkipReason } = {
  "file-too-large": "too-large",
  "file-unreadable": "not-utf8",
};

function unusable({ code, message }: Diagnostic): PartRead {
  const why = REASONS[code];
  if (why !== undefined) return { kind: "unusable", why };
  return { kind: "unusable", why: "unreadable", detail: message.replace(/\.$/, "") };
}
