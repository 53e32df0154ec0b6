import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { gitFolderOf } from "../git-folder.ts";
import type { RunGit } from "../run-git.ts";

/**
 * Returns the work tree that a repository has in another place than around its `.git` (`core.worktree`); undefined if
 * there is none. A linked work tree does not read that setting.
 */
export async function otherWorkTree(
  git: RunGit,
  { top, dotGit }: { readonly top: string; readonly dotGit: string },
): Promise<string | undefined> {
  const folder = gitFolderOf(dotGit);
  if (existsSync(join(folder, "commondir"))) return undefined;
  const set = (await git(["config", "--get", "--default", "", "core.worktree"])).replace(/\n$/, "");
  if (set === "") return undefined;
  const named = resolve(folder, set);
  return existsSync(named) && realpathSync(named) === top ? undefined : named;
}
