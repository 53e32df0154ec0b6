import { areCovered, areDisjoint, type GlobForm } from "./compare-globs.ts";

/** A statement about one fact, of which it is known by form when it follows from another one. */
export type Atom =
  | { readonly kind: "range"; readonly of: string; readonly min: number; readonly max: number }
  | { readonly kind: "flag"; readonly of: string; readonly value: boolean }
  /** About the items of a list: one of them matches, none, all, or not all. A name is a list with one item. */
  | {
      readonly kind: "items";
      readonly of: string;
      readonly op: "any" | "none" | "all" | "notAll";
      readonly globs: readonly string[];
      readonly form: GlobForm;
    }
  /** Anything else, known only by its text. */
  | { readonly kind: "other"; readonly of: string; readonly value: boolean };

/** Statements that hold together. */
export type Conjunction = readonly Atom[];

const OPPOSITES = { any: "none", none: "any", all: "notAll", notAll: "all" } as const;

/** Returns the alternatives that hold exactly if a statement does not. */
export function negatedAtom(atom: Atom): readonly Atom[] {
  switch (atom.kind) {
    case "range":
      return [
        { ...atom, min: 0, max: atom.min - 1 },
        { ...atom, min: atom.max + 1, max: Number.POSITIVE_INFINITY },
      ].filter(({ min, max }) => min <= max && min < Number.POSITIVE_INFINITY);
    case "items":
      return [{ ...atom, op: OPPOSITES[atom.op] }];
    default:
      return [{ ...atom, value: !atom.value }];
  }
}

/** True only if it is certain that the first of two statements is false or unknown whenever the second is not true. */
export function follows(premise: Atom, conclusion: Atom): boolean {
  if (premise.of !== conclusion.of) return false;
  if (premise.kind === "range" && conclusion.kind === "range")
    return premise.min >= conclusion.min && premise.max <= conclusion.max;
  if (premise.kind === "items" && conclusion.kind === "items")
    return itemsFollow(premise, conclusion);
  if (premise.kind === "range" || premise.kind === "items") return false;
  return premise.kind === conclusion.kind && premise.value === conclusion.value;
}

type Items = Extract<Atom, { readonly kind: "items" }>;

function itemsFollow(premise: Items, { op, globs, form }: Items): boolean {
  switch (op) {
    case "any":
      return (
        premise.op !== "none" && premise.op !== "notAll" && areCovered(premise.globs, globs, form)
      );
    case "all":
      return premise.op === "all" && areCovered(premise.globs, globs, form);
    case "none":
      return premise.op === "none" && areCovered(globs, premise.globs, form);
    case "notAll":
      return (
        (premise.op === "notAll" || premise.op === "none") && areCovered(globs, premise.globs, form)
      );
  }
}

/** Adds what follows from statements about the same fact: a list with an item has at least one. */
export function withLengths(atoms: Conjunction): Conjunction {
  const lengths = atoms.flatMap((atom): readonly Atom[] =>
    atom.kind === "items" && (atom.op === "any" || atom.op === "all")
      ? [{ kind: "range", of: lengthOf(atom.of), min: 1, max: Number.POSITIVE_INFINITY }]
      : [],
  );
  return [...ranged([...atoms, ...lengths]), ...atoms.filter(({ kind }) => kind !== "range")];
}

/** The number of a list's items, as it is named in statements; names of single values have none. */
export function lengthOf(list: string): string {
  return `length of ${list}`;
}

/** Puts all ranges of one number together. */
function ranged(atoms: Conjunction): readonly Atom[] {
  const ranges = new Map<string, Extract<Atom, { readonly kind: "range" }>>();
  for (const atom of atoms) {
    if (atom.kind !== "range") continue;
    const { min = 0, max = Number.POSITIVE_INFINITY } = ranges.get(atom.of) ?? {};
    ranges.set(atom.of, { ...atom, min: Math.max(min, atom.min), max: Math.min(max, atom.max) });
  }
  return [...ranges.values()];
}

/** True only if it is certain that the statements never hold together. */
export function isContradictory(conjunction: Conjunction): boolean {
  const atoms = withLengths(conjunction);
  return atoms.some(
    (atom, index) =>
      isNever(atom, atoms) || atoms.some((other, at) => at > index && exclude(atom, other)),
  );
}

function isNever(atom: Atom, atoms: Conjunction): boolean {
  if (atom.kind === "range") return atom.min > atom.max || linesExceed(atom, atoms);
  if (atom.kind !== "items" || !areCovered(["**"], atom.globs, atom.form)) return false;
  return atom.op === "none" && isNotEmpty(atom.of, atoms);
}

/** A name has one item; a list has some if another statement says so. */
function isNotEmpty(of: string, atoms: Conjunction): boolean {
  const isName = !atoms.some((atom) => atom.of === lengthOf(of));
  const length = atoms.find((atom) => atom.of === lengthOf(of));
  return isName ? SINGLE.includes(of) : length?.kind === "range" && length.min > 0;
}

const SINGLE = ["recipe", "step", "tool", "label", "ci.event", "ci.branch", "ci.provider"];

/** More lines are added or removed alone than may be changed together. */
function linesExceed({ of, max }: { of: string; max: number }, atoms: Conjunction): boolean {
  if (of !== "lines") return false;
  const parts = atoms.filter((atom) => atom.of === "additions" || atom.of === "deletions");
  return parts.reduce((sum, part) => sum + (part.kind === "range" ? part.min : 0), 0) > max;
}

function exclude(left: Atom, right: Atom): boolean {
  if (left.of !== right.of) return false;
  if (left.kind === "items" && right.kind === "items")
    return itemsExclude(left, right) || itemsExclude(right, left);
  if (left.kind === "items" || right.kind === "items") return false;
  if (left.kind === "range" || right.kind === "range") return false; // They were put together.
  return left.value !== right.value;
}

function itemsExclude(left: Items, right: Items): boolean {
  const { globs, form } = left;
  if (left.op === "all" || (left.op === "any" && SINGLE.includes(left.of))) {
    if (right.op === "none") return areCovered(globs, right.globs, form);
    if (right.op === "notAll") return areCovered(globs, right.globs, form);
    return areDisjoint(globs, right.globs, form);
  }
  return left.op === "any" && right.op === "none" && areCovered(globs, right.globs, form);
}
