import { kindOf, targetOf } from "../../files/disk-paths.ts";
import { ByteReader, isUnchanged } from "../../files/read-bytes.ts";
import { readTextFile } from "../../files/read-file.ts";
import { readFolder } from "../../files/read-folder.ts";
import { walkFiles } from "../../files/walk-files.ts";
import { findWayTo } from "../../files/way-to.ts";
import { ContentKeys } from "../../git/content-keys.ts";
import {
  type FileRead,
  StaleFileError,
  type TextChange,
  type Workspace,
} from "../../model/workspace.ts";
import type { GitListing } from "../request/git-listing.ts";
import { CommitHistory } from "./commit-history.ts";
import { startGitListing } from "./git-listing.ts";
import { NewFiles, tidyPaths } from "./new-files.ts";

/** The workspace of a run: `write` puts accepted edits on the disk, all of a commit or none. */
export function createDiskWorkspace(
  root: string,
  write: Workspace["commit"],
  listing: GitListing = startGitListing(root),
): Workspace {
  const history = new CommitHistory();
  const { forget, made, ...reader } = diskReader(root, listing);
  return {
    ...reader,
    ownEditsBetween: (path, since, now) => history.between(path, since, now),
    refresh() {
      made.clear();
      reader.refresh();
    },
    async commit(changes, note) {
      forget(changes.map(({ path }) => path));
      await write(changes, note);
      made.add(changes);
      history.add(changes);
    },
  };
}

/** The workspace of a preview: accepted edits lie on top of the disk, which is never written. */
export function createOverlayWorkspace(
  root: string,
  listing: GitListing = startGitListing(root),
): Workspace {
  const overlay = new Map<string, Extract<FileRead, { kind: "text" }>>();
  const history = new CommitHistory();
  const { forget, made, ...reader } = diskReader(root, listing);
  const kindOf = async (path: string) => {
    if (overlay.has(path)) return "file";
    return made.hasFolder(path) ? "folder" : reader.kindOf(path);
  };
  /** Refuses what a commit to the disk would refuse. */
  const refuseTaken = async (path: string) => {
    if ((await kindOf(path)) !== "missing")
      throw new StaleFileError(path, `${path} exists by now.`);
    const inOverlay = parentsOf(path).some((folder) => overlay.has(folder));
    if (inOverlay || (await findWayTo(root, path)) !== "free")
      throw new StaleFileError(path, `A folder that ${path} would be in is no folder.`);
  };
  return {
    ...reader,
    kindOf,
    read: async (path) => overlay.get(path) ?? reader.read(path),
    readBytes(path) {
      const edited = overlay.get(path);
      if (edited === undefined) return reader.readBytes(path);
      return { kind: "bytes", bytes: Buffer.from(edited.text) };
    },
    readPart(path, start, length) {
      const edited = overlay.get(path);
      if (edited === undefined) return reader.readPart(path, start, length);
      const bytes = Buffer.from(edited.text);
      return { kind: "bytes", bytes: bytes.subarray(start, start + length), total: bytes.length };
    },
    async *readFolder(path) {
      const fresh = made.entriesIn(path);
      yield* fresh.values();
      if (fresh.size > 0 && (await reader.kindOf(path)) === "missing") return;
      for await (const entry of reader.readFolder(path)) if (!fresh.has(entry.name)) yield entry;
    },
    ownEditsBetween: (path, since, now) => history.between(path, since, now),
    async commit(changes: readonly TextChange[]) {
      for (const { path, preHash } of changes) if (preHash === null) await refuseTaken(path);
      forget(changes.map(({ path }) => path));
      for (const { path, after, postHash } of changes)
        overlay.set(path, { kind: "text", text: after, hash: postHash });
      made.add(changes);
      history.add(changes);
    },
  };
}

/**
 * The common part of both: the disk under the root. The list of files is made once; new files of the run are added to
 * it.
 */
function diskReader(root: string, firstListing: GitListing) {
  let listing: GitListing | undefined = firstListing;
  const ask = () => {
    listing ??= firstListing.again();
    return listing;
  };
  let listed: Promise<readonly string[]> | undefined;
  let ignored: Promise<readonly string[]> | undefined;
  let keys = new ContentKeys(undefined);
  const changed = new Set<string>();
  const made = new NewFiles();
  let bytes = new ByteReader(root);
  const list = async () => {
    const inGit = await ask().files;
    keys = new ContentKeys(inGit?.contents);
    keys.forget(changed); // A file may be written before the first list.
    return tidyPaths(inGit?.paths ?? (await walkFiles(root)));
  };
  const listOnce = () => {
    listed ??= list();
    return listed;
  };
  const listIgnored = () => {
    ignored ??= ask().ignored.then(tidyPaths);
    return ignored;
  };
  return {
    made,
    async listFiles() {
      const files = await listOnce();
      return made.isEmpty ? files : made.addTo(files, await listIgnored());
    },
    listIgnored,
    kindOf: (path: string) => kindOf(root, path),
    targetOf: (path: string) => targetOf(root, path),
    read: async (path: string) => readTextFile(root, path),
    readBytes: (path: string) => bytes.read(path),
    readPart: (path: string, start: number, length: number) => bytes.readPart(path, start, length),
    readFolder: (path: string) => readFolder(root, path),
    isUnchanged,
    knownContentKey: (path: string) => keys.known(path),
    contentKey: (path: string, content: Uint8Array) => keys.ofBytes(path, content),
    refresh() {
      listing = undefined; // Git is asked again at the next question.
      listed = undefined;
      ignored = undefined;
      keys = new ContentKeys(undefined);
      bytes = new ByteReader(root);
    },
    /** Forgets what git knows of files that this run writes. */
    forget(paths: readonly string[]) {
      for (const path of paths) changed.add(path);
      keys.forget(paths);
    },
  };
}

/** `a/b/c.ts` → `a`, `a/b`. */
function parentsOf(path: string): readonly string[] {
  const names = path.split("/");
  return names.slice(1).map((_name, index) => names.slice(0, index + 1).join("/"));
}
