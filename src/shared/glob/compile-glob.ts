import { ANYTHING, alternativesOf, type GlobTree, partsOf, STAR } from "./glob-tree.ts";
import { alternativesMatcher, matchesNames, type NamePattern } from "./match-pieces.ts";
import { matchesTree } from "./match-tree.ts";

/** A path, with its names found once for many globs. */
export class PathNames {
  readonly path: string;
  #names: readonly string[] | undefined;

  constructor(path: string) {
    this.path = path;
  }

  get names(): readonly string[] {
    this.#names ??= this.path.split("/");
    return this.#names;
  }
}

export type PathTest = (path: PathNames) => boolean;

/** The most alternatives of a glob that are tests of their own, and of a name. */
const MOST_TESTS = 8;
const MOST_IN_NAME = 1000;

/**
 * Returns tests, of which one holds for each path that a glob of paths matches. They take the product of the lengths of
 * the glob and the path at most, but for repeated groups.
 */
export function compileGlob(tree: GlobTree): readonly PathTest[] {
  const alternatives = alternativesOf(tree, MOST_TESTS);
  return alternatives?.map(compileParts) ?? [compileParts(partsOf(tree))];
}

function compileParts(written: readonly GlobTree[]): PathTest {
  const parts = joined(written);
  const [first, last] = [parts.at(0), parts.length > 1 ? parts.at(-1) : undefined];
  const [prefix, suffix] = [textOf(first), textOf(last)];
  const middle = parts.slice(
    first?.kind === "text" ? 1 : 0,
    last?.kind === "text" ? -1 : undefined,
  );
  const rest = middleTest(middle, prefix, suffix) ?? namesTest(parts);
  const least = prefix.length + suffix.length;
  return (path) =>
    path.path.length >= least &&
    path.path.startsWith(prefix) &&
    path.path.endsWith(suffix) &&
    rest(path, prefix.length, path.path.length - suffix.length);
}

/** A test of a path whose beginning and end are right; the offsets are those of what is between. */
type MiddleTest = (path: PathNames, from: number, to: number) => boolean;

const isWhole: MiddleTest = (_, from, to) => from === to;

/** Returns the test of what nearly all globs have between their first and their last text, without all names. */
function middleTest(
  middle: readonly GlobTree[],
  prefix: string,
  suffix: string,
): MiddleTest | undefined {
  const isNameStart = prefix === "" || prefix.endsWith("/");
  const [first, ...others] = middle;
  if (first === undefined) return isWhole;
  if (others.length === 0 && isStar(first)) {
    const least = isNameStart && (suffix === "" || suffix.startsWith("/")) ? 1 : 0;
    return ({ path }, from, to) => to - from >= least && !hasSlash(path, from, to);
  }
  if (others.length === 0 && isAnything(first) && suffix === "") return () => true;
  return first.kind === "folders" && isNameStart ? testAfterFolders(others, suffix) : undefined;
}

/** `**\/package.json`, `**\/dist/**`, and what is in the last name only: `**\/*.test.*`. */
function testAfterFolders(parts: readonly GlobTree[], suffix: string): MiddleTest | undefined {
  const [first, second] = parts;
  if (first === undefined) return ({ path }, from, to) => from === to || path[to - 1] === "/";
  if (parts.length === 2 && first.kind === "text" && isAnything(second) && suffix === "")
    return ({ path }, from) =>
      path.startsWith(first.text, from) || path.indexOf(`/${first.text}`, from) !== -1;
  if (suffix.includes("/") || !parts.every(staysInName)) return undefined;
  if (parts.length === 1 && isStar(first) && suffix !== "") return () => true;
  const test = nameTest(suffix === "" ? parts : [...parts, { kind: "text", text: suffix }]);
  return ({ path }, from) => test(path.slice(Math.max(from, path.lastIndexOf("/") + 1)));
}

function hasSlash(path: string, from: number, to: number): boolean {
  const slash = path.indexOf("/", from);
  return slash !== -1 && slash < to;
}

function isStar(part: GlobTree): boolean {
  return part.kind === "run" && part.set !== ANYTHING;
}

function isAnything(part: GlobTree | undefined): boolean {
  return part?.kind === "run" && part.set === ANYTHING;
}

function textOf(part: GlobTree | undefined): string {
  return part?.kind === "text" ? part.text : "";
}

/** Puts neighbouring texts together. */
function joined(parts: readonly GlobTree[]): readonly GlobTree[] {
  const found: GlobTree[] = [];
  for (const part of parts.flatMap(partsOf)) {
    const last = found.at(-1);
    if (part.kind === "text" && last?.kind === "text")
      found.splice(-1, 1, { kind: "text", text: last.text + part.text });
    else found.push(part);
  }
  return found;
}

/** Matches name by name if no group crosses a `/`, and otherwise as a tree. */
function namesTest(parts: readonly GlobTree[]): MiddleTest {
  const patterns = namePatternsOf(parts);
  if (patterns !== undefined) return ({ names }) => matchesNames(patterns, names);
  const tree: GlobTree = { kind: "sequence", parts };
  return ({ path }) => matchesTree(tree, path);
}

function namePatternsOf(parts: readonly GlobTree[]): readonly NamePattern[] | undefined {
  const patterns: NamePattern[] = [];
  let name: GlobTree[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.kind === "text") {
      const [first = "", ...others] = part.text.split("/");
      if (first !== "") name.push({ kind: "text", text: first });
      for (const text of others) {
        patterns.push(nameTest(name));
        name = text === "" ? [] : [{ kind: "text", text }];
      }
    } else if (part.kind === "folders" && name.length === 0) {
      patterns.push("**");
    } else if (isAnything(part)) {
      if (name.length > 0 || index < parts.length - 1) return undefined;
      return [...patterns, "**", isNotEmpty];
    } else if (staysInName(part)) name.push(part);
    else return undefined;
  }
  return [...patterns, nameTest(name)];
}

function isNotEmpty(name: string): boolean {
  return name !== "";
}

function staysInName(tree: GlobTree): boolean {
  switch (tree.kind) {
    case "folders":
      return false;
    case "text":
      return !tree.text.includes("/");
    case "run":
      return isStar(tree);
    case "sequence":
      return tree.parts.every(staysInName);
    case "choice":
      return tree.options.every(staysInName);
    case "repeat":
    case "not":
      return staysInName(tree.body);
    default:
      return true;
  }
}

function nameTest(name: readonly GlobTree[]): (name: string) => boolean {
  const [first, ...others] = name;
  if (first?.kind === "sequence") return nameTest([...first.parts, ...others]);
  if (first?.kind === "not") return exclusionTest(first.body, others);
  const tree: GlobTree = { kind: "sequence", parts: name };
  const alternatives = alternativesOf(tree, MOST_IN_NAME);
  if (alternatives === undefined) return (text) => matchesTree(tree, text);
  const matches = alternativesMatcher(alternatives);
  const isEmptyMatch = alternatives.some((parts) => parts.length > 0 && parts.every(isStar));
  return isEmptyMatch ? (text) => text !== "" && matches(text) : matches;
}

/** A name that the other parts match, and whose beginning the body does not match. */
function exclusionTest(body: GlobTree, others: readonly GlobTree[]): (name: string) => boolean {
  const parts = partsOf(body);
  const isWholeName = parts.at(-1)?.kind === "end";
  const excluded = isWholeName ? parts.slice(0, -1) : [...parts, STAR];
  const [isExcluded, isMatch] = [nameTest(excluded), nameTest(others)];
  return (name) => isMatch(name) && !isExcluded(name);
}
