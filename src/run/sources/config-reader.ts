import { relative } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { SourceFile, SourceOrigin, SourceRole, TrustInUse } from "../../model/source-file.ts";
import { blobIdOf } from "../../shared/blob-id.ts";
import { comparePaths, toPosix } from "../../shared/paths/posix-path.ts";
import { bytesOrRefusal } from "./describe-read.ts";
import { placeOfNamed, type SourcePlace, shownPlace } from "./source-place.ts";
import { refuseSource, type SourceRead, type TreeFiles } from "./tree-files.ts";

/** The text of a file that configures Sluice; `path` names it in messages. Otherwise why it is not read. */
export type SourceText =
  | { readonly text: string; readonly path: string }
  | { readonly diagnostic: Diagnostic; readonly path: string };

/** The places and the trust that files are read with. */
export interface ReaderSetting {
  /** Absolute. */
  readonly root: string;
  /** The folder that paths of the caller start from; absolute. */
  readonly cwd: string;
  /** The folder of the recipes that ship; absolute. */
  readonly shipped: string;
  readonly trust: TrustInUse;
  readonly tree: TreeFiles;
}

/** The one reader of everything that configures a run. It remembers each file that it has read. */
export class ConfigReader {
  readonly trust: TrustInUse;
  /** The files below the root, as far as they are trusted. */
  readonly tree: TreeFiles;
  readonly shipped: string;
  /** Absolute. */
  readonly root: string;
  readonly #cwd: string;
  readonly #sources = new Map<string, SourceFile>();
  /** The files of the recipes that ship and were read, relative to their folder, by the names of their places. */
  readonly shippedFiles = new Map<string, string>();
  /** The names of the files whose text may be shown. */
  readonly #shown = new Set<string>();

  constructor({ root, cwd, shipped, trust, tree }: ReaderSetting) {
    this.root = root;
    this.#cwd = cwd;
    this.shipped = shipped;
    this.trust = trust;
    this.tree = tree;
  }

  /** Returns the place of a path that the caller named, relative to the working directory. */
  placeOf(named: string): SourcePlace {
    return placeOfNamed(named, { cwd: this.#cwd, root: this.root });
  }

  /** Reads the text of a file of at most `maxBytes`. */
  async read(
    place: SourcePlace,
    role: SourceRole,
    maxBytes: number = INPUT_LIMITS.configBytes,
  ): Promise<SourceText> {
    const path = shownPlace(place);
    const read = await this.#readBytes(place, path, maxBytes);
    if ("diagnostic" in read) return { ...read, path };
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(read.bytes);
    } catch {
      return { ...refuseSource("file-unreadable", `${path} is not UTF-8.`, { path }), path };
    }
    this.#note(role, this.#originOf(place), read);
    if (place.origin === "tree" && read.isDirect) this.#shown.add(path);
    if (place.origin === "shipped")
      this.shippedFiles.set(path, toPosix(relative(this.shipped, place.file)));
    return { text, path };
  }

  /** True if there is a file that could be read. */
  async isFile(place: SourcePlace): Promise<boolean> {
    if (place.origin === "tree") return (await this.tree.kindOf(place.path)) === "file";
    const read = await readBounded(place.file, 0);
    return read.kind === "bytes" || read.kind === "too-large";
  }

  /** Every file that was read, sorted. */
  get sources(): readonly SourceFile[] {
    return [...this.#sources.entries()]
      .sort(([left], [right]) => comparePaths(left, right))
      .map(([, source]) => source);
  }

  /** Returns the diagnostics without the text of files that were reached through a link or lie outside of the root. */
  withoutForeignText(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    return diagnostics.map((diagnostic) => {
      const { frame, ...rest } = diagnostic;
      const isOwn = diagnostic.path !== undefined && this.#shown.has(diagnostic.path);
      return frame === undefined || isOwn ? diagnostic : rest;
    });
  }

  async #readBytes(place: SourcePlace, path: string, maxBytes: number): Promise<SourceRead> {
    if (place.origin === "tree") return this.tree.read(place.path, maxBytes);
    const read = bytesOrRefusal(await readBounded(place.file, maxBytes), path, maxBytes);
    return "bytes" in read ? { bytes: read.bytes, path, isDirect: true } : read;
  }

  #originOf({ origin }: SourcePlace): SourceOrigin {
    return origin === "tree" ? this.tree.origin : origin;
  }

  #note(
    role: SourceRole,
    origin: SourceOrigin,
    { path, bytes }: { path: string; bytes: Uint8Array },
  ): void {
    const isSha256 = origin === "base" && this.trust.base?.length === 64;
    const blobId = blobIdOf(bytes, isSha256 ? "sha256" : "sha1");
    this.#sources.set(`${path}\0${role}`, { path, role, origin, blobId });
  }
}
