import { lstatSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeRepository, type ObjectFormat } from "./empty-repository.ts";
import { makeFolders, PRIVATE } from "./make-folders.ts";
import {
  findUserFolder,
  makeUserFolder,
  type UserState,
  WRITABLE_BY_OTHERS,
} from "./user-folder.ts";

/** A repository that was not used for so long is removed at the next fetch; milliseconds. */
const UNUSED = 30 * 24 * 60 * 60 * 1000;

/** A fetch that began so long ago has ended, or was killed; milliseconds. */
const ABANDONED = 24 * 60 * 60 * 1000;

/** The beginning of the name of a folder in which a fetch is under way. */
const INCOMING = "incoming-";

/** The file of a repository whose time is that of its last use. */
const USED = "used";

/**
 * The commits that were fetched, each in a repository of its own, in the folder of the user. A repository comes to its
 * name only when its commit is there, so that neither a fetch that was cut off nor two at the same time leave a part.
 */
export class FetchedCommits {
  readonly #state: UserState;

  constructor(state: UserState) {
    this.#state = state;
  }

  /** Returns the folder of a repository that is there, and belongs to the user alone. Notes that it was used. */
  find(name: string): string | undefined {
    const user = findUserFolder(this.#state);
    const folders = user === undefined ? [] : [join(user, "git"), join(user, "git", name)];
    const [, folder] = folders;
    if (folder === undefined || !folders.every((each) => this.#isOwn(each))) return undefined;
    noteUse(folder);
    return folder;
  }

  /** Makes an empty repository for a fetch, and returns its folder; undefined if nothing can be kept for the user. */
  begin(format: ObjectFormat): string | undefined {
    const user = makeUserFolder(this.#state);
    if (user === undefined) return undefined;
    const folder = join(user, "git");
    makeFolders(folder, PRIVATE);
    if (!this.#isOwn(folder)) return undefined;
    const incoming = mkdtempSync(join(folder, INCOMING));
    makeRepository(join(incoming, ".git"), format);
    tidy(folder, lstatSync(incoming).mtimeMs);
    return incoming;
  }

  /**
   * Gives a fetched repository its name, unless another process was faster. Returns its folder. Throws an `Error` if
   * others may write in the one that is there.
   */
  keep(incoming: string, name: string): string {
    const folder = join(incoming, "..", name);
    try {
      renameSync(incoming, folder);
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (!["ENOTEMPTY", "EEXIST"].includes(code)) throw error;
      if (!this.#isOwn(folder)) throw new Error(`others may write in ${folder}; remove it`);
      this.drop(incoming);
    }
    return folder;
  }

  /** Removes what a fetch has left. */
  drop(incoming: string): void {
    rmSync(incoming, { recursive: true, force: true });
  }

  #isOwn(folder: string): boolean {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (stats?.isDirectory() !== true || stats.uid !== this.#state.user?.id) return false;
    return (stats.mode & WRITABLE_BY_OTHERS) === 0;
  }
}

function noteUse(folder: string): void {
  try {
    writeFileSync(join(folder, USED), "");
  } catch {
    // Not writable: it can be read all the same.
  }
}

/** Removes what was left. The clock is that of the disk. */
function tidy(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isIncoming = name.startsWith(INCOMING);
    const { mtimeMs } =
      lstatSync(isIncoming ? path : join(path, USED), { throwIfNoEntry: false }) ??
      lstatSync(path, { throwIfNoEntry: false }) ??
      {};
    const isOld = now - (mtimeMs ?? now) > (isIncoming ? ABANDONED : UNUSED);
    if (isOld) rmSync(path, { recursive: true, force: true });
  }
}
