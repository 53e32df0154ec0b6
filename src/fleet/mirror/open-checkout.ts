import { join } from "node:path";
import { type FleetTree, makeFleetTree } from "../../apply/disk/fleet-tree.ts";
import { gitIn } from "../../git/run-git.ts";
import type { World } from "../../model/world.ts";
import type { OpenMirror } from "./open-mirror.ts";

/** The longest checkout; milliseconds. */
const CHECKOUT_TIME = 1_800_000;

/**
 * Checks out the commit of a mirror in a temporary folder, which the caller removes. Nothing of the tree runs: no hook,
 * no filter, no submodule; a file of LFS stays the pointer that was committed.
 */
export async function openCheckout(
  { folder: mirror, commit }: Pick<OpenMirror, "folder" | "commit">,
  { env, self }: Pick<World, "env" | "self">,
  signal: AbortSignal,
): Promise<FleetTree> {
  const tree = await makeFleetTree({ gitFolder: join(mirror, ".git"), commit }, self);
  try {
    const git = gitIn(tree.folder, env, { signal, time: CHECKOUT_TIME });
    await git(["reset", "--hard", "--quiet", "--no-recurse-submodules", commit]);
    return tree;
  } catch (error) {
    await tree.remove();
    throw error;
  }
}
