import { posix } from "node:path";
import { STATE_FOLDER, STATE_IGNORED } from "../../model/state-folder.ts";
import { foldersAbove } from "../../shared/paths/folders-above.ts";
import type { CommitRules } from "./commit-rules.ts";
import type { TreePaths } from "./list-tree.ts";

/** Names of files that git ignores in the work tree, and that the rules of the commit do not ignore. */
interface HiddenFiles {
  /** A `.gitignore` that the commit does not have so hides them. */
  readonly byTree: readonly string[];
  /** Folders with a `.gitignore` that is ignored, too, as those of caches: git has nothing in them. */
  readonly folders: readonly string[];
  /** Rules hide them that no commit has: `.git/info/exclude` and those of the user. */
  readonly byUser: readonly string[];
}

/** Finds the files that rules hide which the commit does not have. Those that Sluice keeps of runs are left out. */
export async function findHidden(
  { entries, index, others }: TreePaths,
  rules: CommitRules,
): Promise<HiddenFiles> {
  const known = [...entries.keys(), ...index.keys()];
  const isKnown = (name: string) =>
    name.endsWith("/")
      ? known.some((one) => `${one}/`.startsWith(name)) // A repository around files of git, or a submodule.
      : index.has(name) || entries.has(name);
  const hidden = (await rules.unignored()).filter(
    (name) => !others.has(name) && !STATE.test(name) && !isKnown(name),
  );
  if (hidden.length === 0) return { byTree: [], folders: [], byUser: [] };
  const folders = ownFolders(hidden, foldersAbove(known));
  const inFolders = (name: string) => foldersOf(name).some((folder) => folders.has(folder));
  const rest = hidden.filter((name) => !inFolders(name));
  const unlessByUser = new Set(await rules.unignored({ isPrivate: true }));
  return {
    byTree: rest.filter((name) => unlessByUser.has(name)),
    folders: [...folders],
    byUser: rest.filter((name) => !unlessByUser.has(name)),
  };
}

/** Returns the outermost folders with a hidden `.gitignore`, but for those that are known to git. */
function ownFolders(hidden: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> {
  const rules = hidden.filter((name) => name.endsWith("/.gitignore"));
  const folders = new Set(
    rules.map((name) => posix.dirname(name)).filter((name) => !known.has(name)),
  );
  const isInner = (folder: string) => foldersOf(folder).some((outer) => folders.has(outer));
  return new Set([...folders].filter((folder) => !isInner(folder)));
}

function foldersOf(path: string): readonly string[] {
  return [...foldersAbove([path])];
}

/** The parts of a state folder that its own `.gitignore` hides. Each root in the tree may have one. */
const PARTS = STATE_IGNORED.trim()
  .split("\n")
  .map((line) => (STATE_FOLDER + line).replace(/\/$/, "").replaceAll(".", "\\."))
  .map((path) => path.replace("*", "[^/]*"));
const STATE = new RegExp(`(?:^|/)(?:${PARTS.join("|")})(?:/|$)`);
