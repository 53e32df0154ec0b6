import { globBase, isGlob, pathMatcher } from "../../shared/paths/glob.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import { looksSecret } from "./secret-name.ts";

/** The parts of a glob that stand for more than one name. */
const OPEN = /\{[^}]*\}|\[[^\]]*\]|[@!+?*]\([^)]*\)|[*?]/g;

/**
 * Finds a pattern that names a file, so that it is more than a pattern which happens to match it (F21): the path of the
 * file; or a glob whose last part has fixed characters besides an extension (`.env*`, `coverage-*.json`), or is for a
 * kind of secrets (`*.pem`). `**`, `src/**` and `*.json` name nothing.
 *
 * `isIgnored` tells if git ignores a path: a glob that begins in an ignored folder (`dist/**`) names what is in it.
 */
export function isNamedBy(
  patterns: readonly string[],
  path: string,
  isIgnored?: (path: string) => boolean,
): boolean {
  return patterns.some((pattern) => {
    if (tidyPath(pattern) === path) return true;
    if (!pathMatcher([pattern])(path)) return false;
    const base = globBase(pattern);
    if (isIgnored !== undefined && base !== "" && isIgnored(tidyPath(base))) return true;
    return isGlob(pattern) && hasNameIn(pattern.slice(pattern.lastIndexOf("/") + 1));
  });
}

function hasNameIn(last: string): boolean {
  const fixed = last.replace(OPEN, "*");
  const isKind = /^\*+(\.\w*\*?)?$/.test(fixed); // `*.json`
  return (/\w/.test(fixed) && !isKind) || looksSecret(last.replace(OPEN, "x"));
}
