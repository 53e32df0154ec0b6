import type { Conjunction } from "./atoms.ts";
import type { Formula } from "./formula.ts";

/** The most alternatives of one formula that are looked at. */
const MOST_ALTERNATIVES = 64;

/** The most statements in all alternatives of one formula. */
const MOST_ATOMS = 10_000;

const known = new WeakMap<Formula, readonly Conjunction[] | "too many">();

/**
 * Returns the alternatives of a formula, of which one holds if it holds; undefined if they are too many or too long.
 */
export function alternativesOf(formula: Formula): readonly Conjunction[] | undefined {
  const before = known.get(formula) ?? findAlternatives(formula) ?? "too many";
  known.set(formula, before);
  return before === "too many" ? undefined : before;
}

function findAlternatives(formula: Formula): readonly Conjunction[] | undefined {
  if (formula.kind === "atom") return [[formula.atom]];
  let found: readonly Conjunction[] = formula.kind === "and" ? [[]] : [];
  for (const part of formula.parts) {
    const own = alternativesOf(part);
    if (own === undefined || isTooLarge(found, own, formula.kind)) return undefined;
    found =
      formula.kind === "or"
        ? [...found, ...own]
        : found.flatMap((left) => own.map((right) => [...left, ...right]));
  }
  return found;
}

function isTooLarge(
  found: readonly Conjunction[],
  own: readonly Conjunction[],
  kind: "and" | "or",
): boolean {
  const [count, atoms] =
    kind === "or"
      ? [found.length + own.length, atomsIn(found) + atomsIn(own)]
      : [found.length * own.length, atomsIn(found) * own.length + atomsIn(own) * found.length];
  return count > MOST_ALTERNATIVES || atoms > MOST_ATOMS;
}

function atomsIn(alternatives: readonly Conjunction[]): number {
  return alternatives.reduce((sum, { length }) => sum + length, 0);
}
