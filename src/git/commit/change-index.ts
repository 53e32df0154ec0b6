import { inBatches } from "../in-batches.ts";
import type { RunGit } from "../run-git.ts";
import { entriesOf, type StoredFile } from "./index-entries.ts";

/** The change of one path of the real index; `before` is undefined if it had none. */
export interface IndexChange {
  readonly path: string;
  readonly before: StoredFile | undefined;
  readonly after: Pick<StoredFile, "mode" | "id">;
}

/**
 * Changes entries of the real index: all of them, or none. Rejects, and changes nothing, if another process has changed
 * one meanwhile.
 */
export async function changeIndex(git: RunGit, changes: readonly IndexChange[]): Promise<void> {
  await requireUnchanged(git, changes);
  try {
    await setEntries(
      git,
      changes.map(({ path, after }) => ({ path, ...after })),
    );
  } catch (error) {
    await restoreIndex(git, changes);
    throw error;
  }
}

/** Keeps everything that another process has staged meanwhile: then nothing is moved. */
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

/** Puts the entries back that {@link changeIndex} has changed, and that no other process has changed since. */
export async function restoreIndex(git: RunGit, all: readonly IndexChange[]): Promise<void> {
  const now = await entriesOf(
    git,
    all.map(({ path }) => path),
  );
  const changes = all.filter(({ path, after }) => now.get(path)?.id === after.id);
  const known = changes.flatMap(({ path, before }) => (before ? [{ path, ...before }] : []));
  await setEntries(git, known);
  const added = changes.flatMap(({ path, before }) => (before ? [] : [path]));
  await inBatches(git, ["update-index", "--force-remove", "--"], added);
}

type Entry = Pick<StoredFile, "mode" | "id"> & { readonly path: string };

/** The entries of one call. */
const MOST_ENTRIES = 100;

async function setEntries(git: RunGit, entries: readonly Entry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += MOST_ENTRIES) {
    const some = entries.slice(at, at + MOST_ENTRIES);
    const infos = some.flatMap(({ mode, id, path }) => ["--cacheinfo", `${mode},${id},${path}`]);
    await git(["update-index", "--add", ...infos]);
  }
}
