// Longer than 200 lines because every way to read notes what was read.
import { realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { SourceFile, SourceOrigin, SourceRole, TrustInUse } from "../../model/source-file.ts";
import type { GivenObjects } from "../../request/given-objects.ts";
import { blobIdOf } from "../../shared/blob-id.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { comparePaths, toPosix } from "../../shared/paths/posix-path.ts";
import { findAround } from "./around-root.ts";
import { bytesOrRefusal } from "./describe-read.ts";
import type { OpenCommits } from "./git/open-commits.ts";
import { ignoredNote } from "./ignored-note.ts";
import type { LoadingStop } from "./loading-stop.ts";
import type { ReaderSetting } from "./reader-setting.ts";
import { placeOfNamed, type SourcePlace, shownPlace } from "./source-place.ts";
import { refuseSource, type SourceRead, type TreeFiles } from "./tree-files.ts";

/** The text of a file that configures Sluice; `path` names it in messages. Otherwise why it is not read. */
export type SourceText =
  | { readonly text: string; readonly path: string }
  | { readonly diagnostic: Diagnostic; readonly path: string };

/** The files that the rules of a recipe lie in. */
export interface RecipeHome {
  readonly files: TreeFiles;
  readonly placeOf: (path: string) => SourcePlace;
}

/** Opens a reader of a folder, given by its absolute path; undefined if git cannot list the base there. */
type OpenReader = (root: string) => Promise<ConfigReader | undefined>;

const AROUND_HINT =
  "Name the top of the repository with --root, or keep the file outside of the repository and of the workspace.";

/** The one reader of everything that configures a run. It remembers each file that it has read. */
export class ConfigReader {
  readonly trust: TrustInUse;
  /** The files below the root, as far as they are trusted. */
  readonly tree: TreeFiles;
  readonly shipped: string;
  /** Absolute. */
  readonly root: string;
  readonly objects: GivenObjects;
  /** The folders `node_modules` that the caller named for packages; absolute. */
  readonly packages: readonly string[];
  /** The commits of other repositories that recipes are read from. */
  readonly commits: OpenCommits;
  readonly #notes = new Map<string, Diagnostic>();
  readonly #sources = new Map<string, SourceFile>();
  /** The files of the recipes that ship and were read, relative to their folder, by the names of their places. */
  readonly shippedFiles = new Map<string, string>();
  /** The bytes of the policies that were read, by their names. */
  readonly policyBytes = new Map<string, Uint8Array>();
  /** The names of the files whose text may be shown. */
  readonly #shown = new Set<string>();
  /** The end of the loading by a signal. */
  readonly loading: LoadingStop;
  readonly #setting: ReaderSetting;
  readonly #atTop: OpenReader | undefined;

  /** `atTop` opens a reader of the folder in which the repository begins. */
  constructor(setting: ReaderSetting, atTop?: OpenReader) {
    this.#setting = setting;
    this.#atTop = atTop;
    this.root = setting.root;
    this.shipped = setting.shipped;
    this.trust = setting.trust;
    this.tree = setting.tree;
    this.loading = setting.loading;
    this.packages = setting.packages;
    this.commits = setting.commits;
    this.objects = setting.objects ?? new Map();
  }

  /** Returns the place of a path that the caller named, relative to the working directory. */
  placeOf(named: string): SourcePlace {
    if (this.objects.has(named)) return { origin: "object", name: named };
    return placeOfNamed(named, { cwd: this.#setting.cwd, root: this.root });
  }

  /** Reads the text of a file of at most `maxBytes`. */
  async read(
    place: SourcePlace,
    role: SourceRole,
    maxBytes: number = INPUT_LIMITS.configBytes,
  ): Promise<SourceText> {
    await this.loading.pause();
    const path = shownPlace(place);
    const read = await this.readBytes(place, role, maxBytes);
    if ("diagnostic" in read) return { ...read, path };
    try {
      return { text: new TextDecoder("utf-8", { fatal: true }).decode(read.bytes), path };
    } catch {
      return { ...refuseSource("file-unreadable", `${path} is not UTF-8.`, { path }), path };
    }
  }

  /** Reads the bytes of a file of at most `maxBytes`. */
  async readBytes(place: SourcePlace, role: SourceRole, maxBytes: number): Promise<SourceRead> {
    const path = shownPlace(place);
    const read = await this.#readBytes(place, path, maxBytes);
    if ("diagnostic" in read) return read;
    this.#note(role, place, read);
    if ((place.origin === "tree" && read.isDirect) || place.origin === "object")
      this.#shown.add(path);
    if (place.origin === "tree" && this.tree.origin === "base")
      await this.#compare(place.path, read.bytes, maxBytes);
    if (place.origin === "shipped")
      this.shippedFiles.set(path, toPosix(relative(this.shipped, place.file)));
    return read;
  }

  /** True if a file was read from the base, and the work tree has another one. */
  differs(path: string): boolean {
    return this.#notes.has(path);
  }

  /**
   * Reads a file of the tree that a run uses only if it is there: returns undefined if it is missing, and if nothing of
   * the tree is trusted. A file of the work tree that is left out is noted.
   */
  async readOptional(
    path: string,
    role: SourceRole,
    maxBytes?: number,
  ): Promise<SourceText | undefined> {
    const place = { origin: "tree", path } as const;
    const read = this.trust.mode === "none" ? undefined : await this.read(place, role, maxBytes);
    if (read !== undefined && !("diagnostic" in read && read.diagnostic.code === "file-not-found"))
      return read;
    if (this.trust.mode !== "all" && (await this.#setting.workTree.kindOf(path)) !== "missing")
      this.#noteIgnored(path, "is not used");
    return undefined;
  }

  /**
   * Returns what `read` makes of a reader of the repository's top folder, which is `up` folders above the root. What it
   * reads counts as read by this one. Undefined if git cannot list the base there.
   */
  async readAtTop<Result>(
    up: number,
    read: (reader: ConfigReader) => Promise<Result>,
  ): Promise<Result | undefined> {
    const above = "../".repeat(up);
    const top = await this.#atTop?.(resolve(realpathSync(this.root), above));
    if (top === undefined) return undefined;
    const result = await read(top);
    for (const { path, ...source } of top.sources)
      this.#sources.set(`${above}${path}\0${source.role}`, { path: above + path, ...source });
    for (const [path, bytes] of top.policyBytes) this.policyBytes.set(above + path, bytes);
    for (const note of top.notes)
      this.#notes.set(above + note.path, { ...note, path: above + note.path });
    return result;
  }

  /** Returns the files beside a recipe that its rules lie in: those of its commit, and otherwise the tree. */
  homeOf(recipe: SourcePlace): RecipeHome {
    if (recipe.origin !== "git")
      return { files: this.tree, placeOf: (path) => ({ origin: "tree", path }) };
    return { files: this.commits.filesOf(recipe), placeOf: (path) => ({ ...recipe, path }) };
  }

  /** Returns the kind of thing at a place. */
  async kindOf(place: SourcePlace): ReturnType<TreeFiles["kindOf"]> {
    if (place.origin === "tree") return this.tree.kindOf(place.path);
    if (place.origin === "git") return this.commits.filesOf(place).kindOf(place.path);
    if (place.origin === "object") return "file";
    const { kind } = await readBounded(place.file, 0);
    if (kind === "missing") return "missing";
    return kind === "bytes" || kind === "too-large" ? "file" : "refused";
  }

  /** True if there is a file that could be read. */
  async isFile(place: SourcePlace): Promise<boolean> {
    return (await this.kindOf(place)) === "file";
  }
  /** Warnings about files of the work tree that would configure the run, and do not; sorted. */
  get notes(): readonly Diagnostic[] {
    return inOrder(this.#notes);
  }

  /** Every file that was read, sorted. */
  get sources(): readonly SourceFile[] {
    return inOrder(this.#sources);
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
    if (place.origin === "git") return this.commits.filesOf(place).read(place.path, maxBytes);
    if (place.origin === "object") {
      const given = this.objects.get(place.name);
      const bytes = Buffer.from(typeof given === "string" ? given : canonicalJson(given));
      return { bytes, path, isDirect: true };
    }
    if (place.origin === "caller" && this.trust.mode !== "all" && this.#isAround(place.file))
      return this.#readAround(place.file, maxBytes);
    const read = bytesOrRefusal(await readBounded(place.file, maxBytes), path, maxBytes);
    return "bytes" in read ? { bytes: read.bytes, path, isDirect: true } : read;
  }

  #isAround(file: string): boolean {
    return findAround(file, this.#setting) !== undefined;
  }

  /** Reads a file around the root from the base commit, as far as that has it. */
  async #readAround(file: string, maxBytes: number): Promise<SourceRead> {
    const path = toPosix(file);
    const place = findAround(file, this.#setting)?.inRepository;
    const top =
      place !== undefined && this.trust.mode === "base"
        ? await this.#atTop?.(place.top)
        : undefined;
    if (place === undefined || top === undefined) {
      const message = `${path} comes with the tree around the root, which \`--trust ${this.trust.mode}\` does not trust.`;
      return refuseSource("not-trusted", message, { path, hint: AROUND_HINT });
    }
    const read = await top.readBytes({ origin: "tree", path: place.path }, "policy", maxBytes);
    for (const { message, ...note } of top.notes)
      this.#notes.set(path, { ...note, message: message.replace(note.path ?? "", path), path });
    return "bytes" in read ? { ...read, path } : read;
  }

  /** Notes a file of the work tree that differs from the one of the base. */
  async #compare(path: string, bytes: Uint8Array, maxBytes: number): Promise<void> {
    const own = await this.#setting.workTree.read(path, maxBytes);
    if (!("bytes" in own)) this.#noteIgnored(path, "is missing, or cannot be read");
    else if (Buffer.compare(own.bytes, bytes) !== 0) this.#noteIgnored(path, "differs");
  }

  #noteIgnored(path: string, state: string): void {
    this.#notes.set(path, ignoredNote(path, state, this.trust));
  }

  #originOf(place: SourcePlace): SourceOrigin {
    if (place.origin === "object") return "caller";
    const isOfTree =
      place.origin === "tree" || (place.origin === "caller" && this.#isAround(place.file));
    return isOfTree ? this.tree.origin : place.origin;
  }

  #note(
    role: SourceRole,
    place: SourcePlace,
    { path, bytes }: { path: string; bytes: Uint8Array },
  ): void {
    const origin = this.#originOf(place);
    const commit = place.origin === "git" ? place.commit : origin === "base" && this.trust.base;
    const isSha256 = commit && commit.length === 64;
    const blobId = blobIdOf(bytes, isSha256 ? "sha256" : "sha1");
    this.#sources.set(`${path}\0${role}`, { path, role, origin, blobId });
    if (role === "policy") this.policyBytes.set(path, bytes);
  }
}

function inOrder<Value>(byPath: ReadonlyMap<string, Value>): readonly Value[] {
  const sorted = [...byPath].sort(([left], [right]) => comparePaths(left, right));
  return sorted.map(([, value]) => value);
}
