import type { RewrittenFile, Workspace } from "../../model/workspace.ts";
import type { GitListing } from "../request/git-listing.ts";
import { DiskReader } from "./disk-reader.ts";
import { startGitListing } from "./git-listing.ts";

/** The workspace of a run: `write` puts accepted edits on the disk, all of a commit or none. */
export function createDiskWorkspace(
  root: string,
  write: Workspace["commit"],
  listing: GitListing = startGitListing(root),
): Workspace {
  return new DiskWorkspace(root, write, listing);
}

class DiskWorkspace extends DiskReader implements Workspace {
  readonly #write: Workspace["commit"];

  constructor(root: string, write: Workspace["commit"], listing: GitListing) {
    super(root, listing);
    this.#write = write;
  }

  override refresh(): void {
    this.made.clear();
    super.refresh();
  }

  rewritten(files: readonly RewrittenFile[]): void {
    const left = files.flatMap(({ postHash, ...file }) =>
      postHash === null ? [] : [{ ...file, postHash }],
    );
    if (left.length < files.length) this.refresh(); // A new file of the run is gone again.
    this.forget(left);
    this.note(left);
  }

  async commit(...[changes, note, parts]: Parameters<Workspace["commit"]>): Promise<void> {
    this.forget(changes);
    await this.#write(changes, note, parts);
    for (const part of parts ?? [{ changes }]) this.note(part.changes);
  }
}
