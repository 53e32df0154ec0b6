import type { TextChange, Workspace } from "../../model/workspace.ts";
import type { GitListing } from "../../request/git-listing.ts";
import { OverlayWorkspace } from "../overlay-workspace.ts";
import type { StagedTree } from "./staged-tree.ts";
import type { WorkTreeMerge } from "./work-tree-merge.ts";

/**
 * The workspace of a run on what is staged: it reads the staged files, and never the work tree. Accepted edits lie on
 * top; the work tree has to take each of them, unless nothing decides about them.
 */
export class StagedWorkspace extends OverlayWorkspace {
  readonly #merge: WorkTreeMerge | undefined;
  readonly #known: ReadonlyMap<string, "file" | "folder">;

  constructor(
    staged: StagedTree,
    merge: WorkTreeMerge | undefined,
    { listing, onCommit }: StagedWorkspaceOptions,
  ) {
    super(staged.root, listing, onCommit);
    this.#merge = merge;
    this.#known = kindsIn(staged);
  }

  override async kindOf(path: string): ReturnType<Workspace["kindOf"]> {
    const kind = await super.kindOf(path);
    return kind === "missing" ? (this.#known.get(path) ?? kind) : kind;
  }

  override async commit(changes: readonly TextChange[]): Promise<void> {
    await this.#merge?.take(changes);
    await super.commit(changes);
  }
}

/** The surroundings of the workspace. */
interface StagedWorkspaceOptions {
  readonly listing: GitListing;
  readonly onCommit: (changes: readonly TextChange[]) => void;
}

/** Returns the kind of everything in the index below the root, and of the folders around it. */
function kindsIn({
  state: { entries, prefix },
}: StagedTree): ReadonlyMap<string, "file" | "folder"> {
  const kinds = new Map<string, "file" | "folder">();
  for (const fromTop of entries.keys()) {
    if (!fromTop.startsWith(prefix)) continue;
    const path = fromTop.slice(prefix.length);
    kinds.set(path, "file");
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (kinds.has(folder)) break;
      kinds.set(folder, "folder");
    }
  }
  return kinds;
}
