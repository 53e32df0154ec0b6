import { type Conjunction, follows, isContradictory, withLengths } from "./atoms.ts";
import type { Formula } from "./formula.ts";

/** The most alternatives of one formula that are looked at. */
const MOST_ALTERNATIVES = 64;

const known = new WeakMap<Formula, readonly Conjunction[] | "too many">();

/** Returns the alternatives of a formula, of which one holds if it holds; undefined if they are too many. */
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
    if (own === undefined) return undefined;
    found =
      formula.kind === "or"
        ? [...found, ...own]
        : found.flatMap((left) => own.map((right) => [...left, ...right]));
    if (found.length > MOST_ALTERNATIVES) return undefined;
  }
  return found;
}

/** True only if it is certain that a formula never holds. */
export function neverHolds(formula: Formula): boolean {
  return alternativesOf(formula)?.every(isContradictory) ?? false;
}

/** The facts of which a proof speaks: only those that are known, or also those of which some are not. */
export type Knowledge = "known" | "unknown";

/**
 * True only if it is certain that the conclusion holds whenever the premise does. With unknown facts: that it holds or
 * is unknown whenever the premise holds or is unknown.
 */
export function isImplied(premise: Formula, conclusion: Formula, knowledge: Knowledge): boolean {
  const alternatives = alternativesOf(premise);
  if (alternatives === undefined) return false;
  return alternatives.every(
    (atoms) =>
      (knowledge === "known" && isContradictory(atoms)) || entails(withLengths(atoms), conclusion),
  );
}

function entails(atoms: Conjunction, conclusion: Formula): boolean {
  if (conclusion.kind === "atom") return atoms.some((atom) => follows(atom, conclusion.atom));
  const proves = (part: Formula) => entails(atoms, part);
  return conclusion.kind === "and" ? conclusion.parts.every(proves) : conclusion.parts.some(proves);
}
