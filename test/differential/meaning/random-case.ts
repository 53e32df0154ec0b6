import type { seededRandom } from "../../support/seeded-random.ts";

export type Random = ReturnType<typeof seededRandom>;

/** A random edit: code that a pattern matches, in a place, and the template that is to stand there. */
export interface RandomCase {
  /** The text, in which {@link HOLE} stands for the code that the pattern matches. */
  readonly place: string;
  readonly match: string;
  readonly pat: string;
  readonly out: string;
  /** The code of each variable, as the template writes it: `$A`, `$$$B`. */
  readonly captures: Readonly<Record<string, string>>;
}

/** The code to draw from. */
export interface Parts {
  /** With `H` for the match. */
  readonly places: readonly string[];
  /** With `$A`. */
  readonly templates: readonly string[];
  readonly args: readonly string[];
}

/** A name that no part of a case has. */
export const HOLE = "hh9";

const VARIABLE = /\$+[A-Z]+/g;

const OF_TWO = ["g($B, $A)", "$A - $B", "$B - $A", "$A($B)", "$A[$B]", "[$A, $B]", "$B.m($A)"];
const OF_MANY = ["g($$$A)", "g(1, $$$A)", "[$$$A]", "$$$A", "g($$$A, 2)", "o.m($$$A)", "f()($$$A)"];

/** Draws a case; a half of them is made of one place, one template and one argument, the others of several. */
export function drawCase(random: Random, { places, templates, args }: Parts): RandomCase {
  const isNested = () => random.below(4) === 0;
  const some = (from: readonly string[], hole: RegExp): string => {
    const outer = random.pick(from);
    return isNested() && hole.test(outer) ? outer.replace(hole, () => random.pick(from)) : outer;
  };
  const arg = () => some(args, /\b[ab]\b/);
  const place = some(places, /\bH\b/).replace(/\bH\b/, HOLE);
  const shape = random.below(10);
  if (shape === 0) {
    const [a, b] = [arg(), arg()];
    const captures = { $A: a, $B: b };
    return {
      place,
      pat: "old($A, $B)",
      match: `old(${a}, ${b})`,
      out: random.pick(OF_TWO),
      captures,
    };
  }
  if (shape === 1) {
    const code = Array.from({ length: random.below(3) }, arg).join(", ");
    const captures = { $$$A: code };
    return { place, pat: "old($$$A)", match: `old(${code})`, out: random.pick(OF_MANY), captures };
  }
  const code = arg();
  const out = some(templates, /\$A/);
  return { place, pat: "old($A)", match: `old(${code})`, out, captures: { $A: code } };
}

/** Returns the text before the edit. */
export function textBefore({ place, match }: RandomCase): string {
  return place.replace(HOLE, () => match);
}

/** Returns the ways to write the result with brackets around captures, around the whole, and around both. */
export function bracketings(
  { place, out, captures }: RandomCase,
  brackets: readonly (readonly [open: string, close: string])[],
): readonly string[] {
  const pieces = out.split(VARIABLE);
  const names = out.match(VARIABLE) ?? [];
  let written = [pieces[0] ?? ""];
  for (const [index, name] of names.entries()) {
    const code = (captures[name] ?? "").trim();
    const ways = [code, ...brackets.map(([open, close]) => `${open}${code}${close}`)];
    const rest = pieces[index + 1] ?? "";
    written = written.flatMap((text) => ways.map((way) => `${text}${way}${rest}`));
  }
  const wholes = written.flatMap((text) => [
    text,
    ...brackets.map(([open, close]) => `${open}${text}${close}`),
  ]);
  return wholes.map((whole) => place.replace(HOLE, () => whole));
}
