import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ToolError } from "../model/tool-error.ts";
import { gitIn, type RunGit } from "./run-git.ts";

/** One entry of the index: its mode tells links (120000) and submodules (160000) from files. */
const INDEX_ENTRY = /^(\d{6}) [0-9a-f]+ \d\t(.*)$/s;
const SUBMODULE = "160000";

/**
 * The files of a git work tree below `root`, relative to it: tracked ones and untracked ones that
 * are not ignored, without those deleted from the work tree and without submodules. Undefined where
 * `root` is in no work tree, is ignored by the one it is in, or git is not there. Throws a `ToolError`
 * where there is a repository and git fails. Not sorted.
 */
export async function listGitFiles(root: string): Promise<readonly string[] | undefined> {
  if (!(await isBelowRepository(root))) return undefined;
  const git = await gitIn(root);
  let outputs: [string, string, string];
  try {
    outputs = await Promise.all([
      git(["ls-files", "-s", "-z"]),
      git(["ls-files", "-z", "--others", "--exclude-standard"]),
      git(["ls-files", "-z", "--deleted"]),
    ]);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // What simple-git rejects with.
    if (code === "ENOENT" || /\bENOENT\b/.test(message)) return undefined; // There is no git here.
    // To go on without git would edit what git ignores.
    throw new ToolError(`git cannot list the files: ${message.trim()}`, { cause: error });
  }
  const [index, untracked, deleted] = outputs.map(splitNul) as [string[], string[], string[]];
  const gone = new Set(deleted);
  const tracked = new Set<string>(); // An unmerged file has several entries.
  for (const entry of index) {
    const [, mode, path] = INDEX_ENTRY.exec(entry) ?? [];
    if (path !== undefined && mode !== SUBMODULE && !gone.has(path)) tracked.add(path);
  }
  if (tracked.size + untracked.length === 0 && (await isIgnored(git))) return undefined;
  // An untracked repository of its own inside this one is listed as `folder/`.
  return [...tracked, ...untracked.filter((path) => !path.endsWith("/"))];
}

/** Whether there is a `.git`, a folder or a file, here or above. Git's own words depend on its language. */
async function isBelowRepository(root: string): Promise<boolean> {
  for (let folder = root; ; folder = dirname(folder)) {
    const exists = await lstat(join(folder, ".git")).then(
      () => true,
      () => false, // Whatever is in the way, git could not use it either.
    );
    if (exists) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** Git names the folder where it is ignored, and answers nothing where it is not. */
async function isIgnored(git: RunGit): Promise<boolean> {
  return (await git(["check-ignore", "."])).trim() !== "";
}

function splitNul(output: string): string[] {
  return output.split("\0").filter((entry) => entry !== "");
}
