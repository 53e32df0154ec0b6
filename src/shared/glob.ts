import picomatch from "picomatch";

/** Answers whether a posix path matches one of the globs it was made from. */
export type GlobMatcher = (path: string) => boolean;

/** Whether the text has glob syntax; otherwise it names one file or folder. */
export function isGlob(text: string): boolean {
  return picomatch.scan(text).isGlob;
}

/** Compiled matchers by their list: a policy's conditions are evaluated once for each action. */
const compiled = new WeakMap<readonly string[], GlobMatcher>();

/**
 * A matcher for any of the globs. `*` stays in one folder and `**` crosses folders (A11); names
 * that begin with a dot match like others (A10). No glob matches nothing. The list must not change.
 */
export function globMatcher(globs: readonly string[]): GlobMatcher {
  const known = compiled.get(globs);
  if (known) return known;
  const matcher: GlobMatcher =
    globs.length === 0
      ? () => false
      : picomatch([...globs], { dot: true, nonegate: true, strictSlashes: true });
  compiled.set(globs, matcher);
  return matcher;
}

const pathMatchers = new WeakMap<readonly string[], GlobMatcher>();

/** A matcher for globs, files and folders: a name without glob syntax also means all that is below it. */
export function pathMatcher(paths: readonly string[]): GlobMatcher {
  const known = pathMatchers.get(paths);
  if (known) return known;
  const matcher = globMatcher(
    paths.flatMap((path) => {
      if (path === "") return ["**"];
      return isGlob(path) ? [path] : [escapeGlob(path), `${escapeGlob(path)}/**`];
    }),
  );
  pathMatchers.set(paths, matcher);
  return matcher;
}

function escapeGlob(path: string): string {
  return path.replace(/[\\()[\]{}!*?+@|^$]/g, "\\$&");
}

/** The folder below which a glob can match; of a text without glob syntax the text itself. */
export function globBase(glob: string): string {
  return picomatch.scan(glob).base;
}
