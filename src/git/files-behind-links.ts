/**
 * Of the files in the index those on whose way a folder has become a link. Git follows it, and sees them
 * unchanged; but it lists the link, which is no folder to it, among what is not tracked, or is ignored.
 */
export function filesBehindLinks(
  indexed: Iterable<string>,
  untracked: readonly string[],
): ReadonlySet<string> {
  const others = untracked.filter((path) => !path.endsWith("/"));
  if (others.length === 0) return new Set();
  const folders = new Set<string>();
  let last = "/"; // Files of a folder follow each other.
  for (const path of indexed) {
    if (path.startsWith(last) && !path.includes("/", last.length)) continue;
    last = path.slice(0, path.lastIndexOf("/") + 1);
    let end = path.lastIndexOf("/");
    for (; end > 0 && !folders.has(path.slice(0, end)); end = path.lastIndexOf("/", end - 1))
      folders.add(path.slice(0, end));
  }
  const links = others.filter((path) => folders.has(path)).map((path) => `${path}/`);
  if (links.length === 0) return new Set();
  return new Set([...indexed].filter((path) => links.some((link) => path.startsWith(link))));
}
