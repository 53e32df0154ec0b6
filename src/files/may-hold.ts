import { globMatcher, isGlob, pathMatcher } from "../shared/paths/glob.ts";

/** A name that no rule is about. */
const ANY = "\uFFFF";

/**
 * Answers whether a glob, folder or file of a list can match something in a folder. Where that takes more than
 * a look at the names, the answer is yes.
 */
export function mayMatchIn(globs: readonly string[]): (folder: string) => boolean {
  const isMatch = pathMatcher(globs);
  return (folder) => isMatch(folder) || globs.some((glob) => reachesInto(glob, folder));
}

/** Answers whether a list of globs, folders and files matches all that can be in a folder. */
export function matchesAllIn(globs: readonly string[]): (folder: string) => boolean {
  const isMatch = pathMatcher(globs);
  return (folder) =>
    isMatch(folder) || (isMatch(`${folder}/${ANY}`) && isMatch(`${folder}/${ANY}/${ANY}`));
}

function reachesInto(glob: string, folder: string): boolean {
  const parts = glob.split("/");
  const names = folder.split("/");
  for (const [index, name] of names.entries()) {
    const part = parts[index];
    if (part === undefined) return false;
    if (part.includes("**") || /[{}()[\]]/.test(part)) return true; // They may reach over a `/`.
    if (isGlob(part) ? !globMatcher([part])(name) : part !== name) return false;
  }
  return parts.length > names.length;
}
