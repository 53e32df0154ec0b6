import { type CommitEntry, listCommit, readBlob } from "../../git/commit-files.ts";
import type { RunGit } from "../../git/run-git.ts";
import type { FolderEntry } from "../../model/workspace.ts";
import { messageOf } from "../../shared/message-of.ts";
import { bytesOrRefusal } from "./describe-read.ts";
import { LoadingStopped } from "./loading-stop.ts";
import { wholeFetchOf } from "./resolve-trust.ts";
import { sourceNameFault } from "./source-name-fault.ts";
import { refuseSource, type SourceRead, type TreeFiles } from "./tree-files.ts";

/** The folders of a commit that nothing is found in by a pattern, as in the work tree. */
const LEFT_OUT = /(^|\/)(node_modules|\.sluice)\//;

/** The files of the base commit below the root, read by git and never from the work tree. No link is followed. */
export class BaseFiles implements TreeFiles {
  readonly origin = "base";
  readonly #git: RunGit;
  readonly #commit: string;
  readonly #entries: ReadonlyMap<string, CommitEntry>;
  #folders: ReadonlySet<string> | undefined;

  private constructor(git: RunGit, commit: string, entries: ReadonlyMap<string, CommitEntry>) {
    this.#git = git;
    this.#commit = commit;
    this.#entries = entries;
  }

  /** Lists the commit; `git` runs in the root. Rejects if git cannot list it, as in a clone that has only a part. */
  static async open(git: RunGit, commit: string): Promise<BaseFiles> {
    return new BaseFiles(git, commit, await listCommit(git, commit));
  }

  async read(path: string, maxBytes: number): Promise<SourceRead> {
    const fault = sourceNameFault(path);
    if (fault !== undefined) return refuseSource("path-out-of-root", `${path} ${fault}.`, { path });
    const base = `the base commit ${this.#commit.slice(0, 7)}`;
    const entries = this.#entries;
    if (isBehindLink(path, entries)) {
      const message = `${path} is a link in ${base}, or behind one; links are not followed there.`;
      return refuseSource("path-out-of-root", message, { path });
    }
    const entry = entries.get(path);
    if (entry?.kind === "file") return this.#readFile(path, entry, { maxBytes, base });
    if (this.#isFolder(path) || entry !== undefined)
      return refuseSource("file-unreadable", `${path} is not a file in ${base}.`, { path });
    const hint = "`--trust all` reads the work tree instead.";
    return refuseSource("file-not-found", `There is no file ${path} in ${base}.`, { path, hint });
  }

  async #readFile(
    path: string,
    { id }: CommitEntry,
    { maxBytes, base }: { readonly maxBytes: number; readonly base: string },
  ): Promise<SourceRead> {
    try {
      const blob = await readBlob(this.#git, id, maxBytes);
      if (blob.kind === "binary")
        return refuseSource("file-unreadable", `${path} is not UTF-8 in ${base}.`, { path });
      const read = bytesOrRefusal(blob, path, maxBytes);
      return "bytes" in read ? { bytes: read.bytes, path, isDirect: true } : read;
    } catch (error) {
      if (error instanceof LoadingStopped) throw error;
      const message = `git cannot read ${path} in ${base}: ${messageOf(error).trim()}`;
      return refuseSource("base-unavailable", message, { path, hint: wholeFetchOf(this.#commit) });
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
