import { existsSync } from "node:fs";
import { join } from "node:path";
import { gitIn } from "../run-git.ts";
import { type CommitRules, type Comparing, openCommitRules } from "./commit-rules.ts";
import { findHidden } from "./hidden-files.ts";
import { type AskBytes, askBytes, listTree, type TreeEntry } from "./list-tree.ts";
import { DiskLook, HAS_MODES, type OnDisk } from "./look-at-disk.ts";
import { type StagedPaths, stagedPaths } from "./staged-paths.ts";

/** A path at which the work tree is not as a commit. */
export interface Difference {
  /** Relative to the root. Other bytes than UTF-8 are `\uFFFD` in it: then `isNamed` is false. */
  readonly path: string;
  readonly isNamed: boolean;
  /** Undefined: the commit has nothing there. */
  readonly before: TreeEntry | undefined;
  /** Undefined: nothing is there. `repository`: a folder that is a repository of its own. */
  readonly after: Exclude<OnDisk, { kind: "folder" }> | { readonly kind: Nested } | undefined;
}

type Nested = "submodule" | "repository" | "folder";

/** A work tree compared with a commit. */
export interface ComparedTree {
  /** Sorted by path. */
  readonly differences: readonly Difference[];
  /** Sorted. */
  readonly staged: StagedPaths;
  /** Files that were not compared: only rules hide them that no commit has. Sorted. */
  readonly hidden: readonly string[];
  /**
   * Folders that were not compared: their own `.gitignore`, which the commit does not have, is ignored as well. Sorted.
   */
  readonly hiddenFolders: readonly string[];
  /** The paths of the commit below the root. */
  readonly paths: readonly string[];
  /** Reads bytes of git. */
  readonly ask: AskBytes;
  readonly rules: CommitRules;
}

/**
 * Compares the work tree below `root` with a commit, byte by byte: every file is read, whatever the index says of it. A
 * submodule that is checked out is compared with its commit in the same way. Rejects if git fails.
 */
export async function compareCommit(
  root: string,
  commit: string,
  comparing: Comparing,
): Promise<ComparedTree> {
  const { env, signal } = comparing;
  const ask = askBytes((onBytes) => gitIn(root, env, { signal, onBytes }));
  const tree = await listTree(ask, commit);
  const { entries, others } = tree;
  const rules = await openCommitRules(root, commit, entries, comparing);
  const disk = new DiskLook(root, commit.length === 64 ? "sha256" : "sha1");
  const differences: Difference[] = [];
  let looked = 0;
  const { byTree, folders, byUser } = await findHidden(tree, rules);
  for (const name of new Set([...entries.keys(), ...others, ...byTree])) {
    looked += 1;
    if (looked % PAUSE_AFTER === 0) await new Promise(setImmediate);
    if (signal.aborted) throw new Error("The comparison was stopped.");
    const before = entries.get(name.replace(/\/$/, ""));
    const found = await differenceAt(name, before, { root, disk, ...comparing });
    if (found !== undefined) differences.push({ ...named(name), before, after: found.after });
  }
  const { all, unseen } = await stagedPaths(tree, disk, gitIn(root, env, { signal }));
  const pathsOf = (names: Iterable<string>) => [...names].map((name) => named(name).path);
  return {
    differences: differences.sort((a, b) => (a.path < b.path ? -1 : 1)),
    staged: { all: pathsOf(all).sort(), unseen: pathsOf(unseen).sort() },
    hidden: pathsOf(byUser).sort(),
    hiddenFolders: pathsOf(folders).sort(),
    paths: pathsOf(entries.keys()),
    ask,
    rules,
  };
}

/** The number of files after which signals and timers get a turn. */
const PAUSE_AFTER = 256;

async function differenceAt(
  name: string,
  before: TreeEntry | undefined,
  { root, disk, ...comparing }: Comparing & { readonly root: string; readonly disk: DiskLook },
): Promise<Pick<Difference, "after"> | undefined> {
  // A path of the commit comes by its own name, too.
  if (name.endsWith("/")) return before ? undefined : { after: { kind: "repository" } };
  const after = disk.at(name);
  const folder = join(root, named(name).path);
  if (before?.mode === SUBMODULE)
    return (await isSameSubmodule(folder, before.id, after, comparing))
      ? undefined
      : { after: after?.kind === "folder" ? { kind: "submodule" } : after };
  // A folder in the place of a file is known by its own files; git knows none that is empty.
  if (after === undefined || after.kind === "folder") {
    if (before !== undefined)
      return { after: after && isRepository(folder) ? { kind: "repository" } : undefined };
    return after === undefined || after.isEmpty ? undefined : { after: { kind: "submodule" } };
  }
  const mode = HAS_MODES ? undefined : before?.mode;
  const found = after.kind === "file" && mode !== undefined ? { ...after, mode } : after;
  return isSame(before, found) ? undefined : { after: found };
}

const SUBMODULE = "160000";
const LINK = "120000";

function isSame(before: TreeEntry | undefined, after: OnDisk): boolean {
  if (after.kind === "link") return before?.mode === LINK && before.id === after.id;
  if (after.kind !== "file" || before === undefined || before.mode === LINK) return false;
  // Old commits have other modes of the same meaning, as 100664.
  const isRunnable = before.mode === "100755";
  return before.id === after.id && isRunnable === (after.mode === "100755");
}

/** A submodule that is not checked out does not differ. */
async function isSameSubmodule(
  folder: string,
  commit: string,
  after: OnDisk | undefined,
  comparing: Comparing,
): Promise<boolean> {
  const { env, signal } = comparing;
  if (after === undefined) return true;
  if (after.kind !== "folder") return false;
  if (after.isEmpty) return true;
  if (!isRepository(folder)) return false;
  try {
    const head = await gitIn(folder, env, { signal })(["rev-parse", "--verify", "HEAD"]);
    if (head.trim() !== commit) return false;
    const { differences, staged } = await compareCommit(folder, commit, comparing);
    return differences.length + staged.unseen.length === 0;
  } catch (error) {
    if (signal.aborted) throw error;
    return false; // It cannot be told.
  }
}

function isRepository(folder: string): boolean {
  return existsSync(join(folder, ".git"));
}

function named(name: string): Pick<Difference, "path" | "isNamed"> {
  const path = Buffer.from(name, "latin1").toString();
  const isNamed = Buffer.from(path).toString("latin1") === name;
  return { path: path.replace(/\/$/, ""), isNamed };
}
