import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { once } from "../../shared/once.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";
import { filesUnlike } from "../changed-files.ts";
import type { Converting } from "../commit/attributes-of.ts";
import type { StoredFile } from "../commit/index-entries.ts";
import { findRepository } from "../find-repository.ts";
import { gitFolderOf } from "../git-folder.ts";
import { PLAIN_DIFF } from "../lines-since.ts";
import { readRegularFile } from "../read-regular-file.ts";
import type { Environment, RunGit } from "../run-git.ts";
import { splitNul } from "../split-nul.ts";
import { bytesOfOthers } from "./bytes-of-others.ts";
import { attributesAbove, convertedAmong } from "./converted-among.ts";
import { indexOfHook } from "./index-of-hook.ts";
import { isAsStored } from "./is-as-stored.ts";
import { StagedIndex } from "./staged-index.ts";

const NAMES = ["diff", ...PLAIN_DIFF, "--name-only", "-z", "--no-renames"];

/** The state of an index and of the files that are staged in it. */
export interface StagedState {
  /** The top of the work tree; absolute. */
  readonly top: string;
  /** The root below the top, with `/` after it; "" for the top itself. */
  readonly prefix: string;
  /** The variables by which git works on this index. */
  readonly variables: Readonly<Record<string, string>>;
  /** True for the index of `git commit <path>`, which git throws away after the hook. */
  readonly isPassing: boolean;
  readonly index: StagedIndex;
  /** The staged files in the index, and the attributes above them, by their paths from the top. */
  readonly entries: ReadonlyMap<string, StoredFile>;
  /** The files that are staged and can be edited, by their paths from the root. */
  readonly files: ReadonlySet<string>;
  /** The files that are staged, and exactly as in what is being merged: others have committed them. */
  readonly brought: ReadonlySet<string>;
  /** The other files that are staged, with the reason in words that follow the path. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** Finds the files that can be edited and are not in the work tree as in the index, by their paths from the root. */
  readonly unstaged: () => Promise<ReadonlySet<string>>;
}

/** The git that is asked, and the process that asks. */
export interface AskedGit {
  readonly env: Environment;
  /** The working directory of the process. */
  readonly cwd: string;
  /** Returns git in a folder, with further variables; its calls end with the run. */
  readonly gitIn: (folder: string, variables: Readonly<Record<string, string>>) => RunGit;
}

/** Reads what is staged below a root. Returns a sentence if it is in no repository, or something is not merged. */
export async function readStaged(
  root: string,
  { env, cwd, gitIn }: AskedGit,
): Promise<StagedState | { readonly fault: string }> {
  const dotGit = findRepository(root);
  if (dotGit === undefined)
    return { fault: "The root is in no git repository: nothing can be staged." };
  const top = dirname(dotGit);
  const hook = indexOfHook(root, env, cwd);
  const variables: Record<string, string> = hook ? { GIT_INDEX_FILE: hook.file } : {};
  const [atTop, atRoot] = [gitIn(top, variables), gitIn(root, variables)];
  const folder = gitFolderOf(dotGit);
  const index = new StagedIndex(hook?.file ?? join(folder, "index"), atTop);
  const [other, all, theirs] = await Promise.all([
    otherWorkTree(atTop, { top, folder }),
    stagedNames(atRoot),
    bytesOfOthers(atTop, folder),
  ]);
  if (other !== undefined) return { fault: elsewhere(other) };
  const below = pathInside(top, realpathSync(root)) ?? "";
  const prefix = below === "" ? "" : `${below}/`;
  const fromTop = all.map((name) => prefix + name);
  const { entries, hasUnmerged } = await index.find([...fromTop, ...attributesAbove(fromTop)]);
  if (hasUnmerged) return { fault: UNMERGED };
  const idOf = (name: string) => entries.get(prefix + name)?.id ?? "";
  const brought = new Set(all.filter((name) => theirs.has(idOf(name))));
  const names = all.filter((name) => !brought.has(name));
  const converted = await convertedAmong(atRoot, names, { top, prefix, entries });
  const faults = names.map(
    (name) => [name, faultOf(name, entries.get(`${prefix}${name}`), converted.get(name))] as const,
  );
  const files = faults.flatMap(([name, fault]) => (fault === undefined ? [name] : []));
  return {
    top,
    prefix,
    variables,
    isPassing: hook?.isPassing === true,
    index,
    entries,
    files: new Set(files),
    brought,
    leftOut: new Map(faults.flatMap(([name, fault]) => (fault ? [[name, fault] as const] : []))),
    unstaged: once(async () => {
      const isSame = (file: string) => {
        const entry = entries.get(prefix + file);
        return entry !== undefined && isAsStored(top, prefix + file, entry);
      };
      const doubtful = files.filter((file) => !isSame(file));
      return new Set(await unstagedAmong(atRoot, doubtful));
    }),
  };
}

const UNMERGED = "The index has unmerged files. Resolve the conflicts, and `git add` them.";

function elsewhere(workTree: string): string {
  return (
    `The repository has its work tree in ${workTree} (core.worktree), and not around its .git. ` +
    "Unset that, and use git worktree."
  );
}

/** Returns why a staged file cannot be edited; undefined if it can. */
function faultOf(
  name: string,
  entry: StoredFile | undefined,
  converted: Converting | undefined,
): string | undefined {
  if (name.includes("\uFFFD")) return "has a name that is not UTF-8";
  if (entry === undefined || !entry.mode.startsWith("100")) return "is no plain file";
  if (converted === "filter")
    return "goes through a filter of git (`filter=`), which Sluice does not run";
  if (converted !== undefined)
    return "has another encoding in the work tree (`working-tree-encoding=`)";
  return entry.isCompared ? undefined : "is marked not to be compared (`git update-index`)";
}

/**
 * Returns the work tree that a repository has in another place than around its `.git` (`core.worktree`); undefined if
 * there is none. A linked work tree does not read that setting, and no other one but that of the repository counts.
 */
async function otherWorkTree(
  git: RunGit,
  { top, folder }: { readonly top: string; readonly folder: string },
): Promise<string | undefined> {
  if (existsSync(join(folder, "commondir")) || !maySetWorkTree(join(folder, "config")))
    return undefined;
  const set = (await git(["config", "--get", "--default", "", "core.worktree"])).replace(/\n$/, "");
  if (set === "") return undefined;
  const named = resolve(folder, set);
  return existsSync(named) && realpathSync(named) === top ? undefined : named;
}

/** False for a plain configuration without such a setting: git need not be asked. */
function maySetWorkTree(config: string): boolean {
  try {
    const text = readRegularFile(config, MOST_CONFIG).toString("latin1");
    return /worktree|include/i.test(text);
  } catch {
    return true; // Git says what is wrong with it.
  }
}

/** A larger configuration is read by git; bytes. */
const MOST_CONFIG = 1024 * 1024;

/**
 * Returns the files of the index that are not as in HEAD, relative to the folder that git runs in, without those that
 * are staged to be deleted, not merged, or only to be added later. A renamed file counts under its new name.
 */
async function stagedNames(git: RunGit): Promise<readonly string[]> {
  return splitNul(await git([...NAMES, "--cached", "--diff-filter=ACMRT", "--"]));
}

/** Returns those of some files that are not in the work tree as in the index, and those that are gone. */
function unstagedAmong(git: RunGit, files: readonly string[]): Promise<readonly string[]> {
  return filesUnlike(git, ["diff-files"], { among: files });
}
