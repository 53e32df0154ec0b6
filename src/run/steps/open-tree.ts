import { StaleFileError, type Workspace } from "../../model/workspace.ts";
import type { GitListing } from "../../request/git-listing.ts";
import { firstLine } from "../../shared/first-line.ts";
import { messageOf } from "../../shared/message-of.ts";
import { withUntracked } from "../../tree/git-listing.ts";
import type { NetChanges } from "../../tree/net-changes.ts";
import type { StagedRun } from "../../tree/staged/staged-run.ts";
import { openWorkspace } from "../../tree/write/open-workspace.ts";
import type { StartedRun } from "./start-run.ts";

/** The files of a run. */
export interface OpenTree {
  readonly workspace: Workspace;
  readonly tree: GitListing;
  /** The changes that wait for the end of the run, if all of it is one transaction. */
  readonly waiting: NetChanges | undefined;
  /** The files that are staged, if the run is about them. */
  readonly staged: StagedRun | undefined;
}

/** Opens what the run reads and writes: the work tree, or what is staged. Returns undefined if that was refused. */
export async function openTree(run: StartedRun): Promise<OpenTree | undefined> {
  const { settings, prepared, writing, writer, ledger } = run;
  const listing = prepared.tree ?? run.listing;
  const opened = await openStaged(run);
  if (opened === "refused") return undefined;
  const staged = opened === "none" ? undefined : opened;
  for (const alert of staged?.alerts ?? []) ledger.alert(alert);
  const listed = staged?.listing ?? (writing?.isTreeNew === true ? listing.again() : listing);
  const tree = prepared.trust?.mode === "all" ? listed : withUntracked(listed);
  const transaction = prepared.policy?.transaction ?? "action";
  const { replay } = run.world.records ?? {};
  const { treeBefore } = run.world;
  if (treeBefore !== undefined) {
    const workspace = await treeBefore.openWorkspace(settings.root, tree);
    return { staged: undefined, tree, workspace, waiting: undefined };
  }
  if (replay !== undefined) {
    const workspace = replay.openWorkspace(settings.root, tree);
    return { staged: undefined, tree, workspace, waiting: undefined };
  }
  const { workspace, waiting } = staged ?? openWorkspace(settings.root, tree, writer, transaction);
  return { staged, tree, workspace, waiting };
}

/**
 * The staged files of a run; "none" if it is not about them, and "refused" if they cannot be read, which was reported.
 */
type OpenedStaged = StagedRun | "none" | "refused";

/** Opens the staged files if the run is about them. Git, or the folder for temporary files, may be out of order. */
async function openStaged(run: StartedRun): Promise<OpenedStaged> {
  const { settings, world, prepared, listing, stop, ledger } = run;
  if (prepared.staged === undefined) return "none";
  const { env, self } = world;
  const isDecided = prepared.policy !== undefined;
  const sources = { env, self, signal: stop.signal, listing, isDecided };
  try {
    const { openStagedRun } = await import("../../tree/staged/staged-run.ts");
    return await openStagedRun(settings.root, prepared.staged, sources);
  } catch (error) {
    if (stop.signal.aborted) stop.leaveOut();
    else if (error instanceof StaleFileError)
      ledger.alert({ level: "error", code: "stale", message: error.message, path: error.path });
    else if (error instanceof TypeError) throw error;
    else {
      const message = `What is staged cannot be read: ${firstLine(messageOf(error))}`;
      ledger.alert({ level: "error", code: "tool-failed", message });
    }
    return "refused";
  }
}
