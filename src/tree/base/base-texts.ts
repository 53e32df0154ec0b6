import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeNamedScratchTree } from "../../apply/disk/scratch-tree.ts";
import { listCommit } from "../../git/commit-files.ts";
import { findRepository } from "../../git/find-repository.ts";
import { inBatches } from "../../git/in-batches.ts";
import { PLAIN_DIFF } from "../../git/lines-since.ts";
import { gitIn, type RunGit } from "../../git/run-git.ts";
import { splitNul } from "../../git/split-nul.ts";
import type { BaseTexts } from "../../model/search/base-texts.ts";
import type { Workspace } from "../../model/workspace.ts";
import type { World } from "../../model/world.ts";
import { once } from "../../shared/once.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";
import { NO_LISTING } from "../no-listing.ts";
import { OverlayWorkspace } from "../overlay-workspace.ts";

/** The commit that a run is compared with, and the tree that is compared. */
interface ComparedTree extends Pick<World, "env" | "self"> {
  readonly root: string;
  readonly commit: string;
  /** True for what is staged, in the place of the work tree. */
  readonly isStaged: boolean;
  readonly signal: AbortSignal;
}

/** Opens the texts of a commit. Git is asked when they are used, and what it writes is in a folder of its own. */
export function openBaseTexts({
  root,
  env,
  self,
  commit,
  isStaged,
  signal,
}: ComparedTree): BaseTexts {
  const git = gitIn(root, env, { signal });
  const entries = once(() => listCommit(git, commit));
  return {
    commit,
    async changed(workspace, isPart) {
      const question = isStaged ? ["diff", "--cached"] : ["diff-index"];
      const options = [...PLAIN_DIFF, "--name-status", "-z", "--no-renames"];
      const output = splitNul(await git([...question, ...options, commit, "--"]));
      const changed = new Map<string, "gone" | "changed">();
      for (let at = 0; at + 1 < output.length; at += 2)
        changed.set(output[at + 1] ?? "", output[at] === "D" ? "gone" : "changed");
      const there = await entries();
      const listed = new Set(await workspace.listFiles());
      if (!isStaged)
        for (const path of await hiddenPaths(git))
          if (listed.has(path)) changed.set(path, "changed");
      for (const path of [...listed, ...(workspace.laidOver?.() ?? [])])
        if (!there.has(path) || workspace.hashLaidOver?.(path) !== undefined)
          changed.set(path, "changed");
      // A run may have deleted them, too.
      for (const path of isPart ? [] : there.keys())
        if (!listed.has(path)) changed.set(path, "gone");
      return changed;
    },
    async open(paths) {
      const there = await entries();
      const files = [...paths].filter((path) => there.get(path)?.kind === "file");
      const scratch = await makeNamedScratchTree(self);
      try {
        const top = dirname(findRepository(root) ?? join(root, ".git"));
        const prefix = pathInside(top, realpathSync(root)) ?? "";
        const variables = { GIT_WORK_TREE: scratch.folder, GIT_INDEX_FILE: scratch.index };
        const apart = gitIn(top, env, { signal, settings: SETTINGS, variables });
        await apart(["read-tree", commit]);
        const fromTop = files.map((path) => join(prefix, path));
        await inBatches(apart, ["checkout-index", "--force", "--"], fromTop);
        await scratch.write(join(prefix, FOLDER_OF), "");
        const workspace = new BaseWorkspace(
          join(scratch.folder, prefix),
          NO_LISTING,
          () => undefined,
        );
        return { workspace, close: () => scratch.remove() };
      } catch (error) {
        await scratch.remove();
        throw error;
      }
    },
  };
}

/** Returns the paths that git takes for unchanged without a look at them (`git update-index`). */
async function hiddenPaths(git: RunGit): Promise<readonly string[]> {
  const entries = splitNul(await git(["ls-files", "-v", "-z"])); // `H path`; `h` is assumed, `S` skipped.
  return entries.filter((entry) => /^[a-zS]/.test(entry)).map((entry) => entry.slice(2));
}

/** A file that makes the folder of the root. */
const FOLDER_OF = ".sluice-base";

/** The same in all clones: nothing is left out, and no index is shared. */
const SETTINGS = ["core.sparseCheckout=false", "core.splitIndex=false", "index.sparse=false"];

/** Some files of a commit. A step may name others, which have not changed. */
class BaseWorkspace extends OverlayWorkspace {
  override async kindOf(path: string): ReturnType<Workspace["kindOf"]> {
    const kind = await super.kindOf(path);
    return kind === "missing" ? "folder" : kind;
  }
}
