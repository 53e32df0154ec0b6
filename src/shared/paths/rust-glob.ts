import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { backtrackingSteps, MAX_STEPS } from "../linear/backtracking-steps.ts";
import { matchesLinearly } from "../linear/match-expression.ts";
import { parseExpression } from "../linear/parse-expression.ts";

/** The depth of braces. */
const MAX_DEPTH = 8;

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
  const matchers = globs.map(({ glob, caseInsensitive }) =>
    matcherOf(glob, caseInsensitive ? "sui" : "su"),
  );
  return (path) => matchers.some((matches) => matches(path));
}

/** A `*` crosses folders, so that each one more multiplies the ways to try; too many are matched without them. */
function matcherOf(glob: string, flags: string): (path: string) => boolean {
  const source = translate(glob);
  const quick = new RegExp(source, flags);
  const linear = parseExpression(source, flags);
  if (linear === undefined) throw new Error(`The glob ${glob} cannot be matched.`);
  const stepsFor = backtrackingSteps(linear);
  return (path) =>
    stepsFor(path.length) <= MAX_STEPS
      ? quick.test(path)
      : matchesLinearly(linear, path, { isByCodePoint: true });
}

/** Returns the fault of a glob, in words that follow its name, or undefined if there is none. */
export function rustGlobFault(glob: string): string | undefined {
  if (glob.length > INPUT_LIMITS.globLength)
    return `has more than ${INPUT_LIMITS.globLength} characters`;
  let depth = 0;
  for (const part of partsOf(glob)) {
    if (part === "[") return "opens a bracket that it never closes";
    if (part === "\\") return "ends in a backslash";
    if (part === "{") depth += 1;
    if (part === "}") depth -= 1;
    if (depth > MAX_DEPTH) return `opens more than ${MAX_DEPTH} braces inside each other`;
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
