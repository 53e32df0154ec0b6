import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { findRepository } from "../find-repository.ts";
import type { Environment } from "../git-environment.ts";
import { gitFolderOf, isWithin } from "../git-folder.ts";

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
  const { GIT_INDEX_FILE: named } = env;
  const dotGit = findRepository(root);
  if (named === undefined || named === "" || dotGit === undefined) return undefined;
  const file = resolve(placeOfGit(env, cwd), named);
  const own = real(gitFolderOf(dotGit));
  if (own !== folderOfHook(env, cwd) && own !== real(dirname(file))) return undefined;
  return { file, isPassing: /^next-index-\d+/.test(basename(named)) };
}

/** Git reads a relative name of an index from the top of the work tree, also if the hook went into a folder of it. */
function placeOfGit({ GIT_DIR, GIT_WORK_TREE }: Environment, cwd: string): string {
  if (GIT_DIR === undefined) return dirname(findRepository(cwd) ?? join(cwd, ".git"));
  if (GIT_WORK_TREE === undefined) return cwd; // Git takes it for the top.
  const top = real(resolve(cwd, GIT_WORK_TREE));
  return isWithin(real(cwd), top) ? top : cwd;
}

/** Git names no folder to a hook in a main work tree: it starts it there. */
function folderOfHook({ GIT_DIR: folder }: Environment, cwd: string): string | undefined {
  if (folder !== undefined) return real(resolve(cwd, folder));
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
