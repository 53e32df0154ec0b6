import type { CharacterSet } from "./character-class.ts";
import { ANYTHING, type GlobTree, IN_NAME } from "./glob-tree.ts";

/** A set of positions in a text: 1 at each position that is in it, from 0 to the length. */
type Positions = Uint8Array;

/**
 * True if a glob matches a whole text. Works from the end of the text to its beginning with sets of positions, so that
 * no text takes longer than its length times the length of the glob, but for {@link repetitionDepth}.
 */
export function matchesTree(tree: GlobTree, text: string): boolean {
  const codes = codesOf(text);
  const ends = new Uint8Array(codes.length + 1);
  ends[codes.length] = 1;
  return before(tree, ends, codes)[0] === 1;
}

function codesOf(text: string): readonly number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

/** Returns the positions at which a part can begin, if it must end at one of `ends`. */
function before(tree: GlobTree, ends: Positions, codes: readonly number[]): Positions {
  if (!ends.includes(1)) return ends;
  switch (tree.kind) {
    case "text":
      return codesOf(tree.text).reduceRight(
        (found, code) => beforeOne((other) => other === code, found, codes),
        ends,
      );
    case "one":
      return beforeOne(tree.set, ends, codes);
    case "run":
      return beforeRun(tree.set, ends, codes);
    case "folders":
      return union(ends, beforeRun(ANYTHING, beforeOne(isSlash, ends, codes), codes));
    case "sequence":
      return tree.parts.reduceRight((found, part) => before(part, found, codes), ends);
    case "choice":
      return tree.options.map((option) => before(option, ends, codes)).reduce(union);
    case "repeat":
      return before(tree.body, beforeLoop(tree.body, ends, codes), codes);
    case "not": {
      const seen = before(tree.body, new Uint8Array(ends.length).fill(1), codes);
      return ends.map((isEnd, index) => isEnd & ((seen[index] ?? 0) ^ 1));
    }
    case "end":
      return ends.map((isEnd, index) => (index === codes.length ? isEnd : 0));
  }
}

const isSlash: CharacterSet = (code) => !IN_NAME(code);

function beforeOne(set: CharacterSet, ends: Positions, codes: readonly number[]): Positions {
  const found = new Uint8Array(ends.length);
  for (const [index, code] of codes.entries())
    if (ends[index + 1] === 1 && set(code)) found[index] = 1;
  return found;
}

/** Any number of characters of a set: one pass over the text. */
function beforeRun(set: CharacterSet, ends: Positions, codes: readonly number[]): Positions {
  const found = ends.slice();
  for (let index = codes.length - 1; index >= 0; index -= 1)
    if (found[index + 1] === 1 && set(codes[index] ?? 0)) found[index] = 1;
  return found;
}

/** Any number of times: until one more time finds nothing new. One character more each time takes one pass. */
function beforeLoop(body: GlobTree, ends: Positions, codes: readonly number[]): Positions {
  const set = setOfOne(body);
  if (set !== undefined) return beforeRun(set, ends, codes);
  let found = ends;
  for (;;) {
    const more = union(found, before(body, found, codes));
    if (more.every((isFound, index) => isFound === found[index])) return found;
    found = more;
  }
}

function union(a: Positions, b: Positions): Positions {
  return a.map((isFound, index) => isFound | (b[index] ?? 0));
}

/** Returns the characters of which a part always takes exactly one; undefined if it may take more or none. */
function setOfOne(tree: GlobTree): CharacterSet | undefined {
  if (tree.kind === "one") return tree.set;
  if (tree.kind === "text") {
    const [code, ...others] = codesOf(tree.text);
    return code === undefined || others.length > 0 ? undefined : (other) => other === code;
  }
  if (tree.kind !== "choice") return undefined;
  const sets = tree.options.map(setOfOne).filter((set) => set !== undefined);
  if (sets.length < tree.options.length) return undefined;
  return (code) => sets.some((set) => set(code));
}

/**
 * Returns how many repetitions of more than one character stand inside each other. The time of a match is the length of
 * the text to this power, times the length of the text and of the glob.
 */
export function repetitionDepth(tree: GlobTree): number {
  switch (tree.kind) {
    case "sequence":
      return Math.max(0, ...tree.parts.map(repetitionDepth));
    case "choice":
      return Math.max(0, ...tree.options.map(repetitionDepth));
    case "not":
      return repetitionDepth(tree.body);
    case "repeat":
      return repetitionDepth(tree.body) + (setOfOne(tree.body) === undefined ? 1 : 0);
    default:
      return 0;
  }
}
