import { utimesSync } from "node:fs";
import { join } from "node:path";
import { listUncommitted } from "../../src/git/uncommitted/list-uncommitted.ts";
import { git, tempFolder, tempRepository, writeTree } from "./temp-tree.ts";

export const list = async (root: string) =>
  [...((await listUncommitted(root))?.paths ?? ["none"])].sort();

/** A repository whose file `a.bin` goes through a filter, and the path of a file that exists if the filter ran. */
export function filteredRepository(name: string, blob: string, onDisk: string) {
  const canary = join(tempFolder(), "canary");
  const root = tempRepository({ ".gitattributes": `*.bin filter=${name}\n`, "b.ts": "b" });
  // The filter puts the text of the blob in the place of the file's.
  const clean = `printf '%s' '${blob}' | cat`;
  git(root, "config", `filter.${name}.clean`, clean);
  writeTree(root, { "a.bin": onDisk });
  git(root, "add", "a.bin");
  git(root, "commit", "-qm", "Filtered");
  git(root, "config", `filter.${name}.clean`, `touch ${canary}; ${clean}`);
  git(root, "config", `filter.${name}.required`, "true");
  return { root, canary };
}

export const touch = (root: string) => utimesSync(join(root, "a.bin"), 1, 1);
