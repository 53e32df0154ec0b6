/** A glob as ast-grep's rule files write it. */
export interface RustGlob {
  readonly glob: string;
  readonly caseInsensitive?: boolean;
}

/**
 * Returns a matcher for globs in the dialect of Rust's `globset`, which ast-grep uses for `files` and `ignores`: `*`
 * and `?` also match `/`, double stars between slashes also match no folder at all, `[!a-z]` and `{a,b}` are supported,
 * a backslash escapes. An empty list matches nothing. The globs must have no {@link rustGlobFault}.
 */
export function rustGlobMatcher(globs: readonly RustGlob[]): (path: string) => boolean {
  const expressions = globs.map(
    ({ glob, caseInsensitive }) => new RegExp(translate(glob), caseInsensitive ? "sui" : "su"),
  );
  return (path) => expressions.some((expression) => expression.test(path));
}

/** Returns the fault of a glob, in words that follow its name, or undefined if there is none. */
export function rustGlobFault(glob: string): string | undefined {
  let depth = 0;
  for (const part of partsOf(glob)) {
    if (part === "[") return "opens a bracket that it never closes";
    if (part === "\\") return "ends in a backslash";
    if (part === "{") depth += 1;
    if (part === "}") depth -= 1;
    if (depth < 0) return "closes a brace that it never opened";
  }
  if (depth > 0) return "opens a brace that it never closes";
  try {
    rustGlobMatcher([{ glob }]);
    return undefined;
  } catch {
    return "has a range that is none"; // The only part that is not escaped: `[z-a]`.
  }
}

const token =
  /^(?:\*\*\/)+|(?:\/\*\*)+\/|(?:\/\*\*)+$|\*+|\?|\\.|\[!?\]?[^\]]*\]|[{},]|[^*?\\[{},/]+|./gsu;

function partsOf(glob: string): readonly string[] {
  return [...glob.matchAll(token)].map(([part]) => part);
}

function translate(glob: string): string {
  let depth = 0;
  const parts = partsOf(glob).map((part) => {
    if (part === "{") depth += 1;
    if (part === "}") depth -= 1;
    return translatePart(part, { depth });
  });
  return `^${parts.join("")}$`;
}

/** `depth`: the number of braces that are open. */
function translatePart(part: string, { depth }: { readonly depth: number }): string {
  if (/^(\*\*\/)+$/.test(part)) return "(?:.*/)?";
  if (/^(\/\*\*)+\/$/.test(part)) return "/(?:.*/)?";
  if (/^(\/\*\*)+$/.test(part)) return "/.*";
  if (part.startsWith("*")) return ".*";
  if (part === "?") return ".";
  if (part === "{") return "(?:";
  if (part === "}") return ")";
  if (part === "," && depth > 0) return "|";
  if (part.startsWith("[")) return characterClass(part);
  const text = part.startsWith("\\") ? part.slice(1) : part;
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function characterClass(part: string): string {
  const isNegated = part.startsWith("[!") || part.startsWith("[^");
  const inside = part.slice(isNegated ? 2 : 1, -1);
  return `[${isNegated ? "^" : ""}${inside.replace(/[\\\]^[]/g, "\\$&")}]`;
}
