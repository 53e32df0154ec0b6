import { type Conjunction, follows, isContradictory, withLengths } from "./atoms.ts";
import type { Formula } from "./formula.ts";
import { weightOf, weightOfFormula } from "./formula-weight.ts";

/** The most alternatives of one formula that are looked at. */
const MOST_ALTERNATIVES = 64;

/** The most statements in all alternatives of one formula. */
const MOST_ATOMS = 10_000;

const known = new WeakMap<Formula, readonly Conjunction[] | "too many">();

/** The facts of which a proof speaks: only those that are known, or also those of which some are not. */
export type Knowledge = "known" | "unknown";

/** The most comparisons of statements or globs in all proofs about a policy: some seconds. */
const MOST_STEPS = 50_000_000;

/** Proves what follows from conditions. What would take too long is not certain. */
export class Prover {
  #steps = 0;

  /** True only if it is certain that a formula never holds. */
  neverHolds(formula: Formula): boolean {
    const alternatives = alternativesOf(formula);
    if (alternatives === undefined || !this.#mayTake(sumOf(alternatives, squared))) return false;
    return alternatives.every(isContradictory);
  }

  /**
   * True only if it is certain that the conclusion holds whenever the premise does. With unknown facts: that it holds
   * or is unknown whenever the premise holds or is unknown.
   */
  isImplied(premise: Formula, conclusion: Formula, knowledge: Knowledge): boolean {
    const alternatives = alternativesOf(premise);
    if (alternatives === undefined) return false;
    const own = knowledge === "known" ? sumOf(alternatives, squared) : 0;
    const both = sumOf(alternatives, weightOf) * weightOfFormula(conclusion);
    if (!this.#mayTake(own + both)) return false;
    return alternatives.every(
      (atoms) =>
        (knowledge === "known" && isContradictory(atoms)) ||
        entails(withLengths(atoms), conclusion),
    );
  }

  #mayTake(steps: number): boolean {
    if (this.#steps + steps > MOST_STEPS) return false;
    this.#steps += steps;
    return true;
  }
}

/** Each statement is compared with each other. */
function squared(atoms: Conjunction): number {
  return weightOf(atoms) ** 2;
}

function sumOf(alternatives: readonly Conjunction[], of: (atoms: Conjunction) => number): number {
  return alternatives.reduce((sum, atoms) => sum + of(atoms), 0);
}

function entails(atoms: Conjunction, conclusion: Formula): boolean {
  if (conclusion.kind === "atom") return atoms.some((atom) => follows(atom, conclusion.atom));
  const proves = (part: Formula) => entails(atoms, part);
  return conclusion.kind === "and" ? conclusion.parts.every(proves) : conclusion.parts.some(proves);
}

/**
 * Returns the alternatives of a formula, of which one holds if it holds; undefined if they are too many or too long.
 */
function alternativesOf(formula: Formula): readonly Conjunction[] | undefined {
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
