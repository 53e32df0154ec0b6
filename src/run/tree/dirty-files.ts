import type { Workspace } from "../../model/workspace.ts";
import type { GitListing } from "../request/git-listing.ts";

/** What an action is about to do to files, as far as it is known. */
interface TouchedFiles {
  readonly files: readonly string[];
  /** Those that it would make. Absent where nobody knows. */
  readonly newFiles?: readonly string[];
}

/** Tells which files had changes that are not committed when the run started. What the run writes does not count. */
export class DirtyFiles {
  readonly #listing: GitListing;
  readonly #workspace: Pick<Workspace, "kindOf">;
  /** Files that were not there before an action of this run was about them. */
  readonly #made = new Set<string>();
  #known: Promise<ReadonlySet<string> | undefined> | undefined;

  constructor(listing: GitListing, workspace: Pick<Workspace, "kindOf">) {
    this.#listing = listing;
    this.#workspace = workspace;
  }

  /**
   * The files of an action that were dirty, in their order. Also what git does not know at all, as a file that
   * is ignored and was named: nobody could get it back. Undefined outside of git, where git fails (a condition
   * on the fact then fails closed), and where an action does not say which files it is about.
   */
  async among({ files, newFiles }: TouchedFiles): Promise<readonly string[] | undefined> {
    if (files.length === 0) return undefined;
    this.#known ??= this.#ask();
    const known = await this.#known;
    if (known === undefined) return undefined;
    const indexed = (await this.#listing.files)?.indexed;
    const made = newFiles && new Set(newFiles);
    const dirty: string[] = [];
    for (const path of files) {
      if (isBelow(path, known)) dirty.push(path);
      else if (indexed?.has(path) !== true && !(await this.#isOwn(path, made))) dirty.push(path);
    }
    return dirty;
  }

  async #ask(): Promise<ReadonlySet<string> | undefined> {
    try {
      const [files, uncommitted] = await Promise.all([
        this.#listing.files,
        this.#listing.uncommitted(),
      ]);
      return files && uncommitted && new Set(uncommitted);
    } catch {
      return undefined; // Nobody can tell, and the fact says so by its absence.
    }
  }

  /** Whether a file that git does not know is the run's own, or would be. */
  async #isOwn(path: string, newFiles: ReadonlySet<string> | undefined): Promise<boolean> {
    if (this.#made.has(path)) return true;
    const isNew = newFiles
      ? newFiles.has(path)
      : (await this.#workspace.kindOf(path)) === "missing";
    if (isNew) this.#made.add(path);
    return isNew;
  }
}

/** A repository inside of this one is one entry, and so is a submodule. */
function isBelow(path: string, entries: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1))
    if (entries.has(path.slice(0, end))) return true;
  return false;
}
