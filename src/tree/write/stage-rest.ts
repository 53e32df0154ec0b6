import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { makeNamedScratchTree } from "../../apply/disk/scratch-tree.ts";
import type { KeptStaged } from "../../apply/state/kept-staged.ts";
import { changeIndex } from "../../git/commit/change-index.ts";
import { entriesOf } from "../../git/commit/index-entries.ts";
import { findRepository } from "../../git/find-repository.ts";
import { gitIn } from "../../git/run-git.ts";
import type { LeftFile, StagedAgain } from "../../model/past/recovered-run.ts";
import type { World } from "../../model/world.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";
import { NO_LISTING } from "../no-listing.ts";
import { createOverlayWorkspace } from "../overlay-workspace.ts";
import { lockFault } from "./lock-fault.ts";

/** The world, and the state in which the run left its files. */
interface CutOffRun extends Pick<World, "env" | "self"> {
  /** The hashes of the files of the work tree after the run, by their paths from the root. */
  readonly standing: ReadonlyMap<string, string | null>;
}

/**
 * Stages what a run has written into the work tree, and was cut off before it staged it. A file that was changed since,
 * or of which something else is staged by now, is left alone. Returns undefined if all of it is staged already. Throws
 * an `Error` for people if the index cannot be changed, as while another git has it.
 */
export async function stageRest(
  root: string,
  kept: readonly KeptStaged[],
  { standing, env, self }: CutOffRun,
): Promise<StagedAgain | undefined> {
  const dotGit = findRepository(root);
  if (dotGit === undefined) return undefined;
  const top = dirname(dotGit);
  const prefix = pathInside(top, realpathSync(root)) ?? "";
  const git = gitIn(top, env);
  const now = await entriesOf(
    git,
    kept.map(({ path }) => path),
  );
  const workspace = createOverlayWorkspace(root, NO_LISTING);
  const left: LeftFile[] = [];
  const rest: KeptStaged[] = [];
  for (const change of kept) {
    const { path, before, after } = change;
    const entry = now.get(path);
    if (entry?.id === after?.id) continue;
    const own = prefix === "" ? path : path.slice(prefix.length + 1);
    const read = await workspace.read(own);
    const hash = read.kind === "text" ? read.hash : null;
    if (entry?.id !== before?.id) left.push({ path, why: "has something else staged by now" });
    else if (hash !== (standing.get(own) ?? null)) left.push({ path, why: "was changed since" });
    else rest.push(change);
  }
  if (rest.length === 0 && left.length === 0) return undefined;
  const scratch = await makeNamedScratchTree(self);
  try {
    const variables = { GIT_INDEX_FILE: scratch.index };
    const changes = rest.map(({ path, before, after }) => ({
      path,
      before: before === null ? undefined : { ...before, isCompared: true },
      after: after ?? undefined,
    }));
    await changeIndex({ git, scratch: gitIn(top, env, { variables }) }, changes);
    await git(["update-index", "-q", "--refresh"]).catch(() => undefined); // Ends with 1 if others have changed.
  } catch (error) {
    throw new Error(lockFault(error), { cause: error });
  } finally {
    await scratch.remove();
  }
  return { files: rest.map(({ path }) => path), left };
}
