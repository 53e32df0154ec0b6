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

/** The ending of the folder of a run that is under way, or was killed. */
const OPEN = ".open";

/** The folder of one run, below `.sluice/runs`. */
export interface RunFolder {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** True if the run has not ended: it is under way, or was killed. */
  readonly isOpen: boolean;
}

/** The files in the folder of a run. */
export const RUN_FILES = {
  journal: "journal.jsonl",
  /** The texts of files before they were changed, one after the other. */
  images: "images",
  report: "report.json",
  /** The actions that wait for a person. */
  held: "held.json",
  /** The texts that they rest on, by sha256. */
  heldTexts: "held-texts.json",
  /** What the run did, as a plan; only if its policy says which pull requests are kept. */
  plan: "plan.json",
  /** The conversations of prompt steps. */
  transcript: "transcript.jsonl",
  /** The output of programs that ask a model. */
  printed: "printed.jsonl",
  /** The held actions that a person has resolved. */
  resolved: "resolved.json",
  /** The ids of the commits that the run made. */
  commits: "commits.json",
  /** The entries of git's index that the run changed. */
  staged: "staged.json",
} as const;

/** The folder of a run in which git makes its commits, while it makes them. */
export const COMMIT_FOLDER = "commit";

/** The texts of a merge while git works on them: the text now, their common origin, the other text. */
export const SCRATCH_FILES = ["merge-current", "merge-base", "merge-other"] as const;

/** The state folder, or a part of it, is not a folder of Sluice, or cannot be read. */
export class StateFolderError extends Error {
  override readonly name = "StateFolderError";
}

/** Returns the state folder of a root; absolute. */
export function stateFolder(root: string): string {
  return join(root, STATE_FOLDER);
}

/** Made when two runs are compared: it takes longer to make than a small preview needs for its search. */
let inOrder: Intl.Collator | undefined;

/** Compares ids of runs: they begin with the time, and may end with a number; see {@link freeRunId}. */
function compareIds(one: string, other: string): number {
  inOrder ??= new Intl.Collator("en", { numeric: true });
  return inOrder.compare(one, other);
}

/** Lists the folders of all runs, the oldest first. Throws a `StateFolderError` if they cannot be listed. */
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
    .sort((a, b) => compareIds(a.id, b.id));
}

/** True if the folder of a run has any file of Sluice. */
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

/** True if a run is under way, or was killed. */
export function hasOpenRuns(root: string): boolean {
  return listRunFolders(root).some(({ isOpen }) => isOpen);
}

/** Returns an id that no run of the root has: the wished one, or one with a number after it. */
export function freeRunId(root: string, wished: string): string {
  const taken = new Set(listRunFolders(root).map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wished : `${wished}-${number}`;
    if (!taken.has(id)) return id;
  }
}

/** Makes the folder of a new run. */
export async function makeRunFolder(root: string, id: string): Promise<RunFolder> {
  const state = await makeStateFolder(root);
  const runs = join(state, "runs");
  await makeFolder(runs);
  if (!isOwnFolder(root, "runs"))
    throw new StateFolderError(`${STATE_FOLDER}/runs is a link, or not a folder`);
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

/** Marks a run as ended. */
export async function closeRunFolder({ id, path }: RunFolder): Promise<void> {
  const runs = join(path, "..");
  await renameFile(path, join(runs, id));
  await syncFolder(runs);
}

/** Makes `.sluice`, with a `.gitignore` of its own. Throws a `StateFolderError` if something else is in its place. */
export async function makeStateFolder(root: string): Promise<string> {
  const state = stateFolder(root);
  if (await makeFolder(state)) await syncFolder(root);
  if (!isOwnFolder(root)) throw new StateFolderError(`${STATE_FOLDER} is a link, or not a folder`);
  const path = join(state, ".gitignore");
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && stats.size > 0) return state;
  if (stats) await removeIfThere(path); // The process that made it died before the write.
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

/** True if a folder of the state exists and is not a link. */
export function isOwnFolder(root: string, ...names: readonly string[]): boolean {
  const folders = [STATE_FOLDER, ...names];
  return folders.every((_name, depth) => {
    const path = join(root, ...folders.slice(0, depth + 1));
    try {
      return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // Node's `fs` throws only these.
      const name = folders.slice(0, depth + 1).join("/");
      throw new StateFolderError(`${name} cannot be read (${code})`, { cause: error });
    }
  });
}

function isRunId(name: string): boolean {
  return /^[\w-]{1,100}(\.open)?$/.test(name);
}
