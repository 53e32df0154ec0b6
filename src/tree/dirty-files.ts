import type { Workspace } from "../model/workspace.ts";
import type { GitListing } from "../request/git-listing.ts";

/** The files that an action is about to change, as far as they are known. */
interface TouchedFiles {
  readonly files: readonly string[];
  /** Files that it would make. Undefined if that is unknown. */
  readonly newFiles?: readonly string[];
}

/** The answer of git (git/uncommitted/list-uncommitted.ts). */
interface KnownFiles {
  readonly dirty: ReadonlySet<string>;
  readonly unknown: ReadonlySet<string>;
}

/** The files that had uncommitted changes when the run started. The run's own writes do not count. */
export class DirtyFiles {
  readonly #listing: GitListing;
  readonly #workspace: Pick<Workspace, "kindOf">;
  /** Files that did not exist before an action of this run named them. */
  readonly #made = new Set<string>();
  #known: Promise<KnownFiles | undefined> | undefined;

  constructor(listing: GitListing, workspace: Pick<Workspace, "kindOf">) {
    this.#listing = listing;
    this.#workspace = workspace;
  }

  /**
   * Returns the dirty files of an action, in their order, also files that git does not know, such as an ignored file
   * that was named: git could not restore them. Returns undefined outside of git, if git fails or cannot tell (a
   * condition on the fact then fails closed), and if an action does not name its files.
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
      if (isBelow(path, known.unknown)) return undefined;
      if (isBelow(path, known.dirty)) dirty.push(path);
      else if (indexed?.has(path) !== true && !(await this.#isOwn(path, made))) dirty.push(path);
    }
    return dirty;
  }

  async #ask(): Promise<KnownFiles | undefined> {
    try {
      const [files, uncommitted] = await Promise.all([
        this.#listing.files,
        this.#listing.uncommitted(),
      ]);
      if (files === undefined || uncommitted === undefined) return undefined;
      return { dirty: new Set(uncommitted.paths), unknown: new Set(uncommitted.unknown) };
    } catch {
      return undefined; // Unknown: the fact is missing.
    }
  }

  /** True if a file that git does not know is the run's own, or would be. */
  async #isOwn(path: string, newFiles: ReadonlySet<string> | undefined): Promise<boolean> {
    if (this.#made.has(path)) return true;
    const isNew = newFiles
      ? newFiles.has(path)
      : (await this.#workspace.kindOf(path)) === "missing";
    if (isNew) this.#made.add(path);
    return isNew;
  }
}

/** A nested repository is one entry, and so is a submodule. */
function isBelow(path: string, entries: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1))
    if (entries.has(path.slice(0, end))) return true;
  return false;
}
