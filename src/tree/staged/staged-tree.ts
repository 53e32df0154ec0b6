import { join } from "node:path";
import { makeNamedScratchTree, type ScratchTree } from "../../apply/disk/scratch-tree.ts";
import { changeIndex, type IndexChange } from "../../git/commit/change-index.ts";
import { gitIn, type RunGit } from "../../git/run-git.ts";
import type { StagedState } from "../../git/staged/read-staged.ts";
import { PLAIN_MODE } from "../../model/patch/file-mode.ts";
import type { TextChange } from "../../model/workspace.ts";
import type { World } from "../../model/world.ts";
import { once } from "../../shared/once.ts";
import { mergeTexts } from "../merge-texts.ts";
import { addAll, checkOut, findInexact } from "./check-out-staged.ts";

/**
 * The settings of git in the scratch tree: modes are those of the index, nothing is left out, and a conversion of line
 * ends that is not exact is found out by comparing blobs.
 */
const SETTINGS = [
  "core.fileMode=false",
  "core.safecrlf=false",
  "core.sparseCheckout=false",
  "core.splitIndex=false",
  "core.untrackedCache=false",
  "index.sparse=false",
];

/** The circumstances of a staged tree. */
interface StagedTreeOptions extends Pick<World, "env" | "self"> {
  /** Ends the opening. What is written afterwards comes to its end, so that no lock of git stays behind. */
  readonly signal: AbortSignal;
}

/** A text to stage, and its mode if that is another one. */
type StoredText = Pick<TextChange, "path" | "after" | "mode">;

/**
 * The staged files of an index, checked out as git would, in a scratch tree: neither the work tree nor the index of the
 * user is touched by reading them. Paths are relative to the root.
 */
export class StagedTree {
  readonly #scratch: ScratchTree;
  readonly #gits: StagedGits;
  readonly state: StagedState;
  /** The files that git would not store again as they are staged: line ends are mixed. */
  readonly inexact: ReadonlySet<string>;

  private constructor(
    state: StagedState,
    scratch: ScratchTree,
    gits: StagedGits,
    inexact: ReadonlySet<string>,
  ) {
    this.state = state;
    this.#scratch = scratch;
    this.#gits = gits;
    this.inexact = inexact;
  }

  static async open(state: StagedState, options: StagedTreeOptions): Promise<StagedTree> {
    const { env, self, signal } = options;
    const scratch = await makeNamedScratchTree(self);
    try {
      const { top, variables } = state;
      const ownTree = { GIT_WORK_TREE: scratch.folder };
      const checkingOut = gitIn(top, env, {
        signal,
        settings: SETTINGS,
        variables: { ...variables, ...ownTree },
      });
      await checkOut(state, scratch, checkingOut);
      const inexact = await findInexact(state, scratch, gitsOf(state, scratch, options).plain);
      // Without the signal: what is written comes to its end.
      return new StagedTree(state, scratch, gitsOf(state, scratch, { env }), inexact);
    } catch (error) {
      await scratch.remove();
      throw error;
    }
  }

  /** The folder of the scratch tree that stands for the root; absolute. */
  get root(): string {
    return join(this.#scratch.folder, this.state.prefix);
  }

  /** Merges the change from `base` to `other` into `current`, as git does; undefined if there is a conflict. */
  async merge(current: string, base: string, other: string): Promise<string | undefined> {
    return mergeTexts({ current, base, other }, this.#scratch, this.#gits.plain);
  }

  /** Stores texts in the repository. Returns the changes of the entries of the index that stage them. */
  async store(changes: readonly StoredText[]): Promise<readonly IndexChange[]> {
    const byPath = new Map(changes.map((change) => [this.#fromTop(change.path), change] as const));
    for (const [path, { after }] of byPath) await this.#scratch.write(path, after);
    const stored = await addAll(this.#gits.writing, byPath.keys());
    return [...byPath].map(([path, { mode }]): IndexChange => {
      const before = this.state.entries.get(path);
      const id = stored.get(path)?.id;
      if (id === undefined) throw new Error(`git did not take ${path}`);
      return { path, before, after: { mode: mode ?? before?.mode ?? PLAIN_MODE, id } };
    });
  }

  /** Changes entries in the index of the user: all of them, or none. */
  async stage(changes: readonly IndexChange[]): Promise<void> {
    const { index, writing } = this.#gits;
    await changeIndex({ git: index, scratch: writing }, changes);
    // Notes times and sizes, so that git need not read the files again. Ends with 1 if others have changed.
    await index(["update-index", "-q", "--refresh"]).catch(() => undefined);
  }

  /** Returns the files of which another content, or none, is staged by now. */
  async movedAmong(paths: Iterable<string>): Promise<readonly string[]> {
    const fromTop = new Map([...paths].map((path) => [this.#fromTop(path), path] as const));
    if (!this.state.index.mayHaveChanged) return [];
    const { entries: now } = await this.state.index.find(fromTop.keys());
    return [...fromTop]
      .filter(([path]) => now.get(path)?.id !== this.state.entries.get(path)?.id)
      .map(([, path]) => path);
  }

  /** Returns the kind of what the index has at a path, or below it; undefined if it has nothing there. */
  kindOf(path: string): Promise<"file" | "folder" | undefined> {
    return this.state.index.kindOf(this.#fromTop(path));
  }

  async close(): Promise<void> {
    await this.#scratch.remove();
  }

  #fromTop(path: string): string {
    return `${this.state.prefix}${path}`;
  }
}

/** Git in the scratch tree, and at the index of the user. */
interface StagedGits {
  /** With objects of the scratch tree alone. */
  readonly plain: RunGit;
  /** Its objects end in the repository. */
  readonly writing: RunGit;
  readonly index: RunGit;
}

function gitsOf(
  { top, variables }: StagedState,
  { folder, index: own, objects }: ScratchTree,
  { env, signal }: Pick<World, "env"> & { readonly signal?: AbortSignal },
): StagedGits {
  const index = gitIn(top, env, { variables });
  const ownIndex = { GIT_WORK_TREE: folder, GIT_INDEX_FILE: own };
  const at = (more: Readonly<Record<string, string>>) =>
    gitIn(top, env, { signal, settings: SETTINGS, variables: { ...ownIndex, ...more } });
  // Most runs store and merge nothing, and need not know where the objects are.
  const plain = once(async () => {
    const real = await index(["rev-parse", "--path-format=absolute", "--git-path", "objects"]);
    return at({
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: real.replace(/\n$/, ""),
    });
  });
  return { index, writing: at({}), plain: async (args) => (await plain())(args) };
}
