/**
 * Returns the files of the index that are below a folder which has become a link. Git follows the link and reports the
 * files as unchanged; but it lists the link itself, which it does not take for a folder, as untracked or ignored.
 */
export function filesBehindLinks(
  indexed: Iterable<string>,
  untracked: readonly string[],
): ReadonlySet<string> {
  const others = untracked.filter((path) => !path.endsWith("/"));
  if (others.length === 0) return new Set();
  const folders = new Set<string>();
  let last = "/"; // Files of one folder follow each other.
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
