import type { Atom, Conjunction } from "./atoms.ts";
import type { Formula } from "./formula.ts";

const ofConjunctions = new WeakMap<Conjunction, number>();
const ofFormulas = new WeakMap<Formula, number>();

/** Returns the number of statements and globs in statements that hold together. */
export function weightOf(atoms: Conjunction): number {
  const known =
    ofConjunctions.get(atoms) ?? atoms.reduce((sum, atom) => sum + weightOfAtom(atom), 0);
  ofConjunctions.set(atoms, known);
  return known;
}

/** Returns the number of statements and globs in a formula. */
export function weightOfFormula(formula: Formula): number {
  if (formula.kind === "atom") return weightOfAtom(formula.atom);
  const known =
    ofFormulas.get(formula) ?? formula.parts.reduce((sum, part) => sum + weightOfFormula(part), 0);
  ofFormulas.set(formula, known);
  return known;
}

function weightOfAtom(atom: Atom): number {
  return atom.kind === "items" ? 1 + atom.globs.length : 1;
}
