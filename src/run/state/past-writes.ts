import { finished, type PastRun, readRun } from "../../apply/state/read-run.ts";
import { listRunFolders } from "../../apply/state/run-folder.ts";
import type { Workspace } from "../../model/workspace.ts";

/** What an earlier run has written for one action. */
interface PastWrite {
  readonly recipe: string | undefined;
  readonly step: string | undefined;
  readonly label: string;
  /** Every file of it still is what the run, or those that went on with it, made of it last. */
  readonly stands: boolean;
}

/** What the run that is gone on with has written, and those that it went on with itself. */
export class PastWrites {
  readonly #writes: readonly PastWrite[];

  constructor(writes: readonly PastWrite[]) {
    this.#writes = writes;
  }

  /** What is in the files: labels, in the order in which they were written. */
  standing(part: { readonly recipe: string; readonly step?: string }): readonly string[] {
    return this.#of(part, true);
  }

  /** What was written, and changed or taken back by somebody else since. */
  changed(part: { readonly recipe: string; readonly step?: string }): readonly string[] {
    return this.#of(part, false);
  }

  #of(
    { recipe, step }: { readonly recipe: string; readonly step?: string },
    stands: boolean,
  ): readonly string[] {
    return this.#writes
      .filter((write) => write.recipe === recipe && (step === undefined || write.step === step))
      .filter((write) => write.stands === stands)
      .map(({ label }) => label);
  }
}

/** So many runs may have gone on with one another. */
const MAX_CHAIN = 100;

/**
 * Reads the journals of a run and of those that it went on with, and compares with the files as they are. To be asked
 * once what these runs left half done is in order, and before anything is written.
 */
export async function findPastWrites(
  root: string,
  id: string,
  workspace: Pick<Workspace, "read">,
): Promise<PastWrites> {
  const records = chainOf(root, id).flatMap(({ records: own }) => finished(own));
  const last = new Map(
    records.flatMap(({ files }) => files.map(({ path, postHash }) => [path, postHash] as const)),
  );
  const standing = new Set<string>();
  for (const [path, postHash] of last)
    if ((await hashNow(path, workspace)) === postHash) standing.add(path);
  return new PastWrites(
    records.map(({ action: { recipe, step, label }, files }) => ({
      ...{ recipe, step, label },
      stands: files.every(({ path }) => standing.has(path)),
    })),
  );
}

/** The oldest first. What was removed since is not there: nobody knows what it wrote. */
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
