import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The longest file `.git` that is read; bytes. Git's own limit for a path is 4096. */
const MAX_LINK_BYTES = 8192;

/**
 * Returns the git folder of a repository, given the path of its `.git`: that folder, or the one which the file `.git`
 * of a linked work tree, a submodule or a separate git folder names.
 *
 * Throws an `Error` if it is no git folder, or if it is part of the content of another work tree: then the author of a
 * commit wrote everything in it, such as the list of ignored files.
 */
export function gitFolderOf(dotGit: string): string {
  const folder = targetOf(dotGit);
  const isOwn = folder === dotGit || isInGitFolder(folder);
  const owner = isOwn ? undefined : findOwner(folder, dotGit);
  if (owner === undefined) return folder;
  throw new Error(
    `${dotGit} names ${folder} as its repository, which belongs to the files of ${owner}: ` +
      `a repository among the files of another one is not used. Remove ${dotGit}, or set --root to ${owner}`,
  );
}

/** Returns the folder that a `.git` is, or names; absolute, without links. */
function targetOf(dotGit: string): string {
  const isFile = statSync(dotGit).isFile();
  if (!isFile) return lstatSync(dotGit).isSymbolicLink() ? realpathSync(dotGit) : dotGit;
  if (statSync(dotGit).size > MAX_LINK_BYTES) throw new Error(`${dotGit} is too large for a link`);
  const named = /^gitdir: ([^\0]+?)[\r\n]*$/.exec(readFileSync(dotGit, "utf8"))?.[1];
  if (named === undefined) throw new Error(`${dotGit} is a file that names no git folder`);
  try {
    return realpathSync(resolve(dirname(dotGit), named));
  } catch (error) {
    throw new Error(`${dotGit} names a git folder that does not exist`, { cause: error });
  }
}

/** True for a path through a folder `.git`: no commit can contain one, in whatever case. */
function isInGitFolder(path: string): boolean {
  return path.toLowerCase().split(sep).includes(".git");
}

/** Returns the top of another work tree that a folder is in, if it does not belong to the git folder of that one. */
function findOwner(folder: string, dotGit: string): string | undefined {
  for (let top = dirname(folder); ; top = dirname(top)) {
    const other = join(top, ".git");
    if (other !== dotGit && existsSync(other) && !isWithin(folder, targetOrSelf(other))) return top;
    if (dirname(top) === top) return undefined;
  }
}

function targetOrSelf(dotGit: string): string {
  try {
    return targetOf(dotGit);
  } catch {
    return dotGit; // A `.git` that leads to nothing is the git folder of no other.
  }
}

export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}
