import { basename, dirname } from "node:path/posix";
import { makeScratchTree, type ScratchTree } from "../../apply/disk/scratch-tree.ts";
import { findSigning, type Signing } from "../../git/commit/find-signing.ts";
import { identityVariables } from "../../git/commit/identity-variables.ts";
import { entriesOf, readIndexEntries, type StoredFile } from "../../git/commit/index-entries.ts";
import { type CommitPlace, OWN_IDENTITY } from "../../git/commit/open-commit-place.ts";
import { inBatches } from "../../git/in-batches.ts";
import { type Environment, gitIn, type RunGit } from "../../git/run-git.ts";
import type { FileMode } from "../../model/patch/file-mode.ts";
import type { CommitAuthor } from "../../model/policy/commits.ts";
import { mergeTexts } from "../../tree/merge-texts.ts";

/**
 * The settings of git in the scratch tree. Modes are those of the index, because the files of the scratch tree have
 * others; nothing is left out of it; a conversion of line ends that is not exact is found out by comparing blobs.
 */
const SETTINGS = [
  "core.fileMode=false",
  "core.safecrlf=false",
  "core.sparseCheckout=false",
  "core.splitIndex=false",
  "core.untrackedCache=false",
  "index.sparse=false",
  "i18n.commitEncoding=UTF-8",
  OWN_IDENTITY,
];

const MODE_SIGNS = [
  ["+", "100755"],
  ["-", "100644"],
] as const;

/** The circumstances of commits. */
export interface StoreOptions {
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** The date of author and committer; milliseconds since 1970. */
  readonly now: number;
  /** Author and committer. Default: those of git. */
  readonly identity?: CommitAuthor | undefined;
  /** True signs, or makes no commit. Default: as the settings of git say. */
  readonly sign?: boolean | undefined;
  /** Returns a path for the scratch tree, which does not exist; by default it is among the temporary files. */
  readonly commitFolder?: () => Promise<string | undefined>;
}

/** The commit that is checked out, and how others are signed. */
interface StoreContent {
  readonly head: string;
  readonly entries: ReadonlyMap<string, StoredFile>;
  readonly signing: Signing | undefined;
}

/**
 * Makes the objects of commits: blobs as `git add` would, but without filters, trees and commits. It works in a scratch
 * tree with an index of its own, so that neither the work tree nor the index of the user is touched. Paths count from
 * the top.
 */
export class CommitStore {
  readonly #scratch: ScratchTree;
  readonly #git: RunGit;
  readonly #head: string;
  readonly #signing: Signing | undefined;
  readonly #trees = new Map<string, string>();
  /** The files of the commit that is checked out. */
  readonly head: ReadonlyMap<string, StoredFile>;

  private constructor(scratch: ScratchTree, git: RunGit, { head, entries, signing }: StoreContent) {
    this.#scratch = scratch;
    this.#git = git;
    this.#head = head;
    this.#signing = signing;
    this.head = entries;
  }

  static async open({ top, head }: CommitPlace, options: StoreOptions): Promise<CommitStore> {
    const { env, signal, commitFolder, sign } = options;
    const scratch = await makeScratchTree(await commitFolder?.());
    try {
      const variables = {
        GIT_WORK_TREE: scratch.folder,
        GIT_INDEX_FILE: scratch.index,
        ...variablesOf(options),
      };
      const signing = await findSigning(gitIn(top, env, { signal }), sign);
      const settings = [...SETTINGS, ...(signing?.settings ?? [])];
      const git = gitIn(top, env, { signal, settings, variables });
      await git(["read-tree", head]);
      const entries = await readIndexEntries(git);
      return new CommitStore(scratch, git, { head, entries, signing });
    } catch (error) {
      await scratch.remove();
      throw error;
    }
  }

  /** Git in the scratch tree. */
  get git(): RunGit {
    return this.#git;
  }

  /** Puts the attributes of the commit in place by which line ends of these paths are converted. */
  async attributesFor(paths: Iterable<string>): Promise<void> {
    const folders = new Set<string>();
    for (const path of paths)
      for (let folder = dirname(path); ; folder = dirname(folder)) {
        folders.add(folder);
        if (folder === ".") break;
      }
    for (const folder of folders) {
      const path = folder === "." ? ".gitattributes" : `${folder}/.gitattributes`;
      const stored = this.head.get(path);
      if (stored?.mode.startsWith("100"))
        await this.#scratch.write(path, await this.#git(["cat-file", "blob", stored.id]));
    }
  }

  /**
   * Puts texts into the index of the scratch tree, and takes files that are null from it; files keep their modes but for
   * those in `modes`. Returns each entry.
   */
  async put(
    texts: ReadonlyMap<string, string | null>,
    modes: ReadonlyMap<string, FileMode>,
  ): Promise<ReadonlyMap<string, StoredFile | undefined>> {
    const added = new Map(
      [...texts].flatMap(([path, text]) => (text === null ? [] : [[path, text]])),
    );
    const gone = [...texts.keys()].filter((path) => !added.has(path));
    await inBatches(this.#git, ["update-index", "--force-remove", "--"], gone);
    const entries = new Map(await this.add(added));
    for (const [sign, mode] of MODE_SIGNS) {
      const paths = [...entries.keys()].filter((path) => modes.get(path) === mode);
      await inBatches(this.#git, ["update-index", `--chmod=${sign}x`, "--"], paths);
      for (const path of paths) entries.set(path, { ...(entries.get(path) as StoredFile), mode });
    }
    return new Map([...texts.keys()].map((path) => [path, entries.get(path)]));
  }

  /** Puts texts into the index of the scratch tree. Returns the mode and blob of each. */
  async add(texts: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, StoredFile>> {
    for (const [path, text] of texts) await this.#scratch.write(path, text);
    await inBatches(this.#git, ["update-index", "--add", "--"], texts.keys());
    const entries = await entriesOf(this.#git, texts.keys());
    return new Map(
      [...texts.keys()].map((path) => {
        const entry = entries.get(path);
        if (entry === undefined) throw new Error(`git did not take ${basename(path)}.`);
        return [path, entry] as const;
      }),
    );
  }

  /** Empties the index of the scratch tree of everything but a commit: by default the one that is checked out. */
  async reset(commit = this.#head): Promise<void> {
    await this.#git(["read-tree", commit]);
  }

  /**
   * Returns the text of a blob as git would check it out at a path, without filters. `id` may be `<commit>:<path>`,
   * too.
   */
  text(path: string, id: string): Promise<string> {
    return this.#git(["cat-file", "--filters", `--path=${path}`, id]);
  }

  /** Merges the change from `base` to `other` into `current`, as git does; undefined if there is a conflict. */
  async merge(current: string, base: string, other: string): Promise<string | undefined> {
    return mergeTexts({ current, base, other }, this.#scratch, this.#git);
  }

  /** Makes a commit of the index of the scratch tree; undefined if it changes nothing. */
  async commit(parent: string, message: string): Promise<string | undefined> {
    const tree = (await this.#git(["write-tree"])).trim();
    if (tree === (await this.#treeOf(parent))) return undefined;
    const file = await this.#scratch.note("message", message);
    const sign = this.#signing === undefined ? [] : ["-S"];
    const args = ["commit-tree", ...sign, tree, "-p", parent, "-F", file];
    const commit = (await this.#git(args)).trim();
    this.#trees.set(commit, tree);
    return commit;
  }

  async close(): Promise<void> {
    await this.#scratch.remove();
  }

  async #treeOf(commit: string): Promise<string> {
    const known = this.#trees.get(commit);
    const tree = known ?? (await this.#git(["rev-parse", `${commit}^{tree}`])).trim();
    this.#trees.set(commit, tree);
    return tree;
  }
}

function variablesOf({ now, identity }: StoreOptions): Readonly<Record<string, string>> {
  const date = `@${Math.floor(now / 1000)} +0000`; // Without `@` git takes no date before 1973.
  return { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, ...identityVariables(identity) };
}
