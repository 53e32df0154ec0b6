import { type PathLike, readdir } from "node:fs";
import { relative } from "node:path";
import { toPosix } from "../shared/paths/posix-path.ts";

/**
 * Returns the files under a folder that is in no git work tree, sorted: hidden files too, without those that
 * `.gitignore` files ignore, `node_modules`, `.git` and `.sluice`. Links are not followed (A10). A folder that the
 * system does not list goes to `onUnlisted`, relative to the root.
 */
export async function walkFiles(
  root: string,
  onUnlisted: (folder: string) => void = () => undefined,
): Promise<readonly string[]> {
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
    fs: { readdir: notingReaddir((path) => onUnlisted(toPosix(relative(root, path)))) },
  });
  return files.filter((path) => !path.endsWith("/")).sort();
}

/** Returns `readdir` in the one form that the library calls, with options and a callback; it notes what fails. */
function notingReaddir(onFailure: (path: string) => void): typeof readdir {
  const noting: unknown = (path: PathLike, options: object, done: (...args: unknown[]) => void) =>
    readdir(path, options, (error: Error | null, entries: unknown) => {
      if (error) onFailure(String(path));
      done(error, entries);
    });
  return noting as typeof readdir; // Of its overloads, this is the one that is called.
}
