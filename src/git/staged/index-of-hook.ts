import { realpathSync } from "node:fs";
import { basename, resolve } from "node:path";
import { findRepository } from "../find-repository.ts";
import type { Environment } from "../git-environment.ts";
import { gitFolderOf } from "../git-folder.ts";

/** The index that a commit is made of. */
export interface HookIndex {
  /** Absolute. */
  readonly file: string;
  /** True for that of `git commit <path>`: git throws it away, and goes on with another one. */
  readonly isPassing: boolean;
}

/**
 * Returns the index that git has named when it started this process as a hook (`GIT_INDEX_FILE`); undefined if it named
 * none, or one of another repository.
 */
export function indexOfHook(root: string, env: Environment, cwd: string): HookIndex | undefined {
  const { GIT_INDEX_FILE: named, GIT_DIR: folder } = env;
  const dotGit = findRepository(root);
  if (named === undefined || named === "" || dotGit === undefined) return undefined;
  const own = real(gitFolderOf(dotGit));
  if (own !== (folder === undefined ? folderAround(cwd) : real(resolve(cwd, folder))))
    return undefined;
  return { file: resolve(cwd, named), isPassing: /^next-index-\d+/.test(basename(named)) };
}

/** Git names no folder to a hook in a main work tree: it starts it there. */
function folderAround(cwd: string): string | undefined {
  const dotGit = findRepository(cwd);
  return dotGit === undefined ? undefined : real(gitFolderOf(dotGit));
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
