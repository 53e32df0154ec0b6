/**
 * The files under a folder that is in no git work tree: hidden ones too, without what `.gitignore`
 * files ignore, `node_modules`, `.git` and `.sluice`; links are not followed (A10). Sorted.
 */
export async function walkFiles(root: string): Promise<readonly string[]> {
  const { globby } = await import("globby"); // Not loaded inside git, where git lists the files.
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
