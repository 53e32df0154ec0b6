import type { StagedState } from "../../git/staged/read-staged.ts";
import type { Alert } from "../../model/alert.ts";
import { StaleFileError, type TextChange, type Workspace } from "../../model/workspace.ts";
import type { World } from "../../model/world.ts";
import type { GitListing } from "../../request/git-listing.ts";
import { NetChanges } from "../net-changes.ts";
import { OverlayWorkspace } from "../overlay-workspace.ts";
import { stagedListing } from "./staged-listing.ts";
import { StagedTree } from "./staged-tree.ts";
import { WorkTreeMerge } from "./work-tree-merge.ts";

/** A run on what is staged, while it is open. */
export interface StagedRun {
  readonly tree: StagedTree;
  readonly merge: WorkTreeMerge;
  readonly workspace: StagedWorkspace;
  readonly listing: GitListing;
  /** Undefined: what waits for the end of the run waits here. */
  readonly waiting?: undefined;
  /** The sum of the accepted edits of staged files. */
  readonly accepted: NetChanges;
  /** The staged files that are left alone. */
  readonly alerts: readonly Alert[];
}

/**
 * Opens the staged files of a run; `root` is that of the work tree. Throws a `StaleFileError` if others are staged by
 * now, because the run has waited for another one.
 */
export async function openStagedRun(
  root: string,
  state: StagedState,
  { env, self, signal, listing: whole, isDecided }: StagedSources,
): Promise<StagedRun> {
  const tree = await StagedTree.open(state, { env, self, signal });
  try {
    const [moved] = await tree.movedAmong(state.files);
    if (moved !== undefined)
      throw new StaleFileError(moved, `${moved} was staged again meanwhile. Run Sluice again.`);
  } catch (error) {
    await tree.close();
    throw error;
  }
  const merge = new WorkTreeMerge(root, tree);
  const accepted = new NetChanges();
  const listing = stagedListing(whole, state, tree.inexact);
  const workspace = new StagedWorkspace(tree, isDecided ? merge : undefined, {
    listing,
    onCommit: (changes) => accepted.add(changes),
  });
  return { tree, merge, workspace, listing, accepted, alerts: alertsOf(tree) };
}

interface StagedSources extends Pick<World, "env" | "self"> {
  readonly signal: AbortSignal;
  readonly listing: GitListing;
  /** False in a preview without a policy. */
  readonly isDecided: boolean;
}

/** The most files that an alert names. */
const MOST_NAMED = 5;

function alertsOf({ state: { leftOut, brought }, inexact }: StagedTree): readonly Alert[] {
  const why = "has line ends that git would change";
  const all = [...leftOut, ...[...inexact].map((path) => [path, why] as const)];
  const named = all.map(([path, fault]) => `${path} ${fault}`);
  const from = "as in what is merged, picked or replayed";
  return [
    ...leftAlone("Staged, and left alone", named),
    ...leftAlone(`Left alone, because ${brought.size === 1 ? "it is" : "they are"} ${from}`, [
      ...brought,
    ]),
  ];
}

function leftAlone(title: string, names: readonly string[]): readonly Alert[] {
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMED ? `; and ${names.length - MOST_NAMED} more` : "";
  const message = `${title}: ${names.slice(0, MOST_NAMED).join("; ")}${more}.`;
  return [{ level: "warn", code: "not-staged", message }];
}

/**
 * The workspace of a run on what is staged: it reads the staged files, and never the work tree. Accepted edits lie on
 * top; the work tree has to take each of them, unless nothing decides about them.
 */
class StagedWorkspace extends OverlayWorkspace {
  readonly #merge: WorkTreeMerge | undefined;
  readonly #staged: StagedTree;

  constructor(
    staged: StagedTree,
    merge: WorkTreeMerge | undefined,
    { listing, onCommit }: StagedWorkspaceOptions,
  ) {
    super(staged.root, listing, onCommit);
    this.#merge = merge;
    this.#staged = staged;
  }

  override async kindOf(path: string): ReturnType<Workspace["kindOf"]> {
    const kind = await super.kindOf(path);
    return kind === "missing" ? ((await this.#staged.kindOf(path)) ?? kind) : kind;
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
