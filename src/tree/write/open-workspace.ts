import type { Workspace } from "../../model/workspace.ts";
import type { GitListing } from "../../request/git-listing.ts";
import { createDiskWorkspace } from "../disk-workspace.ts";
import { NetChanges } from "../net-changes.ts";
import { createOverlayWorkspace } from "../overlay-workspace.ts";
import type { RunWriter } from "./run-writer.ts";

/** The workspace of a run. */
export interface OpenWorkspace {
  readonly workspace: Workspace;
  /** The changes that wait for the end of the run, if all of it is one transaction. */
  readonly waiting?: NetChanges;
}

/**
 * Opens the workspace: accepted edits go to the disk at once, or to an overlay, for good or until the run has ended.
 */
export function openWorkspace(
  root: string,
  listing: GitListing,
  writer: RunWriter | undefined,
  transaction: "action" | "run",
): OpenWorkspace {
  if (writer === undefined) return { workspace: createOverlayWorkspace(root, listing) };
  if (transaction === "action") {
    const write: Workspace["commit"] = (...commit) => writer.commit(...commit);
    return { workspace: createDiskWorkspace(root, write, listing) };
  }
  const waiting = new NetChanges();
  const workspace = createOverlayWorkspace(root, listing, (changes) => waiting.add(changes));
  return { workspace, waiting };
}
