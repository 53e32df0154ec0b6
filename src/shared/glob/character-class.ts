/** True for the code points of a set. */
export type CharacterSet = (code: number) => boolean;

/** Both ends of a range of characters. */
export type CharacterRange = readonly [from: number, to: number];

/** Returns the set of all characters that are in one of the ranges. */
export function setOf(ranges: readonly CharacterRange[]): CharacterSet {
  return (code) => ranges.some(([from, to]) => from <= code && code <= to);
}

/** Returns the set of all other characters, if a class is negated. */
export function negatedIf(isNegated: boolean, set: CharacterSet): CharacterSet {
  return isNegated ? (code) => !set(code) : set;
}

/** Returns a set with both cases of its letters. */
export function inAnyCase(set: CharacterSet): CharacterSet {
  return (code) => {
    const character = String.fromCodePoint(code);
    return [character, character.toLowerCase(), character.toUpperCase()].some((each) => {
      const own = each.codePointAt(0) ?? 0;
      return each === String.fromCodePoint(own) && set(own);
    });
  };
}

/** Returns the ranges of characters such as `a-z_`; a `-` at an end is itself. */
export function rangesIn(characters: readonly string[]): readonly CharacterRange[] {
  const ranges: CharacterRange[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const from = characters[at]?.codePointAt(0) ?? 0;
    const to = characters[at + 1] === "-" ? characters[at + 2]?.codePointAt(0) : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return ranges;
}

/** The ends of the ranges of a class of POSIX such as `[:alpha:]`. */
const POSIX: Readonly<Record<string, string>> = {
  alnum: "azAZ09",
  alpha: "azAZ",
  ascii: "\0\x7f",
  blank: "  \t\t",
  cntrl: "\0\x1f\x7f\x7f",
  digit: "09",
  graph: "!~",
  lower: "az",
  print: " ~",
  punct: "!/:@[`{~",
  space: "  \t\r",
  upper: "AZ",
  word: "azAZ09__",
  xdigit: "afAF09",
};

/** Returns the ranges of a class of POSIX; undefined if there is none of this name. */
function posixRanges(name: string): readonly CharacterRange[] | undefined {
  const ends = Object.hasOwn(POSIX, name) ? POSIX[name] : undefined;
  return ends?.match(/../gs)?.map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]);
}

/** A class of characters in a glob: `[a-z]`, `[!a]`, `[[:alpha:]]`. */
export interface CharacterClass {
  readonly set: CharacterSet;
  /** The offset of the character after it. */
  readonly end: number;
  /** True if nothing in it has a meaning, so that it may be a name: `[id]`. */
  readonly isPlain: boolean;
}

const PART = /\[:(\w+):\]|\\(.)|([^\]])/suy;

/** Parses the class that begins at a `[`; undefined if it does not end. */
export function parseClass(glob: string, start: number): CharacterClass | undefined {
  const [opening = ""] = /\[[!^]?/y[Symbol.match](glob.slice(start)) ?? [];
  const ranges: CharacterRange[] = [];
  const characters: string[] = [];
  let at = start + opening.length;
  if (glob[at] === "]") {
    characters.push("]");
    at += 1;
  }
  for (;;) {
    PART.lastIndex = at;
    const [part, posix, escaped, plain] = PART.exec(glob) ?? [];
    if (part === undefined) break;
    const named = posix === undefined ? undefined : posixRanges(posix);
    if (named !== undefined) ranges.push(...named);
    else characters.push(...(escaped ?? plain ?? part));
    at += part.length;
  }
  if (glob[at] !== "]") return undefined;
  const own = rangesIn(characters);
  const isValid = own.every(([from, to]) => from <= to);
  const set = negatedIf(opening.length > 1, setOf([...ranges, ...own]));
  return {
    set: (code) => isValid && set(code),
    end: at + 1,
    isPlain: !/[-*+?.^${}(|)[\]!\\]/.test(glob.slice(start + 1, at)),
  };
}
