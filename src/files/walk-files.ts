/**
 * Returns the files under a folder that is in no git work tree, sorted: hidden files too, without those that
 * `.gitignore` files ignore, `node_modules`, `.git` and `.sluice`. Links are not followed (A10).
 */
export async function walkFiles(root: string): Promise<readonly string[]> {
  const { globby } = await import("globby"); // Not loaded in a git work tree, where git lists the files.
  const files = await globby("**", {
    cwd: root,
    dot: true,
    gitignore: true,
    followSymbolicLinks: false,
    onlyFiles: false,
    markDirectories: true,
    ignore: ["**/node_modules/**", "**/.git/**", "**/.sluice/**"],
    suppressErrors: true,
  });
  return files.filter((path) => !path.endsWith("/")).sort();
}
