import { StaleFileError } from "../../model/workspace.ts";
import { firstLine } from "../../shared/first-line.ts";
import { messageOf } from "../../shared/message-of.ts";
import { openStagedRun, type StagedRun } from "../../tree/staged/staged-run.ts";
import type { StartedRun } from "./start-run.ts";

/**
 * The staged files of a run; "none" if it is not about them, and "refused" if they cannot be read, which was reported.
 */
type OpenedStaged = StagedRun | "none" | "refused";

/** Opens the staged files if the run is about them. Git, or the folder for temporary files, may be out of order. */
export async function openStaged(run: StartedRun): Promise<OpenedStaged> {
  const { request, world, prepared, listing, stop, ledger } = run;
  if (prepared.staged === undefined) return "none";
  const { env, self } = world;
  const isDecided = prepared.policy !== undefined;
  const sources = { env, self, signal: stop.signal, listing, isDecided };
  try {
    return await openStagedRun(request.root, prepared.staged, sources);
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
