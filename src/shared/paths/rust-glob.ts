import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { inAnyCase, negatedIf, rangesIn, setOf } from "../glob/character-class.ts";
import { ANY, ANYTHING, alternativesOf, type GlobTree, NOTHING } from "../glob/glob-tree.ts";
import { alternativesMatcher } from "../glob/match-pieces.ts";
import { matchesTree } from "../glob/match-tree.ts";

/** The most alternatives that are matched one by one. */
const MOST_ALTERNATIVES = 64;

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
  const matchers = globs.map(matcherOf);
  return (path) => matchers.some((matches) => matches(path));
}

function matcherOf({ glob, caseInsensitive = false }: RustGlob): (path: string) => boolean {
  const tree = treeOf(partsOf(glob), caseInsensitive);
  const alternatives = alternativesOf(tree, MOST_ALTERNATIVES);
  return alternatives === undefined
    ? (path) => matchesTree(tree, path)
    : alternativesMatcher(alternatives);
}

/** Returns the fault of a glob, in words that follow its name, or undefined without one. */
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
  const classes = partsOf(glob).filter((part) => part.startsWith("["));
  const hasNoRange = classes.some((part) => rangesOf(part).some(([from, to]) => from > to));
  return hasNoRange ? "has a range that is none" : undefined;
}

const token =
  /^(?:\*\*\/)+|(?:\/\*\*)+\/|(?:\/\*\*)+$|\*+|\?|\\.|\[!?\]?[^\]]*\]|[{},]|[^*?\\[{},/]+|./gsu;

function partsOf(glob: string): readonly string[] {
  return [...glob.matchAll(token)].map(([part]) => part);
}

/** Returns the tree of parts; braces among them are closed. */
function treeOf(parts: readonly string[], isAnyCase: boolean): GlobTree {
  const open: { readonly options: GlobTree[][] }[] = [{ options: [[]] }];
  for (const part of parts) {
    const inner = open.at(-1)?.options;
    if (part === "{") open.push({ options: [[]] });
    else if (part === "," && open.length > 1) inner?.push([]);
    else if (part === "}")
      open
        .at(-2)
        ?.options.at(-1)
        ?.push(choiceOf(open.pop()?.options ?? []));
    else inner?.at(-1)?.push(...treesOf(part, isAnyCase));
  }
  return choiceOf(open[0]?.options ?? []);
}

function choiceOf(options: readonly (readonly GlobTree[])[]): GlobTree {
  return { kind: "choice", options: options.map((parts) => ({ kind: "sequence", parts })) };
}

const FOLDERS: GlobTree = choiceOf([[NOTHING], [ANY, { kind: "text", text: "/" }]]);

function treesOf(part: string, isAnyCase: boolean): readonly GlobTree[] {
  if (/^(\*\*\/)+$/.test(part)) return [FOLDERS];
  if (/^(\/\*\*)+\/$/.test(part)) return [{ kind: "text", text: "/" }, FOLDERS];
  if (/^(\/\*\*)+$/.test(part)) return [{ kind: "text", text: "/" }, ANY];
  if (part.startsWith("*")) return [ANY];
  if (part === "?") return [{ kind: "one", set: ANYTHING }];
  if (part.startsWith("[")) {
    const set = setOf(rangesOf(part));
    const own = isAnyCase ? inAnyCase(set) : set;
    return [{ kind: "one", set: negatedIf(isNegated(part), own) }];
  }
  const text = part.startsWith("\\") ? part.slice(1) : part;
  return isAnyCase ? [...text].map(anyCaseOf) : [{ kind: "text", text }];
}

function anyCaseOf(character: string): GlobTree {
  const both = [character, character.toUpperCase().toLowerCase()];
  const ranges = both.flatMap((each) => rangesIn([...each].slice(0, 1)));
  return { kind: "one", set: inAnyCase(setOf(ranges)) };
}

function isNegated(part: string): boolean {
  return part.startsWith("[!") || part.startsWith("[^");
}

function rangesOf(part: string): ReturnType<typeof rangesIn> {
  return rangesIn([...part.slice(isNegated(part) ? 2 : 1, -1)]);
}
