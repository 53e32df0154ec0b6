import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { STATE_FOLDER, STATE_IGNORED } from "../../model/state-folder.ts";
import {
  createFile,
  makeFolder,
  removeEmptyFolder,
  removeIfThere,
  renameFile,
  syncFile,
  syncFolder,
  writeBytes,
} from "../disk/disk.ts";

/** A run that has not ended, or was killed, has this behind its name. */
const OPEN = ".open";

/** The folder of one run, below `.sluice/runs`. */
export interface RunFolder {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** The run has not ended: it is under way, or was killed. */
  readonly isOpen: boolean;
}

/** What is in a run's folder. */
export const RUN_FILES = {
  journal: "journal.jsonl",
  /** Texts of files before they were changed, one behind the other. */
  images: "images",
  report: "report.json",
  /** What waits for a person. */
  held: "held.json",
  /** What was said in prompt steps. */
  transcript: "transcript.jsonl",
  /** How a person ended what was held. */
  resolved: "resolved.json",
} as const;

/** Where a merge of one file lies while git works on it: the text now, the one it was made of, the other one. */
export const SCRATCH_FILES = ["merge-current", "merge-base", "merge-other"] as const;

/** Something stands where Sluice keeps what it knows, and is not its own. */
export class StateFolderError extends Error {
  override readonly name = "StateFolderError";
}

/** Absolute; the state of the root. */
export function stateFolder(root: string): string {
  return join(root, STATE_FOLDER);
}

/** Ids begin with the time, and may end with a number; see {@link freeRunId}. */
const IN_ORDER = new Intl.Collator("en", { numeric: true });

/** Every run that has a folder, the oldest first. Throws a `StateFolderError` where they cannot be listed. */
export function listRunFolders(root: string): readonly RunFolder[] {
  const runs = join(stateFolder(root), "runs");
  if (!isOwnFolder(root, "runs")) return [];
  return entriesOf(runs)
    .filter((entry) => entry.isDirectory() && isRunId(entry.name))
    .map(({ name }) => {
      const isOpen = name.endsWith(OPEN);
      const id = isOpen ? name.slice(0, -OPEN.length) : name;
      return { id, path: join(runs, name), isOpen };
    })
    .sort((a, b) => IN_ORDER.compare(a.id, b.id));
}

/** Whether anything is in the folder of a run that Sluice keeps of one. */
export function holdsRun({ path }: RunFolder): boolean {
  const isThere = (name: string) => lstatSync(join(path, name), { throwIfNoEntry: false });
  return Object.values(RUN_FILES).some(isThere);
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const message = `${STATE_FOLDER}/runs cannot be read (${(error as NodeJS.ErrnoException).code})`;
    throw new StateFolderError(message, { cause: error });
  }
}

/** Whether a run is under way, or was killed. */
export function hasOpenRuns(root: string): boolean {
  return listRunFolders(root).some(({ isOpen }) => isOpen);
}

/** An id that no run of the root has: the one that is wished for, or one with a number behind it. */
export function freeRunId(root: string, wished: string): string {
  const taken = new Set(listRunFolders(root).map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wished : `${wished}-${number}`;
    if (!taken.has(id)) return id;
  }
}

/** Makes the folder of a run that begins. */
export async function makeRunFolder(root: string, id: string): Promise<RunFolder> {
  const state = await makeStateFolder(root);
  const runs = join(state, "runs");
  await makeFolder(runs);
  if (!isOwnFolder(root, "runs"))
    throw new StateFolderError(`${STATE_FOLDER}/runs is no folder of its own`);
  const path = join(runs, `${id}${OPEN}`);
  if (!(await makeFolder(path))) throw new StateFolderError(`The run ${id} is already under way`);
  try {
    await syncFolder(runs);
    await syncFolder(state);
  } catch (error) {
    await removeEmptyFolder(path); // So that the next attempt does not find it.
    throw error;
  }
  return { id, path, isOpen: true };
}

/** The run has ended. */
export async function closeRunFolder({ id, path }: RunFolder): Promise<void> {
  const runs = join(path, "..");
  await renameFile(path, join(runs, id));
  await syncFolder(runs);
}

/** `.sluice`, with a `.gitignore` of its own. Throws a `StateFolderError` where something else stands there. */
export async function makeStateFolder(root: string): Promise<string> {
  const state = stateFolder(root);
  if (await makeFolder(state)) await syncFolder(root);
  if (!isOwnFolder(root)) throw new StateFolderError(`${STATE_FOLDER} is no folder of its own`);
  const path = join(state, ".gitignore");
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && stats.size > 0) return state;
  if (stats) await removeIfThere(path); // Whoever made it did not come further.
  const file = await createFile(path, 0o644).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return undefined; // Another run was faster.
    throw error;
  });
  try {
    if (file) {
      await writeBytes(file, path, Buffer.from(STATE_IGNORED));
      await syncFile(file, path);
    }
  } finally {
    await file?.close();
  }
  return state;
}

/** Whether a folder of the state is there, and no link. */
function isOwnFolder(root: string, ...names: readonly string[]): boolean {
  const folders = [STATE_FOLDER, ...names];
  return folders.every((_name, depth) => {
    const path = join(root, ...folders.slice(0, depth + 1));
    try {
      return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // fs throws these only.
      const name = folders.slice(0, depth + 1).join("/");
      throw new StateFolderError(`${name} cannot be looked at (${code})`, { cause: error });
    }
  });
}

function isRunId(name: string): boolean {
  return /^[\w-]{1,100}(\.open)?$/.test(name);
}
