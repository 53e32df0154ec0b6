import { finished, type PastRun, readRun, standingActions } from "../../apply/state/read-run.ts";
import { listRunFolders } from "../../apply/state/run-folder.ts";
import type { Workspace } from "../../model/workspace.ts";
import { PastWrites } from "./past-writes.ts";

/** The longest chain of runs that resume one another. */
const MAX_CHAIN = 100;

/**
 * Reads the journals of a run and of those that it resumed, and compares with the files. To be called after recovery,
 * and before anything is written.
 */
export async function findPastWrites(
  root: string,
  id: string,
  workspace: Pick<Workspace, "read">,
): Promise<PastWrites> {
  const chain = chainOf(root, id);
  const records = chain.flatMap(({ records: own }) => finished(own));
  const last = new Map(
    records.flatMap(({ files }) => files.map(({ path, postHash }) => [path, postHash] as const)),
  );
  const standing = new Set<string>();
  for (const [path, postHash] of last)
    if ((await hashNow(path, workspace)) === postHash) standing.add(path);
  return new PastWrites(
    chain
      .flatMap(({ records: own }) => standingActions(own))
      .map(({ action: { recipe, step, label }, files }) => ({
        recipe,
        step,
        label,
        stands: files.every(({ path }) => standing.has(path)),
      })),
  );
}

/** Returns the oldest run first. Of a run that was removed, the writes are unknown. */
function chainOf(root: string, id: string): readonly PastRun[] {
  const folders = listRunFolders(root);
  const chain: PastRun[] = [];
  for (let next: string | undefined = id; next !== undefined && chain.length < MAX_CHAIN; ) {
    const folder = folders.find((one) => one.id === next);
    if (folder === undefined) break;
    const past = readRun(folder);
    chain.unshift(past);
    next = past.run?.resumes;
  }
  return chain;
}

async function hashNow(path: string, workspace: Pick<Workspace, "read">): Promise<string | null> {
  const read = await workspace.read(path);
  return read.kind === "text" ? read.hash : null;
}
