import type { FileStep, Workspace } from "../model/workspace.ts";
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
    this.own.clear();
    super.refresh();
  }

  rewritten(files: readonly FileStep[]): void {
    this.forget(files);
    this.note(files);
  }

  async commit(...[changes, note, parts]: Parameters<Workspace["commit"]>): Promise<void> {
    this.forget(changes);
    await this.#write(changes, note, parts);
    for (const part of parts ?? [{ changes }]) this.note(part.changes);
  }
}
