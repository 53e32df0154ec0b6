import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { writeFiles } from "../apply/write-files.ts";
import { ByteReader, isUnchanged } from "../files/read-bytes.ts";
import { isReachedDirectly, readTextFile } from "../files/read-file.ts";
import { isReserved } from "../files/scope.ts";
import { walkFiles } from "../files/walk-files.ts";
import { ContentKeys } from "../git/content-keys.ts";
import type { FileRead, TextChange, Workspace } from "../model/workspace.ts";
import { comparePaths } from "../shared/posix-path.ts";
import { CommitHistory } from "./commit-history.ts";
import { type GitListing, startGitListing } from "./git-listing.ts";

/** `node_modules` at any depth is never edited, tracked or not (A10). */
const DEPENDENCIES = /(^|\/)node_modules\//;

/** The workspace of a run: accepted edits are written to the disk. */
export function createDiskWorkspace(
  root: string,
  listing: GitListing = startGitListing(root),
): Workspace {
  const history = new CommitHistory();
  const { forget, ...reader } = diskReader(root, listing);
  return {
    ...reader,
    ownEditsBetween: (path, since, now) => history.between(path, since, now),
    async commit(changes) {
      forget(changes.map(({ path }) => path));
      await writeFiles(root, changes);
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
  const { forget, ...reader } = diskReader(root, listing);
  return {
    ...reader,
    read: async (path) => overlay.get(path) ?? reader.read(path),
    readBytes(path) {
      const edited = overlay.get(path);
      if (edited === undefined) return reader.readBytes(path);
      return { kind: "bytes", bytes: Buffer.from(edited.text) };
    },
    ownEditsBetween: (path, since, now) => history.between(path, since, now),
    async commit(changes: readonly TextChange[]) {
      forget(changes.map(({ path }) => path));
      for (const { path, after, postHash } of changes)
        overlay.set(path, { kind: "text", text: after, hash: postHash });
      history.add(changes);
    },
  };
}

/** What both have in common: the disk under the root. The list is made once; a run adds no files. */
function diskReader(root: string, listing: GitListing) {
  let listed: Promise<readonly string[]> | undefined;
  let ignored: Promise<readonly string[]> | undefined;
  let keys = new ContentKeys(undefined);
  const bytes = new ByteReader(root);
  const list = async () => {
    const inGit = await listing.files;
    keys = new ContentKeys(inGit?.contents);
    return tidy(inGit?.paths ?? (await walkFiles(root)));
  };
  const listOnce = () => {
    listed ??= list();
    return listed;
  };
  return {
    listFiles: listOnce,
    listIgnored() {
      ignored ??= listing.ignored.then(tidy);
      return ignored;
    },
    kindOf: (path: string) => kindOf(root, path),
    read: async (path: string) => readTextFile(root, path),
    readBytes: (path: string) => bytes.read(path),
    isUnchanged,
    knownContentKey: (path: string) => keys.known(path),
    contentKey: (path: string, content: Uint8Array) => keys.ofBytes(path, content),
    /** Files that this run writes are no longer what git knows. */
    forget: (paths: readonly string[]) => keys.forget(paths),
  };
}

function tidy(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !DEPENDENCIES.test(path) && !isReserved(path)).sort(comparePaths);
}

async function kindOf(root: string, path: string): ReturnType<Workspace["kindOf"]> {
  try {
    const stats = await lstat(join(root, path));
    if (stats.isSymbolicLink() || !(await isReachedDirectly(root, path))) return "link";
    if (stats.isDirectory()) return "folder";
    return stats.isFile() ? "file" : "other";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // fs rejects with these only.
    // What cannot be looked at is told when it is read.
    return code === "ENOENT" || code === "ENOTDIR" ? "missing" : "other";
  }
}
