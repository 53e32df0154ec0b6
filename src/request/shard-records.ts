import type { Facts } from "../model/action/facts.ts";
import type { StepName } from "../model/step-name.ts";
import type { Workspace } from "../model/workspace.ts";
import type { CallRecord } from "../tools/ast-edit/search/call-environment.ts";
import type { GitListing } from "./git-listing.ts";

/** The records of the calls of a run: made by a shard, or used where shards are merged. */
export interface ShardRecords {
  /** Returns the record of a call, by the recipe and the id of the call. */
  of(call: StepName): CallRecord;
  /** Notes the tree, when a run opens it. */
  noteTree?(workspace: Workspace): Promise<void>;
  /** Undefined while records are made. */
  readonly replay?: Replay | undefined;
}

/** What shards know of the tree, for a run that need not have it. */
export interface Replay {
  /** The commit that the shards began on; null if there was none. */
  readonly commit: string | null;
  openWorkspace(root: string, listing: GitListing): Workspace;
  /** Throws if the tree is not here, in which a call that was not dealt to shards has to run again. */
  requireTree(call: StepName): void;
  /** Returns the facts of an action that do not come from its edits; undefined if they are to be found out here. */
  factsOf(
    action: StepName & Pick<Facts, "files"> & { readonly id: string },
  ): Partial<Facts> | undefined;
}
