/** A glob as ast-grep's rule files write it. */
export interface RustGlob {
  readonly glob: string;
  readonly caseInsensitive?: boolean;
}

/**
 * A matcher for globs in the dialect of Rust's `globset`, which ast-grep uses for `files` and `ignores`:
 * `*` and `?` match `/` as well, double stars between slashes also match no folder at all, `[!a-z]` and
 * `{a,b}` are known, a backslash escapes. No glob matches nothing. Throws a SyntaxError for a wrong glob.
 */
export function rustGlobMatcher(globs: readonly RustGlob[]): (path: string) => boolean {
  const expressions = globs.map(
    ({ glob, caseInsensitive }) => new RegExp(translate(glob), caseInsensitive ? "sui" : "su"),
  );
  return (path) => expressions.some((expression) => expression.test(path));
}

const token =
  /^\*\*$|^(?:\*\*\/)+|(?:\/\*\*)+\/|(?:\/\*\*)+$|\*+|\?|\\.|\[!?\]?[^\]]*\]|[{},]|[^*?\\[{},/]+|./gsu;

function translate(glob: string): string {
  let depth = 0;
  const parts = [...glob.matchAll(token)].map(([part]) => {
    if (part === "**" && part.length === glob.length) return ".*";
    if (part === "{") depth += 1;
    if (part === "}") depth -= 1;
    if (depth < 0) throw new SyntaxError(`\`${glob}\` closes a brace that it never opened`);
    return translatePart(part, glob, depth > 0);
  });
  if (depth > 0) throw new SyntaxError(`\`${glob}\` opens a brace that it never closes`);
  return `^${parts.join("")}$`;
}

function translatePart(part: string, glob: string, isInBraces: boolean): string {
  if (/^(\*\*\/)+$/.test(part)) return "(?:.*/)?";
  if (/^(\/\*\*)+\/$/.test(part)) return "/(?:.*/)?";
  if (/^(\/\*\*)+$/.test(part)) return "/.*";
  if (part.startsWith("*")) return ".*";
  if (part === "?") return ".";
  if (part === "{") return "(?:";
  if (part === "}") return ")";
  if (part === "," && isInBraces) return "|";
  if (part.startsWith("[") && part.length > 1) return characterClass(part);
  if (part === "[") throw new SyntaxError(`\`${glob}\` opens a bracket that it never closes`);
  const text = part.startsWith("\\") ? part.slice(1) : part;
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function characterClass(part: string): string {
  const isNegated = part.startsWith("[!") || part.startsWith("[^");
  const inside = part.slice(isNegated ? 2 : 1, -1);
  return `[${isNegated ? "^" : ""}${inside.replace(/[\\\]^[]/g, "\\$&")}]`;
}
