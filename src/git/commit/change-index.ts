import { inBatches } from "../in-batches.ts";
import type { RunGit } from "../run-git.ts";
import { entriesOf, type StoredFile } from "./index-entries.ts";

/** The entries of one call. */
const MOST_ENTRIES = 100;

/** The change of one path of the real index; `before` is undefined if it had none, `after` if it is to have none. */
export interface IndexChange {
  readonly path: string;
  readonly before: StoredFile | undefined;
  readonly after: Pick<StoredFile, "mode" | "id"> | undefined;
}

/** Two ways to call git, both at the top and with the same objects. */
export interface IndexGits {
  /** Git with the real index. */
  readonly git: RunGit;
  /** Git with an index of its own, whose entries are lost. */
  readonly scratch: RunGit;
}

/**
 * Changes entries of the real index: all of them, or none. Rejects, and changes nothing, if another process has changed
 * one meanwhile: git compares the entries while it holds the lock of the index.
 */
export async function changeIndex(gits: IndexGits, changes: readonly IndexChange[]): Promise<void> {
  await requireUnchanged(gits.git, changes);
  await exchange(gits, changes);
}

/**
 * Puts the entries back that {@link changeIndex} has changed, but not those that another process has staged or
 * committed meanwhile.
 */
export async function restoreIndex(
  gits: IndexGits,
  changes: readonly IndexChange[],
): Promise<void> {
  const own = await ownChanges(gits.git, changes);
  const back = own.map(({ path, before, after }) => ({ path, before: after, after: before }));
  if (back.length > 0) await exchange(gits, back);
}

/** Returns those of some changes that are in the index exactly so, and in no commit that is checked out. */
export async function ownChanges(
  git: RunGit,
  changes: readonly IndexChange[],
): Promise<readonly IndexChange[]> {
  const paths = changes.map(({ path }) => path);
  const now = await entriesOf(git, paths);
  const committed = await committedOf(git, paths);
  return changes.filter(({ path, after }) => {
    const isOurs = now.get(path)?.id === after?.id && now.get(path)?.mode === after?.mode;
    return isOurs && committed.get(path) !== after?.id;
  });
}

/** Returns the ids of the blobs of some paths in the commit that is checked out by now. */
async function committedOf(
  git: RunGit,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const head = await git(["rev-parse", "--verify", "--quiet", "HEAD"]).catch(() => "");
  if (head === "") return new Map(); // Nothing is committed yet.
  const answers = await inBatches(git, ["ls-tree", "-z", "--full-tree", "HEAD", "--"], paths);
  const lines = answers.flatMap((answer) => answer.split("\0")).filter((line) => line !== "");
  // `100644 blob <id><tab>path`
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf("\t");
      return [line.slice(tab + 1), line.slice(0, tab).split(" ")[2] ?? ""] as const;
    }),
  );
}

/** Says which path another process has staged meanwhile. */
async function requireUnchanged(git: RunGit, changes: readonly IndexChange[]): Promise<void> {
  const now = await entriesOf(
    git,
    changes.map(({ path }) => path),
  );
  for (const { path, before } of changes) {
    const entry = now.get(path);
    if (entry?.id !== before?.id || entry?.mode !== before?.mode)
      throw new Error(`another process has staged a change of ${path} meanwhile`);
  }
}

type Entry = Pick<StoredFile, "mode" | "id">;

interface Exchange {
  readonly path: string;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

/** Exchanges entries, if all of them are those from before; all others stay as they are, with their flags. */
async function exchange({ git, scratch }: IndexGits, changes: readonly Exchange[]): Promise<void> {
  const from = await treeOfEntries(scratch, sideOf(changes, "before"));
  const to = await treeOfEntries(scratch, sideOf(changes, "after"));
  try {
    await git(["read-tree", "--no-sparse-checkout", "-i", "-m", from, to]);
  } catch (error) {
    const path = /Entry '(.*)' would be overwritten/.exec((error as Error).message)?.[1];
    if (path === undefined) throw error;
    throw new Error(`another process has staged a change of ${path} meanwhile`, { cause: error });
  }
}

function sideOf(
  changes: readonly Exchange[],
  side: "before" | "after",
): ReadonlyMap<string, Entry> {
  return new Map(
    changes.flatMap((change) => {
      const entry = change[side];
      return entry === undefined ? [] : [[change.path, entry] as const];
    }),
  );
}

/** Makes a tree of nothing but some entries, by their paths, in an index that is emptied first. Returns its id. */
async function treeOfEntries(
  git: RunGit,
  entries: ReadonlyMap<string, Pick<StoredFile, "mode" | "id">>,
): Promise<string> {
  const all = [...entries];
  await git(["read-tree", "--empty"]);
  for (let at = 0; at < all.length; at += MOST_ENTRIES) {
    const some = all.slice(at, at + MOST_ENTRIES);
    const infos = some.flatMap(([path, { mode, id }]) => ["--cacheinfo", `${mode},${id},${path}`]);
    await git(["update-index", "--add", ...infos]);
  }
  return (await git(["write-tree"])).trim();
}
