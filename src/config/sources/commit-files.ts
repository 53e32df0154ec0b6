import { type CommitEntry, readBlob } from "../../git/commit-files.ts";
import type { RunGit } from "../../git/run-git.ts";
import type { DiagnosticCode } from "../../model/diagnostic-code.ts";
import type { FolderEntry } from "../../model/workspace.ts";
import { messageOf } from "../../shared/message-of.ts";
import { bytesOrRefusal } from "./describe-read.ts";
import { LoadingStopped } from "./loading-stop.ts";
import { sourceNameFault } from "./source-name-fault.ts";
import { refuseSource, type SourceRead, type TreeFiles } from "./tree-files.ts";

/** The folders of a commit that nothing is found in by a pattern, as in the work tree. */
const LEFT_OUT = /(^|\/)(node_modules|\.sluice)\//;

/** A commit in messages. */
interface CommitWords {
  readonly origin: TreeFiles["origin"];
  readonly name: string;
  readonly hintIfMissing?: string;
  readonly ifUnreadable: {
    readonly code: DiagnosticCode;
    readonly hintOf: () => string | Promise<string>;
  };
  /** Returns the name of a file in messages. */
  readonly pathOf: (path: string) => string;
}

/** Everything in a commit, and git for the contents. */
interface CommitContent {
  readonly git: RunGit;
  readonly entries: ReadonlyMap<string, CommitEntry>;
}

/** The files of a commit. No link is followed. */
export class CommitFiles implements TreeFiles {
  readonly #git: RunGit;
  readonly #entries: ReadonlyMap<string, CommitEntry>;
  readonly #words: CommitWords;
  #folders: ReadonlySet<string> | undefined;

  constructor({ git, entries }: CommitContent, words: CommitWords) {
    this.#git = git;
    this.#entries = entries;
    this.#words = words;
  }

  get origin(): TreeFiles["origin"] {
    return this.#words.origin;
  }

  async read(path: string, maxBytes: number): Promise<SourceRead> {
    const { name, hintIfMissing: hint, pathOf } = this.#words;
    const named = pathOf(path);
    const refuse = (code: DiagnosticCode, message: string, advice?: string) =>
      refuseSource(code, message, { path: named, hint: advice });
    const fault = sourceNameFault(path);
    if (fault !== undefined) return refuse("path-out-of-root", `${path} ${fault}.`);
    const entries = this.#entries;
    if (isBehindLink(path, entries)) {
      const message = `${path} is a link in ${name}, or behind one; links are not followed there.`;
      return refuse("path-out-of-root", message);
    }
    const entry = entries.get(path);
    if (entry?.kind === "file") return this.#readFile(path, entry, maxBytes);
    if (this.#isFolder(path) || entry !== undefined)
      return refuse("file-unreadable", `${path} is not a file in ${name}.`);
    return refuse("file-not-found", `There is no file ${path} in ${name}.`, hint);
  }

  async #readFile(path: string, { id }: CommitEntry, maxBytes: number): Promise<SourceRead> {
    const { name, ifUnreadable, pathOf } = this.#words;
    const named = pathOf(path);
    try {
      const blob = await readBlob(this.#git, id, maxBytes);
      if (blob.kind === "binary")
        return refuseSource("file-unreadable", `${path} is not UTF-8 in ${name}.`, { path: named });
      if (blob.kind === "damaged") throw new Error(`its bytes do not have the id ${id}`);
      const read = bytesOrRefusal(blob, named, maxBytes);
      return "bytes" in read ? { bytes: read.bytes, path: named, isDirect: true } : read;
    } catch (error) {
      if (error instanceof LoadingStopped) throw error;
      const message = `git cannot read ${path} in ${name}: ${messageOf(error).trim()}`;
      const { code, hintOf } = ifUnreadable;
      return refuseSource(code, message, { path: named, hint: await hintOf() });
    }
  }

  async kindOf(path: string): ReturnType<TreeFiles["kindOf"]> {
    if (sourceNameFault(path) !== undefined) return "refused";
    const entries = this.#entries;
    if (isBehindLink(path, entries)) return "refused";
    const entry = entries.get(path);
    if (entry !== undefined) return entry.kind === "file" ? "file" : "refused";
    return this.#isFolder(path) ? "folder" : "missing";
  }

  async entries(folder: string): Promise<readonly FolderEntry[]> {
    const found = new Map<string, FolderEntry>();
    for (const [path, entry] of this.#below(folder)) {
      const [name = "", ...rest] = path.split("/");
      const kind = entry.kind === "submodule" ? "other" : entry.kind;
      found.set(name, { name, kind: rest.length > 0 ? "folder" : kind });
    }
    return [...found.values()];
  }

  async walk(folder: string): Promise<readonly string[]> {
    return this.#below(folder)
      .filter(([path, { kind }]) => kind === "file" && !LEFT_OUT.test(path))
      .map(([path]) => path);
  }

  #isFolder(path: string): boolean {
    this.#folders ??= foldersOf(this.#entries.keys());
    return this.#folders.has(path);
  }

  /** Returns the files of a folder, with paths relative to it. */
  #below(folder: string): readonly (readonly [string, CommitEntry])[] {
    if (sourceNameFault(folder) !== undefined) return [];
    const prefix = folder === "" ? "" : `${folder}/`;
    return [...this.#entries]
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, entry]) => [path.slice(prefix.length), entry] as const);
  }
}

/** True if a path, or a folder on the way to it, is a link. */
function isBehindLink(path: string, entries: ReadonlyMap<string, CommitEntry>): boolean {
  const names = path.split("/");
  return names.some((_name, at) => entries.get(names.slice(0, at + 1).join("/"))?.kind === "link");
}

/** Returns the folders of paths, and "". */
function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set([""]);
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}
