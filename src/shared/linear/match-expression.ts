import { type Expression, isOneWide } from "./expression.ts";

/** A set of positions in a text: 1 at each position that is in it, from 0 to the length. */
type Positions = Uint8Array;

/**
 * True if an expression matches somewhere in a text. Works from the end of the text to its beginning with sets of
 * positions, so that no text takes longer than its length times the length of the expression, but for
 * {@link repetitionDepth}. `isByCodePoint` for expressions with the flag `u`.
 */
export function matchesLinearly(
  expression: Expression,
  text: string,
  { isByCodePoint = false }: { readonly isByCodePoint?: boolean } = {},
): boolean {
  const codes = isByCodePoint
    ? Array.from(text, (character) => character.codePointAt(0) ?? 0)
    : Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return before(expression, all(codes), codes).includes(1);
}

function all(codes: readonly number[]): Positions {
  return new Uint8Array(codes.length + 1).fill(1);
}

/** Returns the positions at which an expression can begin, if it must end at one of `ends`. */
function before(expression: Expression, ends: Positions, codes: readonly number[]): Positions {
  if (!ends.includes(1)) return ends;
  switch (expression.kind) {
    case "one":
      return beforeOne(expression.test, ends, codes);
    case "sequence":
      return expression.parts.reduceRight((found, part) => before(part, found, codes), ends);
    case "choice":
      return expression.options
        .map((option) => before(option, ends, codes))
        .reduce((sum, found) => union(sum, found));
    case "repeat":
      return beforeRepeat(expression, ends, codes);
    case "look": {
      const seen = before(expression.body, all(codes), codes);
      return ends.map(
        (isEnd, index) => isEnd & ((seen[index] ?? 0) ^ Number(expression.isNegative)),
      );
    }
    case "start":
      return ends.map((isEnd, index) => (index === 0 ? isEnd : 0));
    case "end":
      return ends.map((isEnd, index) => (index === codes.length ? isEnd : 0));
  }
}

function beforeOne(
  test: (code: number) => boolean,
  ends: Positions,
  codes: readonly number[],
): Positions {
  const found = new Uint8Array(ends.length);
  for (let index = codes.length - 1; index >= 0; index -= 1)
    if (ends[index + 1] === 1 && test(codes[index] ?? 0)) found[index] = 1;
  return found;
}

function beforeRepeat(
  { body, min, max }: Extract<Expression, { kind: "repeat" }>,
  ends: Positions,
  codes: readonly number[],
): Positions {
  if (max === 0) return ends;
  if (max === 1)
    return min === 1 ? before(body, ends, codes) : union(ends, before(body, ends, codes));
  const any = isOneWide(body) ? beforeRun(body, ends, codes) : beforeLoop(body, ends, codes);
  return min === 0 ? any : before(body, any, codes);
}

/** A repetition of single characters: one pass over the text. */
function beforeRun(body: Expression, ends: Positions, codes: readonly number[]): Positions {
  const canStep = before(body, all(codes), codes);
  const found = ends.slice();
  for (let index = codes.length - 1; index >= 0; index -= 1)
    if (found[index + 1] === 1 && canStep[index] === 1) found[index] = 1;
  return found;
}

/** Any other repetition: until one more time finds nothing new. */
function beforeLoop(body: Expression, ends: Positions, codes: readonly number[]): Positions {
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

/**
 * Returns how many repetitions of more than one character stand inside each other. The time of a match is the length of
 * the text to this power, times the length of the text and of the expression.
 */
export function repetitionDepth(expression: Expression): number {
  switch (expression.kind) {
    case "sequence":
      return Math.max(0, ...expression.parts.map(repetitionDepth));
    case "choice":
      return Math.max(0, ...expression.options.map(repetitionDepth));
    case "look":
      return repetitionDepth(expression.body);
    case "repeat": {
      const isLoop = expression.max === Number.POSITIVE_INFINITY && !isOneWide(expression.body);
      return repetitionDepth(expression.body) + (isLoop ? 1 : 0);
    }
    default:
      return 0;
  }
}
