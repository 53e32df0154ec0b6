import { findRepository } from "../find-repository.ts";
import type { Ask } from "../in-batches.ts";
import { splitNul } from "../split-nul.ts";

/** A path that `git status` names, relative to the root, with its two letters: `??`, ` M`, `UU`. */
export interface StatusEntry {
  readonly code: string;
  /** An untracked repository is one entry, `folder/`. */
  readonly path: string;
}

/** The answer of git about the files below a root, or about chosen ones. */
export interface Status {
  /** Everything that differs from the index or, in the index, from HEAD; and what is untracked and not ignored. */
  readonly changes: readonly StatusEntry[];
  /** A folder that is ignored as a whole is one entry, `folder/`. */
  readonly ignored: readonly string[];
  /** The reason why it is not known what differs from HEAD. */
  readonly headError?: unknown;
}

/** One question for everything but the index. Git would look into submodules with their own settings, and filters. */
const STATUS = [
  ...["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames"],
  ...["--ignore-submodules=dirty", "--ignored=matching", "--"],
];

/** A question about a work tree. */
interface StatusQuestion {
  /** The path of the root from the top of the work tree, with `/` after it. */
  readonly prefix: string;
  /** The files that it is about. */
  readonly pathspecs: readonly string[];
  /** True if these are chosen ones: if git fails, it is to be asked about all. */
  readonly isPart: boolean;
}

/** Git prints paths from the top of the work tree, in whatever folder it runs. */
export async function askStatus(
  root: string,
  git: Ask,
  { prefix, pathspecs, isPart }: StatusQuestion,
): Promise<Status> {
  let output: string;
  try {
    output = await git([...STATUS, ...pathspecs]);
  } catch (error) {
    if (typeof (error as { readonly code?: unknown }).code !== "number") throw error;
    if (isPart) return { changes: [], ignored: [], headError: error };
    return askWithoutHead(root, git, error);
  }
  const changes: StatusEntry[] = [];
  const ignored: string[] = [];
  for (const entry of splitNul(output)) {
    if (!entry.startsWith(prefix, 3)) continue; // A folder above that is ignored.
    const [code, path] = [entry.slice(0, 2), entry.slice(3 + prefix.length)];
    if (code === "!!") ignored.push(path === "" ? "./" : path);
    else changes.push({ code, path });
  }
  return { changes, ignored };
}

/** Asks what is to be known of the files if HEAD, or something else that only status looks at, is damaged. */
async function askWithoutHead(root: string, git: Ask, headError: unknown): Promise<Status> {
  const changed = ["--modified", "--deleted", "--others", "--exclude-standard"];
  const [output, ignored] = await Promise.all([
    git(["ls-files", "-z", "-t", ...changed]),
    listIgnoredByGit(root, git),
  ]);
  const changes = splitNul(output).map((entry) => {
    return { code: CODES[entry.charAt(0)] ?? " M", path: entry.slice(2) };
  });
  return { changes, ignored, headError };
}

/** The codes of `git status` for the tags of `git ls-files`. */
const CODES: Readonly<Record<string, string>> = { "?": "??", R: " D" };

/**
 * Returns the paths that git ignores below `root`, a folder that is ignored as a whole as `folder/`; nothing outside of
 * git. Rejects if there is a repository and git cannot answer, also if git is not installed: what is ignored is then
 * not known.
 */
export async function listIgnoredByGit(root: string, git: Ask): Promise<readonly string[]> {
  if (findRepository(root) === undefined) return [];
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  return git(args).then(splitNul);
}
