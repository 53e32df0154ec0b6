import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { writeFiles } from "../apply/write-files.ts";
import { readTextFile, staysInside } from "../files/read-file.ts";
import { isReserved } from "../files/scope.ts";
import { walkFiles } from "../files/walk-files.ts";
import { listGitFiles } from "../git/list-files.ts";
import type { FileRead, TextChange, Workspace } from "../model/workspace.ts";
import { comparePaths } from "../shared/posix-path.ts";
import { sha256 } from "../shared/sha256.ts";
import { CommitHistory } from "./commit-history.ts";

/** `node_modules` at any depth is never edited, tracked or not (A10). */
const DEPENDENCIES = /(^|\/)node_modules\//;

/** The workspace of a run: accepted edits are written to the disk. */
export function createDiskWorkspace(root: string): Workspace {
  const history = new CommitHistory();
  return {
    ...diskReader(root),
    read: (path) => readTextFile(root, path),
    ownEditsBetween: (path, since, now) => history.between(path, since, now),
    async commit(changes) {
      await writeFiles(root, changes);
      history.add(changes);
    },
  };
}

/** The workspace of a preview: accepted edits lie on top of the disk, which is never written. */
export function createOverlayWorkspace(root: string): Workspace {
  const overlay = new Map<string, Extract<FileRead, { kind: "text" }>>();
  const history = new CommitHistory();
  return {
    ...diskReader(root),
    read: async (path) => overlay.get(path) ?? readTextFile(root, path),
    ownEditsBetween: (path, since, now) => history.between(path, since, now),
    async commit(changes: readonly TextChange[]) {
      for (const { path, after } of changes)
        overlay.set(path, { kind: "text", text: after, hash: sha256(after) });
      history.add(changes);
    },
  };
}

/** What both have in common: the names under the root. The list is made once; a run adds no files. */
function diskReader(root: string): Pick<Workspace, "listFiles" | "kindOf"> {
  let listed: Promise<readonly string[]> | undefined;
  return {
    listFiles() {
      listed ??= listFiles(root);
      return listed;
    },
    kindOf: (path) => kindOf(root, path),
  };
}

async function listFiles(root: string): Promise<readonly string[]> {
  const files = (await listGitFiles(root)) ?? (await walkFiles(root));
  return files.filter((path) => !DEPENDENCIES.test(path) && !isReserved(path)).sort(comparePaths);
}

async function kindOf(root: string, path: string): ReturnType<Workspace["kindOf"]> {
  const absolute = join(root, path);
  try {
    const stats = await lstat(absolute);
    if (stats.isDirectory()) return (await staysInside(root, absolute)) ? "folder" : "missing";
    return stats.isFile() ? "file" : "other";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // fs rejects with these only.
    // What cannot be looked at is told when it is read.
    return code === "ENOENT" || code === "ENOTDIR" ? "missing" : "other";
  }
}
