import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { foldersAbove } from "../../shared/paths/folders-above.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";
import { findRepository } from "../find-repository.ts";
import { inBatches } from "../in-batches.ts";
import { type Environment, gitIn, type RunGit } from "../run-git.ts";
import { type AskBytes, askBytes, entriesIn, namesIn, type TreeEntry } from "./list-tree.ts";

/** The circumstances of a comparison. */
export interface Comparing {
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** A folder for indexes of git, outside of the tree, whose name nobody could know. */
  readonly scratch: string;
}

/**
 * The files `.gitignore` and `.gitattributes` of a commit, as git reads them for the work tree: an index of their own
 * has them, and what lies in the work tree under these names does not count.
 */
export interface CommitRules {
  /**
   * Returns the files that are not in the index of the rules, and not ignored by them; `isPrivate`: nor by the user.
   */
  unignored(options?: { readonly isPrivate: boolean }): Promise<readonly string[]>;
  /** Returns those of some paths, relative to the root, that git-lfs stores. */
  storedByLfs(paths: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Opens the rules of a commit for the files below a root; `entries` are those of the commit below it. */
export async function openCommitRules(
  root: string,
  commit: string,
  entries: ReadonlyMap<string, TreeEntry>,
  { env, signal, scratch }: Comparing,
): Promise<CommitRules> {
  const top = dirname(findRepository(root) ?? join(root, ".git"));
  const below = pathInside(top, realpathSync(root)) ?? "";
  const prefix = below === "" ? "" : `${below}/`;
  const variables = { GIT_INDEX_FILE: join(scratch, `rules-${commit}`) };
  const options = { signal, variables, settings: SETTINGS };
  const ignoring = `.${basename(scratch)}`;
  // With paths of one folder alone, git would forget the rules of those above it.
  const paths = prefix === "" ? [] : ["--", `:(literal)${prefix}`, ignoring];
  const git = gitIn(root, env, options);
  const ask = askBytes((onBytes) => gitIn(top, env, { ...options, onBytes }));
  const above = await entriesAbove(ask, commit, prefix);
  const own = [...entries].map(([name, entry]) => [bytesOf(prefix) + name, entry] as const);
  await writeIndex(gitIn(top, env, options), [...above, ...own], ignoring);
  return {
    async unignored({ isPrivate } = { isPrivate: false }) {
      // The name of `--exclude-standard` gives way to the last one.
      const standard = isPrivate ? ["--exclude-standard"] : [];
      const ours = `--exclude-per-directory=${ignoring}`;
      const listed = await ask(["ls-files", "-z", "--others", ...standard, ours, ...paths]);
      return namesIn(listed).map((name) => name.slice(bytesOf(prefix).length));
    },
    async storedByLfs(paths) {
      const answers = await inBatches(git, ["check-attr", "--cached", "-z", "filter", "--"], paths);
      const fields = answers.flatMap((answer) => answer.split("\0").slice(0, -1));
      return new Set(fields.filter((_, at) => at % 3 === 0 && fields[at + 2] === "lfs"));
    },
  };
}

/** The index is a whole file, and holds nothing but the rules. */
const SETTINGS = [
  "core.sparseCheckout=false",
  "core.splitIndex=false",
  "core.untrackedCache=false",
  "index.sparse=false",
];

const RULES = /(^|\/)(?:\.gitignore|\.gitattributes)$/;

/** Returns the rules of the folders above the root, by their names from the top. */
async function entriesAbove(
  ask: AskBytes,
  commit: string,
  prefix: string,
): Promise<ReadonlyMap<string, TreeEntry>> {
  if (prefix === "") return new Map();
  const folders = ["", ...foldersAbove([prefix])].map((folder) => folder && `${folder}/`);
  const outer = folders.filter((folder) => folder !== prefix);
  const names = outer.flatMap((folder) => [`${folder}.gitignore`, `${folder}.gitattributes`]);
  return entriesIn(await ask(["ls-tree", "-z", "--full-tree", commit, "--", ...names]));
}

/** Git reads rules from the index where the work tree has no such file, and the entry is marked so. */
async function writeIndex(
  git: RunGit,
  entries: readonly (readonly [string, TreeEntry])[],
  ignoring: string,
): Promise<void> {
  // Git follows no link of this name, and knows a name that is not UTF-8 by its bytes alone.
  const rules = entries.filter(([name, { mode }]) => RULES.test(name) && mode.startsWith("100"));
  const named = rules
    .map(([name, { id }]) => [Buffer.from(name, "latin1").toString(), id] as const)
    .filter(([path]) => !path.includes("\uFFFD"))
    .map(([path, id]) => [path.replace(/\.gitignore$/, ignoring), id] as const);
  const infos = named.map(([path, id]) => `100644,${id},${path}`);
  await inBatches(git, ["update-index", "--add"], infos, ["--cacheinfo"]);
  const paths = named.map(([path]) => path);
  await inBatches(git, ["update-index", "--skip-worktree", "--"], paths);
}

function bytesOf(text: string): string {
  return Buffer.from(text).toString("latin1");
}
