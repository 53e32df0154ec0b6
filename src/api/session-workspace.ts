import { ToolError } from "../model/tool-error.ts";
import type { CommitNote, TextChange, Workspace } from "../model/workspace.ts";
import type { RunWorld } from "../request/request.ts";
import { createDiskWorkspace } from "../tree/disk-workspace.ts";
import { startGitListing } from "../tree/git-listing.ts";
import { createOverlayWorkspace } from "../tree/overlay-workspace.ts";
import { takeWriting, unfinishedAlert, type Writing } from "../tree/write/take-writing.ts";

/** The root of a session's tools, and the way in which they write. */
export interface SessionRoot {
  /** Absolute. */
  readonly root: string;
  /** True: what is applied stays in memory, where later calls see it. */
  readonly isDryRun: boolean;
  /** Milliseconds. */
  readonly lockTimeout: number;
}

/** Opens the workspace of a session. Each action that is applied is a run of its own, which `undo` takes back. */
export function openSessionWorkspace(place: SessionRoot, world: RunWorld): Workspace {
  const { root, isDryRun } = place;
  const listing = startGitListing(root, world.env);
  if (isDryRun) return createOverlayWorkspace(root, listing);
  return createDiskWorkspace(
    root,
    (changes, note) => commitAsRun(changes, note, place, world),
    listing,
  );
}

/** Writes all changes or none, under the lock of the root and with a journal. Throws a `ToolError` without the lock. */
async function commitAsRun(
  changes: readonly TextChange[],
  note: CommitNote,
  { root, lockTimeout }: SessionRoot,
  world: RunWorld,
): Promise<void> {
  const { env, interrupted: signal } = world;
  const listing = startGitListing(root, env);
  const asked = { root, command: "session", lockTimeout, signal, listing };
  const writing = await takeWriting(asked, world);
  if (writing.kind !== "writing") throw new ToolError(`Nothing was written: ${writing.message}`);
  try {
    await commitIn(writing, changes, note, world);
    await writing.prune();
  } finally {
    await writing.release();
  }
}

async function commitIn(
  writing: Writing,
  changes: readonly TextChange[],
  note: CommitNote,
  { now, newRunId, emit }: RunWorld,
): Promise<void> {
  const id = writing.freeRunId(newRunId());
  const startedAt = new Date(now()).toISOString();
  const recipes = note.recipe === undefined ? [] : [note.recipe];
  const journal = writing.journal({ id, command: "session", startedAt, recipes });
  try {
    await journal.commit(changes, note);
  } catch (error) {
    await journal.close().catch(() => undefined); // The first error counts; `recover` ends the run.
    throw error;
  }
  const unfinished = await journal.close();
  if (unfinished !== undefined)
    emit({ type: "log", level: "warn", message: unfinishedAlert(unfinished).message });
}
