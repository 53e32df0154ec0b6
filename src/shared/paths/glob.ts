import picomatch from "picomatch";
import { backtrackingSteps, MAX_STEPS } from "../linear/backtracking-steps.ts";
import type { Expression } from "../linear/expression.ts";
import { matchesLinearly, repetitionDepth } from "../linear/match-expression.ts";
import { parseExpression } from "../linear/parse-expression.ts";
import { globBase, isGlob, variantsOf } from "./glob-syntax.ts";

export { globBase, isGlob } from "./glob-syntax.ts";

/** Returns true for a posix path that matches one of the globs of the matcher. */
export type GlobMatcher = (path: string) => boolean;

/** Names may contain a line end (`s`). A leading `!` is not syntax here. */
const OPTIONS = { dot: true, nonegate: true, strictSlashes: true, flags: "s" };
/** The paths that the engine of the language matches; in longer ones even simple globs would backtrack for long. */
const SHORT_PATH = 256;
/** Globs in one expression: the engine has limits of groups and of length. */
const GLOBS_AT_ONCE = 200;

/** The most wildcards, groups and separators of one glob. */
const MAX_SPECIALS = 200;
/** The depth of groups in one glob. */
const MAX_DEPTH = 8;
/** A list with more globs is sorted by the folders that they begin with. */
const FEW = 32;
/** A folder without a character that could have a meaning in a glob. */
const PLAIN_FOLDER = /^[\w@.-]+(\/[\w@.-]+)*$/;

/**
 * Returns why a glob of a file or of a caller is refused, in words that follow its name; undefined if it can be matched
 * in a time that grows with the lengths of the glob and of the path only.
 */
export function globFault(glob: string): string | undefined {
  if (glob === "") return undefined; // No glob at all, which others refuse in words of their own.
  if (PLAIN_FOLDER.test(glob)) return undefined;
  const plain = glob.replace(/\\./gs, "");
  const specials = plain.match(/[*?+{}()[\]]+/g)?.length ?? 0;
  if (specials > MAX_SPECIALS) return `has more than ${MAX_SPECIALS} wildcards and groups`;
  let depth = 0;
  for (const character of plain) {
    if ("{([".includes(character)) depth += 1;
    if ("})]".includes(character)) depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return `has groups that are nested more than ${MAX_DEPTH} deep`;
  }
  return variantsOf(glob)
    .map(compileFault)
    .find((fault) => fault !== undefined);
}

/** Compiled matchers by their list, because a policy's conditions are evaluated once for each action. */
const compiled = new WeakMap<readonly string[], GlobMatcher>();

/**
 * Returns a matcher for any of the globs, none of which has a {@link globFault}. `*` stays in one folder and `**`
 * crosses folders (A11); names that begin with a dot match like others (A10). A text also matches itself. An empty list
 * matches nothing. The list must not change.
 */
export function globMatcher(globs: readonly string[]): GlobMatcher {
  const known = compiled.get(globs);
  if (known) return known;
  const literal = new Set(globs);
  const isMatch =
    globs.length > FEW ? matcherByFolder(globs) : compileGlobs(globs.flatMap(variantsOf));
  const matcher: GlobMatcher =
    globs.length === 0
      ? matchesNothing
      : (path) => path !== "" && (literal.has(path) || isMatch(path));
  compiled.set(globs, matcher);
  return matcher;
}

function matchesNothing(): boolean {
  return false;
}

/** Tries only globs whose folder holds the path, or that begin with no folder: lists can have thousands of globs. */
function matcherByFolder(globs: readonly string[]): GlobMatcher {
  const byFolder = new Map<string, string[]>();
  for (const glob of globs) {
    const base = globBase(glob);
    const folder = PLAIN_FOLDER.test(base) && glob.startsWith(base) ? base : "";
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), glob]);
  }
  const matchers = new Map(
    [...byFolder].map(([folder, own]) => [folder, compileGlobs(own.flatMap(variantsOf))]),
  );
  return (path) =>
    ["", ...foldersOf(path), path].some((folder) => matchers.get(folder)?.(path) === true);
}

/** `a/b/c` → `a/b`, `a`. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
    folders.push(path.slice(0, end));
  return folders;
}

const pathMatchers = new WeakMap<readonly string[], GlobMatcher>();

/** Returns a matcher for globs, files and folders: a name without glob syntax also covers everything below it. */
export function pathMatcher(paths: readonly string[]): GlobMatcher {
  const known = pathMatchers.get(paths);
  if (known) return known;
  const names = new Set(paths.filter(mayBeName).map((path) => path.replace(/^(\.\/)+|\/$/g, "")));
  const isGlobbed = globMatcher(
    paths.flatMap((path) => (path === "" || path === "." ? ["**"] : isGlob(path) ? [path] : [])),
  );
  const isNamed = nameMatcher(names);
  const matcher: GlobMatcher =
    names.size === 0 ? isGlobbed : (path) => isNamed(path) || isGlobbed(path);
  pathMatchers.set(paths, matcher);
  return matcher;
}

/** Returns a matcher for files, and for folders with everything below them. */
function nameMatcher(names: ReadonlySet<string>): GlobMatcher {
  if (names.size > FEW)
    return (path) => names.has(path) || foldersOf(path).some((folder) => names.has(folder));
  const escaped = [...names].map((name) => name.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&"));
  const expression = new RegExp(`^(?:${escaped.join("|")})(?:/|$)`);
  return (path) => expression.test(path);
}

/** True for `app/(auth)`, and for `app/[id]`, which may also be a glob. */
function mayBeName(path: string): boolean {
  return !isGlob(path) || !/[*?{]|[@!+]\(/.test(path);
}

/** Returns one matcher for globs that have no {@link compileFault}. */
function compileGlobs(globs: readonly string[]): GlobMatcher {
  const sources = [...new Set(globs.map(sourceOf))];
  const quick = sources.filter((source) => isQuick(parse(source)));
  const slow = new Set(sources);
  for (const source of quick) slow.delete(source);
  const matchers = [...slow].map(linearMatcher);
  for (let start = 0; start < quick.length; start += GLOBS_AT_ONCE)
    matchers.push(quickMatcher(quick.slice(start, start + GLOBS_AT_ONCE)));
  const [only] = matchers;
  if (matchers.length === 1 && only) return only;
  return (path) => matchers.some((matches) => matches(path));
}

/** Returns why a glob cannot be matched in bounded time, in words that follow its name; undefined if it can. */
function compileFault(glob: string): string | undefined {
  const expression = parseExpression(sourceOf(glob), OPTIONS.flags);
  if (expression === undefined) return "has an escape that has no meaning in a glob";
  if (repetitionDepth(expression) > 1) return "has a repeated group inside another";
  return undefined;
}

function sourceOf(glob: string): string {
  return picomatch.makeRe(glob, OPTIONS).source;
}

/** True if the engine of the language matches an expression in bounded time. */
function isQuick(expression: Expression): boolean {
  return backtrackingSteps(expression)(SHORT_PATH) <= MAX_STEPS;
}

function parse(source: string): Expression {
  const parsed = parseExpression(source, OPTIONS.flags);
  if (parsed === undefined) throw new Error(`A glob with a fault was matched: ${source}`);
  return parsed;
}

/** One expression for all of them, for lists of a hundred thousand paths. */
function quickMatcher(sources: readonly string[]): GlobMatcher {
  const expression = new RegExp(sources.join("|"), OPTIONS.flags);
  let linear: readonly GlobMatcher[] | undefined;
  return (path) => {
    if (path.length <= SHORT_PATH) return expression.test(path);
    linear ??= sources.map(linearMatcher);
    return linear.some((matches) => matches(path));
  };
}

function linearMatcher(source: string): GlobMatcher {
  let parsed: Expression | undefined;
  return (path) => {
    parsed ??= parse(source);
    return matchesLinearly(parsed, path);
  };
}
