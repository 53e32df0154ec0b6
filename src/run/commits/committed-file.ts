import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { filteredOf, ignoredOf } from "../../git/commit/attributes-of.ts";
import type { StoredFile } from "../../git/commit/index-entries.ts";
import type { CommitPlace } from "../../git/commit/open-commit-place.ts";
import { type Environment, gitIn } from "../../git/run-git.ts";
import type { CommitStore } from "./commit-store.ts";
import type { FileSteps } from "./text-of-actions.ts";

/** The text of a file in the commit, and in the index, before the run. */
export interface CommittedFile {
  /** As it would be in the work tree; undefined for a new file. */
  readonly head: string | undefined;
  /** The text of the index if it is another one: something of the file is staged. */
  readonly staged: string | undefined;
  /** The entry of the real index. */
  readonly entry: StoredFile | undefined;
}

/** A file that was written. */
export type WrittenFile = FileSteps & { readonly isNew: boolean };

/** A file, or the reason that no exact commit of it can be made. */
export type FoundFile = CommittedFile | { readonly fault: string };

/** The surroundings of the files of commits. */
export interface CommitWorld {
  readonly place: CommitPlace;
  readonly env: Environment;
  readonly store: CommitStore;
}

/**
 * Compares the files that a run wrote, as they were before, with the commit and an index; paths count from the top. A
 * file is committed only if git stores its unchanged text exactly as it is stored already: then a commit has the edits
 * of the run and nothing else. It leaves the index of the scratch tree with other entries than the commit.
 */
export async function findCommittedFiles(
  files: ReadonlyMap<string, WrittenFile>,
  { place: { top }, env, store }: CommitWorld,
  index: ReadonlyMap<string, StoredFile>,
): Promise<ReadonlyMap<string, FoundFile>> {
  const paths = new Set(files.keys());
  const git = gitIn(top, env);
  await store.attributesFor(paths);
  const filtered = await filteredOf(store.git, paths);
  const added = new Set([...files].flatMap(([path, { isNew }]) => (isNew ? [path] : [])));
  const ignored = await ignoredOf(git, added);
  const folders = foldersOf([...store.head.keys(), ...index.keys()]);
  const found = new Map<string, FoundFile>();
  const known = new Map<string, WrittenFile>();
  for (const [path, file] of files) {
    const wayFault = folders.has(path) ? "is a folder for git" : fileInWay(path, store, index);
    const traits = { isFiltered: filtered.has(path), isIgnored: ignored.has(path), wayFault };
    const fault = faultOf(path, file, { ...traits, top, store, entry: index.get(path) });
    if (fault !== undefined) found.set(path, { fault });
    else if (file.isNew) found.set(path, { head: undefined, staged: undefined, entry: undefined });
    else known.set(path, file);
  }
  for (const [path, state] of await compareStored(known, index, store)) found.set(path, state);
  return found;
}

/** The things that are known of a file without its text. */
interface FileTraits {
  readonly top: string;
  readonly store: CommitStore;
  readonly entry: StoredFile | undefined;
  readonly isFiltered: boolean;
  readonly isIgnored: boolean;
  /** The reason that git would not take it beside what it has: it has a file for a folder, or a folder for a file. */
  readonly wayFault: string | undefined;
}

/** Returns the folders of some paths. */
function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = dirname(path); at !== "." && !folders.has(at); at = dirname(at)) folders.add(at);
  return folders;
}

/** Names the file or link in the way of a path: git takes only one of both. */
function fileInWay(
  path: string,
  { head }: CommitStore,
  index: ReadonlyMap<string, StoredFile>,
): string | undefined {
  for (let at = dirname(path); at !== "."; at = dirname(at)) {
    if (head.has(at)) return "is in a folder that is a file in the last commit";
    if (index.has(at)) return "is in a folder that is a file in the index";
  }
  return undefined;
}

function faultOf(
  path: string,
  { isNew }: WrittenFile,
  { top, store, entry, isFiltered, isIgnored, wayFault }: FileTraits,
): string | undefined {
  const stored = store.head.get(path);
  if (isFiltered) return "goes through a filter of git (`filter=`), which Sluice does not run";
  if (isInOther(path, top, store)) return "is in another repository";
  if (isNew && isIgnored) return "is ignored by git";
  if (isNew && wayFault !== undefined) return wayFault;
  if (isNew) return stored || entry ? "is new, but git has a file of that name" : undefined;
  if (stored === undefined) return "was not committed before the run";
  if (!stored.mode.startsWith("100")) return "is not a plain file in the last commit";
  if (entry === undefined) return "is staged to be deleted";
  if (!entry.mode.startsWith("100")) return "is not a plain file in the index";
  return entry.isCompared ? undefined : "is marked not to be compared (`git update-index`)";
}

/** True for a file in a submodule, or in another repository that lies in this one. */
function isInOther(path: string, top: string, { head }: CommitStore): boolean {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder))
    if (head.get(folder)?.mode === "160000" || existsSync(join(top, folder, ".git"))) return true;
  return false;
}

const NOT_EXACT = "cannot be stored exactly: git would also change line ends or other bytes";

async function compareStored(
  files: ReadonlyMap<string, WrittenFile>,
  index: ReadonlyMap<string, StoredFile>,
  store: CommitStore,
): Promise<ReadonlyMap<string, FoundFile>> {
  const found = new Map<string, FoundFile>();
  const asBefore = await store.add(new Map([...files].map(([path, { before }]) => [path, before])));
  for (const [path, { before }] of files) {
    const stored = store.head.get(path) as StoredFile; // It has no fault.
    const entry = index.get(path);
    const isClean = asBefore.get(path)?.id === stored.id;
    const head = isClean ? before : await exactText(path, stored.id, store);
    const isStaged = entry !== undefined && entry.id !== stored.id;
    const staged = isStaged ? await exactText(path, entry.id, store) : undefined;
    const isExact = head !== undefined && (!isStaged || staged !== undefined);
    found.set(path, isExact ? { head, staged, entry } : { fault: NOT_EXACT });
  }
  return found;
}

/** Returns the text of a blob in the work tree; undefined if git would make another blob of it. */
async function exactText(
  path: string,
  id: string,
  store: CommitStore,
): Promise<string | undefined> {
  const text = await store.text(path, id);
  const again = await store.add(new Map([[path, text]]));
  return again.get(path)?.id === id ? text : undefined;
}
