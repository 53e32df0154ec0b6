import { globMatcher, isGlob, pathMatcher } from "../shared/paths/glob.ts";

/** A name that no rule covers. */
const ANY = "\uFFFF";

/**
 * Returns a function that is true for a folder in which a glob, folder or file of a list can match something. If names
 * alone cannot decide it, it is true.
 */
export function mayMatchIn(globs: readonly string[]): (folder: string) => boolean {
  const isMatch = pathMatcher(globs);
  return (folder) => isMatch(folder) || globs.some((glob) => reachesInto(glob, folder));
}

/**
 * Returns a function that is true for a folder if a list of globs, folders and files matches everything that can be in
 * it.
 */
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
    if (part.includes("**") || /[{}()[\]]/.test(part)) return true; // They may cross a `/`.
    if (isGlob(part) ? !globMatcher([part])(name) : part !== name) return false;
  }
  return parts.length > names.length;
}
