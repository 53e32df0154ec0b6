import type { RunGit } from "../run-git.ts";
import type { StoredFile } from "./index-entries.ts";

/** The entries of one call. */
const MOST_ENTRIES = 100;

/** Makes a tree of nothing but some entries, by their paths, in an index that is emptied first. Returns its id. */
export async function treeOfEntries(
  git: RunGit,
  entries: ReadonlyMap<string, Pick<StoredFile, "mode" | "id">>,
): Promise<string> {
  const all = [...entries];
  await git(["read-tree", "--empty"]);
  for (let at = 0; at < all.length; at += MOST_ENTRIES) {
    const some = all.slice(at, at + MOST_ENTRIES);
    const infos = some.flatMap(([path, { mode, id }]) => ["--cacheinfo", `${mode},${id},${path}`]);
    await git(["update-index", "--add", ...infos]);
  }
  return (await git(["write-tree"])).trim();
}
