import { writeFiles as writeAll } from "../../src/apply/transaction/write-files.ts";
import { createDiskWorkspace } from "../../src/tree/disk-workspace.ts";
import { startGitListing } from "../../src/tree/git-listing.ts";

let count = 0;

/** Writes all files or none, without a journal. */
export function writeFiles(root: string, writes: Parameters<typeof writeAll>[1]): Promise<void> {
  count += 1;
  return writeAll(root, writes, String(count).padStart(12, "0"));
}

/** The workspace of a run that keeps no journal. */
export function diskWorkspace(root: string) {
  return createDiskWorkspace(root, (changes) => writeFiles(root, changes), startGitListing(root));
}
