import { isAbsolute, join, relative } from "node:path";
import { shellWord } from "../../shared/shell-word.ts";

/** Returns the words of a command line in a folder that name a policy of a root. */
export function wordsFor(path: string, root: string, cwd: string): string {
  const named = relative(cwd, isAbsolute(path) ? path : join(root, path));
  return shellWord(named.startsWith("-") ? `./${named}` : named) + rootOption(root, cwd);
}

/** Returns the option for a root, after a blank; nothing for the working directory. */
export function rootOption(root: string, cwd: string): string {
  return root === cwd ? "" : ` --root=${shellWord(relative(cwd, root))}`;
}
