import { inBatches } from "../in-batches.ts";
import type { RunGit } from "../run-git.ts";
import { type CheckedOut, findCheckedOut, movedText } from "./checked-out.ts";
import { entriesOf, type StoredFile } from "./index-entries.ts";

/** The change of one path of the real index; `before` is undefined if it had none. */
export interface IndexChange {
  readonly path: string;
  readonly before: StoredFile | undefined;
  readonly after: Pick<StoredFile, "mode" | "id">;
}

/**
 * Moves the branch that is checked out, or a detached HEAD, to a commit, if it is still where it was, and the index
 * with it. The index comes first: cut off in between, it has staged changes, and no change that is staged is lost.
 */
export async function moveBranch(
  git: RunGit,
  { head, branch }: CheckedOut,
  to: { readonly commit: string; readonly index: readonly IndexChange[]; readonly note: string },
): Promise<void> {
  const ref = branch === null ? ["--no-deref", "HEAD"] : [`refs/heads/${branch}`];
  const moved = movedText({ head, branch }, await findCheckedOut(git));
  if (moved !== undefined) throw new Error(moved);
  await requireUnchanged(git, to.index);
  try {
    await setEntries(
      git,
      to.index.map(({ path, after }) => ({ path, ...after })),
    );
    await git(["update-ref", "-m", to.note, ...ref, to.commit, head]);
  } catch (error) {
    await takeBack(git, to.index);
    throw error;
  }
  // Notes times and sizes, so that git need not read the files again. Ends with 1 if others have changed.
  await git(["update-index", "-q", "--refresh"]).catch(() => undefined);
}

/** Makes a branch at a commit. Rejects if there is one of that name. */
export async function makeBranch(
  git: RunGit,
  name: string,
  { commit, note }: { readonly commit: string; readonly note: string },
): Promise<void> {
  const none = "0".repeat(commit.length);
  await git(["update-ref", "-m", note, `refs/heads/${name}`, commit, none]);
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

async function takeBack(git: RunGit, changes: readonly IndexChange[]): Promise<void> {
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
