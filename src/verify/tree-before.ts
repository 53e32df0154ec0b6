import { PLAIN_MODE } from "../model/patch/file-mode.ts";
import { StaleFileError, type TextChange, type Workspace } from "../model/workspace.ts";
import type { GitListing } from "../request/git-listing.ts";
import type { TreeBefore } from "../request/tree-before.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { singleEdit } from "../shared/single-edit.ts";
import { createOverlayWorkspace } from "../tree/overlay-workspace.ts";
import { isText, type ReadDifference } from "./verified-tree.ts";

/** Returns the tree as it is expected: the disk, on which each file that differs has the text before. */
export function treeBefore(differences: readonly ReadDifference[]): TreeBefore {
  return {
    async openWorkspace(root: string, listing: GitListing): Promise<Workspace> {
      const workspace = createOverlayWorkspace(root, listing);
      const changes = differences.flatMap(changeBack);
      const note = { id: "before", label: "before", reason: "before" };
      // A file may be in the place of a folder.
      await workspace.commit(
        changes.filter(({ postHash }) => postHash === null),
        note,
      );
      for (const change of changes.filter(({ postHash }) => postHash !== null))
        await workspace.commit([change], note).catch((error: unknown) => {
          // A link or the like is in its way, which is a difference by itself.
          if (!(error instanceof StaleFileError)) throw error;
        });
      return workspace;
    },
  };
}

/** Returns the change of a file from the disk to what it was before; none if one of both is no text. */
export function changeBack({ path, before, after }: ReadDifference): readonly TextChange[] {
  if (!isText(before) || !isText(after)) return [];
  const isSame = before.hash === after.hash;
  const isOther = before.hash !== null && (after.mode ?? PLAIN_MODE) !== before.mode;
  const mode = isOther ? before.mode : undefined;
  if (isSame && mode === undefined) return [];
  const [old, fresh] = [after.text ?? "", before.text ?? ""];
  const edits = isSame ? [] : [singleEdit(old, fresh)];
  const change = { path, preHash: after.hash, postHash: before.hash, before: old, after: fresh };
  return [{ ...change, edits, ...definedOnly({ mode }) }];
}

/** Returns the listing of a commit: no file of it is uncommitted. `here` answers what is not about its files. */
export function listingOfCommit(paths: readonly string[], here: GitListing): GitListing {
  const indexed = new Set(paths);
  const listing: GitListing = {
    runs: here.runs,
    files: Promise.resolve({
      paths,
      indexed,
      untracked: [],
      submodules: [],
      hidden: [],
      contents: new Map(),
    }),
    get ignored() {
      return here.ignored;
    },
    unlisted: async () => [],
    indexed: async () => indexed,
    uncommitted: async () => ({ paths: [], unknown: [] }),
    untracked: async () => [],
    brought: () => here.brought(),
    again: () => listing,
  };
  return listing;
}
