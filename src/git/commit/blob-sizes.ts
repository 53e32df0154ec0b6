import type { RunGit } from "../run-git.ts";

/**
 * Returns the sizes of the files of HEAD below the folder that git runs in, in bytes, as they are stored: line ends
 * that a checkout converts do not count. Empty without a commit.
 */
export async function blobSizes(git: RunGit): Promise<ReadonlyMap<string, number>> {
  const listed = await git(["ls-tree", "-r", "-l", "-z", "HEAD"]).catch(() => "");
  const sizes = new Map<string, number>();
  for (const entry of listed.split("\0")) {
    const tab = entry.indexOf("\t");
    // `100644 blob <id>    123<tab>path`; the size is a word where the blob is not here.
    const size = Number(entry.slice(0, tab).split(" ").at(-1));
    if (tab !== -1 && Number.isInteger(size)) sizes.set(entry.slice(tab + 1), size);
  }
  return sizes;
}
