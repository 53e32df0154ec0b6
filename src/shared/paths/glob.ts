import { compileGlob, PathNames, type PathTest } from "../glob/compile-glob.ts";
import { treesOf } from "../glob/parse-glob.ts";
import { escapeRegex } from "../regex/escape-regex.ts";
import { globBase, isGlob } from "./glob-syntax.ts";

export { globBase, isGlob } from "./glob-syntax.ts";

/** Returns true for a posix path that matches one of the globs of the matcher. */
export type GlobMatcher = (path: string) => boolean;

/** A list with more globs is sorted by the folders that they begin with. */
const FEW = 32;
/** A folder without a character that could have a meaning in a glob. */
const PLAIN_FOLDER = /^[\w@.-]+(\/[\w@.-]+)*$/;

/** Compiled matchers by their list, because a policy's conditions are evaluated once for each action. */
const compiled = new WeakMap<readonly string[], GlobMatcher>();

/**
 * Returns a matcher for any of the globs, none of which has a fault (see glob-fault.ts). `*` stays in one folder and
 * `**` crosses folders (A11); names that begin with a dot match like others (A10). A text also matches itself. An empty
 * list matches nothing. The list must not change.
 */
export function globMatcher(globs: readonly string[]): GlobMatcher {
  const known = compiled.get(globs);
  if (known) return known;
  const texts = new Set(globs);
  const [only] = globs;
  const isText = (path: string) => (texts.size === 1 ? path === only : texts.has(path));
  const isMatch = globs.length > FEW ? matcherByFolder(globs) : anyOf(globs);
  const matcher: GlobMatcher =
    globs.length === 0
      ? matchesNothing
      : (path) => path !== "" && (isText(path) || (isMatch(new PathNames(path)) && !hasDots(path)));
  compiled.set(globs, matcher);
  return matcher;
}

/** True for a path with a name `.` or `..`, which no wildcard stands for. */
function hasDots(path: string): boolean {
  return (path.includes("./") || path.endsWith(".")) && /(?:^|\/)\.\.?(?:\/|$)/.test(path);
}

function anyOf(globs: readonly string[]): PathTest {
  const tests = [...new Set(globs)].flatMap(treesOf).flatMap(compileGlob);
  const [only] = tests;
  return tests.length === 1 && only ? only : (path) => tests.some((test) => test(path));
}

function matchesNothing(): boolean {
  return false;
}

/** Tries only globs whose folder holds the path, or that begin with no folder: lists can have thousands of globs. */
function matcherByFolder(globs: readonly string[]): PathTest {
  const byFolder = new Map<string, string[]>();
  for (const glob of globs) {
    const base = globBase(glob);
    // No path has the names `.` and `..` of `./src/*.ts`.
    const isFolder = PLAIN_FOLDER.test(base) && !hasDots(base) && glob.startsWith(base);
    const folder = isFolder ? base : "";
    const own = byFolder.get(folder);
    if (own === undefined) byFolder.set(folder, [glob]);
    else own.push(glob);
  }
  const tests = new Map([...byFolder].map(([folder, own]) => [folder, anyOf(own)]));
  return (path) =>
    ["", ...foldersOf(path.path), path.path].some((folder) => tests.get(folder)?.(path) === true);
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
  const escaped = [...names].map((name) => escapeRegex(name));
  const expression = new RegExp(`^(?:${escaped.join("|")})(?:/|$)`);
  return (path) => expression.test(path);
}

/** True for `app/(auth)`, and for `app/[id]`, which may also be a glob. */
function mayBeName(path: string): boolean {
  return !isGlob(path) || !/[*?{]|[@!+]\(/.test(path);
}
