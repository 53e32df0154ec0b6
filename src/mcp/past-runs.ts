import { hasOpenRuns, StateFolderError } from "../apply/state/run-folder.ts";
import type { RunDetails } from "../model/past/run-summary.ts";
import { ToolError } from "../model/tool-error.ts";
import { type ListedRun, listRuns } from "../past/list-runs.ts";
import { showRun } from "../past/show-run.ts";
import { pathMatcher } from "../shared/paths/glob.ts";
import type { McpSession } from "./session.ts";

/** Returns the runs that are kept in the root, the newest first. Throws a `ToolError` if they cannot be listed. */
export function pastRuns({ root, world }: McpSession): Promise<readonly ListedRun[]> {
  return orRefused(async () => [...(await listRuns(root, world))].reverse());
}

/** Throws a `ToolError` if a run was cut off: nobody has meant the tree to be as it is. */
export async function refuseCutOff({ root, world }: McpSession): Promise<void> {
  const runs = await orRefused(async () => (hasOpenRuns(root) ? listRuns(root, world) : []));
  const cut = runs.find(({ summary }) => summary.state === "cut-off");
  if (cut === undefined) return;
  const { id } = cut.summary;
  throw new ToolError(
    `Run ${id} was cut off, and may have written half of its files. A person types \`sluice recover\` first.`,
  );
}

async function orRefused<Found>(find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof StateFolderError) throw new ToolError(`${error.message}.`);
    throw error;
  }
}

/** Returns a run with those of its actions whose files the client may see. Throws a `ToolError` if it is missing. */
export async function pastRun(id: string, session: McpSession): Promise<RunDetails> {
  const runs = await pastRuns(session);
  const run = runs.find(({ summary }) => summary.id === id);
  if (run === undefined) throw new ToolError("There is no run with that id.");
  const details = showRun(run, { runs });
  const { paths, exclude } = session.client;
  const isOpen = paths.length === 0 ? () => true : pathMatcher(paths);
  const isExcluded = pathMatcher(exclude);
  const isSeen = (path: string) => isOpen(path) && !isExcluded(path);
  return { ...details, actions: details.actions.filter(({ files }) => files.every(isSeen)) };
}
