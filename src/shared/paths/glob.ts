import picomatch from "picomatch";

/** Returns true for a posix path that matches one of the globs of the matcher. */
export type GlobMatcher = (path: string) => boolean;

/** Names may contain a line end (`s`). A leading `!` is not syntax here. */
const OPTIONS = { dot: true, nonegate: true, strictSlashes: true, flags: "s" };

/** True if the text has glob syntax; otherwise it names one file or folder. */
export function isGlob(text: string): boolean {
  return picomatch.scan(escapeParentheses(text)).isGlob;
}

/** Returns the folder that holds everything a glob can match, "" for the root; for a name the name itself. */
export function globBase(path: string): string {
  if (!isGlob(path)) return path;
  const { base } = picomatch.scan(escapeParentheses(path));
  return base === "." ? "" : base.replaceAll("\\", "");
}

/**
 * Returns a glob with the meaning it has in names such as `app/(auth)/[id]/page.tsx`: parentheses without one of
 * `@!+?*` before them are parentheses, and brackets are a class of characters and themselves.
 */
function variantsOf(glob: string): string[] {
  const plain = escapeParentheses(glob);
  return plain.includes("[") ? [plain, plain.replace(/(?<!\\)[[\]]/g, "\\$&")] : [plain];
}

function escapeParentheses(glob: string): string {
  let depth = 0; // The extended globs that are open: `@(a|b)`.
  return glob.replace(/\\.|[@!+?*]\(|[()]/g, (part) => {
    if (part.length === 2) {
      if (part.endsWith("(") && !part.startsWith("\\")) depth += 1;
      return part;
    }
    if (part === ")" && depth > 0) {
      depth -= 1;
      return part;
    }
    return `\\${part}`;
  });
}

/** Compiled matchers by their list, because a policy's conditions are evaluated once for each action. */
const compiled = new WeakMap<readonly string[], GlobMatcher>();

/**
 * Returns a matcher for any of the globs. `*` stays in one folder and `**` crosses folders (A11); names that begin with
 * a dot match like others (A10). An empty list matches nothing. The list must not change.
 */
export function globMatcher(globs: readonly string[]): GlobMatcher {
  const known = compiled.get(globs);
  if (known) return known;
  const matcher = compileGlobs(globs.flatMap(variantsOf));
  compiled.set(globs, matcher);
  return matcher;
}

/** One expression for all of them, for lists of a hundred thousand paths. A text also matches itself. */
function compileGlobs(globs: readonly string[]): GlobMatcher {
  if (globs.length === 0) return () => false;
  const literal = new Set(globs);
  const sources = globs.map((glob) => picomatch.makeRe(glob, OPTIONS).source);
  const pattern = new RegExp(sources.join("|"), OPTIONS.flags);
  return (path) => path !== "" && (literal.has(path) || pattern.test(path));
}

const pathMatchers = new WeakMap<readonly string[], GlobMatcher>();

/** Returns a matcher for globs, files and folders: a name without glob syntax also covers everything below it. */
export function pathMatcher(paths: readonly string[]): GlobMatcher {
  const known = pathMatchers.get(paths);
  if (known) return known;
  const matcher = globMatcher(
    paths.flatMap((path) => {
      if (path === "") return ["**"];
      const folder = [escapeGlob(path), `${escapeGlob(path)}/**`];
      if (!isGlob(path)) return folder;
      return /[*?{]|[@!+]\(/.test(path) ? [path] : [path, ...folder]; // `app/[id]` may be a name.
    }),
  );
  pathMatchers.set(paths, matcher);
  return matcher;
}

function escapeGlob(path: string): string {
  return path.replace(/[\\()[\]{}!*?+@|^$]/g, "\\$&");
}
