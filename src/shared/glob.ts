import picomatch from "picomatch";

/** Answers whether a posix path matches one of the globs it was made from. */
export type GlobMatcher = (path: string) => boolean;

/** Whether the text has glob syntax; otherwise it names one file or folder. */
export function isGlob(text: string): boolean {
  return picomatch.scan(text).isGlob;
}

/**
 * A matcher for any of the globs. `*` stays in one folder and `**` crosses folders (A11); names
 * that begin with a dot match like others (A10). No glob matches nothing.
 */
export function globMatcher(globs: readonly string[]): GlobMatcher {
  if (globs.length === 0) return () => false;
  return picomatch([...globs], { dot: true, nonegate: true, strictSlashes: true });
}

/** The folder below which a glob can match; of a text without glob syntax the text itself. */
export function globBase(glob: string): string {
  return picomatch.scan(glob).base;
}
