/** Returns the innermost folder that has all paths, with a slash at its end; empty if that is the top. */
export function commonFolder(paths: readonly string[]): string {
  let [common] = paths.map(folderOf);
  for (const path of paths)
    while (common !== undefined && !path.startsWith(common)) common = folderOf(common.slice(0, -1));
  return common ?? "";
}

/** Returns the first two folders of a path below a folder around it: what a person calls a part of a repository. */
export function partOf(path: string, around: string): string {
  const folders = path.slice(around.length).split("/").slice(0, -1);
  return `${around}${folders
    .slice(0, 2)
    .map((name) => `${name}/`)
    .join("")}`;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
