import { join } from "node:path";
import { makeScratchRepository } from "../../apply/disk/scratch-repository.ts";
import { gitIn } from "../../git/run-git.ts";
import { treesAround } from "../../git/trees-around.ts";
import type { World } from "../../model/world.ts";

/** The code of the base commit, in a private folder outside of the root. */
export interface ExportedCode {
  /** The folder that stands for the root; absolute. */
  readonly root: string;
  /** Removes everything. */
  remove(): Promise<void>;
}

/** Writes the files of a commit into a temporary folder. `packages` is a folder `node_modules` for them. */
export async function exportCode(
  commit: string,
  root: string,
  { env, cwd, packages }: Pick<World, "env" | "cwd"> & { readonly packages: string | undefined },
): Promise<ExportedCode> {
  const git = gitIn(root, env);
  const objects = await git(["rev-parse", "--path-format=absolute", "--git-path", "objects"]);
  const prefix = (await git(["rev-parse", "--show-prefix"])).replace(/\n$/, "");
  const format = commit.length === 64 ? "sha256" : "sha1";
  const scratch = await makeScratchRepository(objects.replace(/\n$/, ""), {
    format,
    trees: treesAround(root, env, [cwd]),
  });
  try {
    const inScratch = gitIn(scratch.folder, env, { tree: root });
    await inScratch(["read-tree", commit]);
    await inScratch(["checkout-index", "--all", "--quiet"]);
    await scratch.closeRepository();
    await scratch.prepare(prefix, packages);
    return { root: join(scratch.folder, prefix), remove: scratch.remove };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}
