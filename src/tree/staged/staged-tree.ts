import { join } from "node:path";
import { dirname } from "node:path/posix";
import { makeNamedScratchTree, type ScratchTree } from "../../apply/disk/scratch-tree.ts";
import { changeIndex, type IndexChange } from "../../git/commit/change-index.ts";
import { entriesOf, type StoredFile } from "../../git/commit/index-entries.ts";
import { inBatches } from "../../git/in-batches.ts";
import { gitIn, type RunGit } from "../../git/run-git.ts";
import type { StagedState } from "../../git/staged/read-staged.ts";
import type { World } from "../../model/world.ts";
import { mergeTexts } from "../merge-texts.ts";

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

/**
 * The staged files of an index, checked out as git would, in a scratch tree: neither the work tree nor the index of the
 * user is touched by reading them. Paths are relative to the root.
 */
export class StagedTree {
  readonly #scratch: ScratchTree;
  readonly #git: RunGit;
  /** The same, whose objects end in the repository. */
  readonly #writingGit: RunGit;
  readonly #indexGit: RunGit;
  readonly state: StagedState;
  /** The files that git would not store again as they are staged: line ends are mixed. */
  readonly inexact: ReadonlySet<string>;

  private constructor(
    state: StagedState,
    scratch: ScratchTree,
    gits: Record<"plain" | "writing" | "index", RunGit>,
    inexact: ReadonlySet<string>,
  ) {
    this.state = state;
    this.#scratch = scratch;
    this.#git = gits.plain;
    this.#writingGit = gits.writing;
    this.#indexGit = gits.index;
    this.inexact = inexact;
  }

  static async open(
    state: StagedState,
    { env, self, signal }: StagedTreeOptions,
  ): Promise<StagedTree> {
    const scratch = await makeNamedScratchTree(self);
    try {
      const { top, variables } = state;
      const ownTree = { GIT_WORK_TREE: scratch.folder };
      const ownIndex = { ...ownTree, GIT_INDEX_FILE: scratch.index };
      const at = (more: Readonly<Record<string, string>>, until?: AbortSignal) =>
        gitIn(top, env, { signal: until, settings: SETTINGS, variables: more });
      const index = gitIn(top, env, { variables });
      const real = await index(["rev-parse", "--path-format=absolute", "--git-path", "objects"]);
      const ownObjects = {
        GIT_OBJECT_DIRECTORY: scratch.objects,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: real.replace(/\n$/, ""),
      };
      const plain = { ...ownIndex, ...ownObjects };
      await checkOut(state, scratch, at({ ...variables, ...ownTree }, signal));
      const inexact = await findInexact(state, at(plain, signal));
      return new StagedTree(
        state,
        scratch,
        { plain: at(plain), writing: at(ownIndex), index },
        inexact,
      );
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
    return mergeTexts({ current, base, other }, this.#scratch, this.#git);
  }

  /** Stores texts in the repository. Returns the changes of the entries of the index that stage them. */
  async store(texts: ReadonlyMap<string, string>): Promise<readonly IndexChange[]> {
    const byPath = new Map([...texts].map(([path, text]) => [this.#fromTop(path), text] as const));
    for (const [path, text] of byPath) await this.#scratch.write(path, text);
    const stored = await addAll(this.#writingGit, byPath.keys());
    return [...byPath.keys()].map((path): IndexChange => {
      const before = this.state.entries.get(path);
      const id = stored.get(path)?.id;
      if (id === undefined) throw new Error(`git did not take ${path}`);
      return { path, before, after: { mode: before?.mode ?? "100644", id } };
    });
  }

  /** Changes entries in the index of the user: all of them, or none. */
  async stage(changes: readonly IndexChange[]): Promise<void> {
    await changeIndex({ git: this.#indexGit, scratch: this.#writingGit }, changes);
    // Notes times and sizes, so that git need not read the files again. Ends with 1 if others have changed.
    await this.#indexGit(["update-index", "-q", "--refresh"]).catch(() => undefined);
  }

  /** Returns the files of which another content, or none, is staged by now. */
  async movedAmong(paths: Iterable<string>): Promise<readonly string[]> {
    const fromTop = new Map([...paths].map((path) => [this.#fromTop(path), path] as const));
    const now = await entriesOf(this.#indexGit, fromTop.keys());
    return [...fromTop]
      .filter(([path]) => now.get(path)?.id !== this.state.entries.get(path)?.id)
      .map(([, path]) => path);
  }

  async close(): Promise<void> {
    await this.#scratch.remove();
  }

  #fromTop(path: string): string {
    return `${this.state.prefix}${path}`;
  }
}

function stagedPaths({ files, prefix }: StagedState): readonly string[] {
  return [...files].map((path) => `${prefix}${path}`);
}

/** Checks the staged files out, by the attributes of the index. */
async function checkOut(state: StagedState, scratch: ScratchTree, git: RunGit): Promise<void> {
  const paths = stagedPaths(state);
  const folders = new Set(["."]);
  for (const path of paths)
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) folders.add(folder);
  for (const folder of folders) {
    const path = folder === "." ? ".gitattributes" : `${folder}/.gitattributes`;
    const entry = state.entries.get(path);
    if (entry?.mode.startsWith("100"))
      await scratch.write(path, await git(["cat-file", "blob", entry.id]));
  }
  await inBatches(git, ["checkout-index", "--force", "--"], paths);
}

async function findInexact(state: StagedState, git: RunGit): Promise<ReadonlySet<string>> {
  const stored = await addAll(git, stagedPaths(state));
  const { files, prefix, entries } = state;
  return new Set(
    [...files].filter((path) => {
      const fromTop = `${prefix}${path}`;
      return stored.get(fromTop)?.id !== entries.get(fromTop)?.id;
    }),
  );
}

/** Puts files of the scratch tree into its index. */
async function addAll(
  git: RunGit,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, StoredFile>> {
  const all = [...paths];
  await inBatches(git, ["update-index", "--add", "--"], all);
  return entriesOf(git, all);
}
