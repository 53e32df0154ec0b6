import { CONDITION_NAMES, type ConditionName } from "../../model/policy/conditions.ts";
import type { Statement } from "./statements.ts";

/** True if each of the conclusions follows from one of the premises by its form: the same fact, and no more. */
export function follow(conclusions: readonly Statement[], premises: readonly Statement[]): boolean {
  return conclusions.every((conclusion) => premises.some((each) => follows(conclusion, each)));
}

function follows(conclusion: Statement, premise: Statement): boolean {
  if (premise.of !== conclusion.of) return false;
  if (premise.kind === "range" && conclusion.kind === "range")
    return premise.min >= conclusion.min && premise.max <= conclusion.max;
  if (premise.kind !== "items" || conclusion.kind !== "items")
    return premise.kind === conclusion.kind;
  const isWider = premise.op === "all" && conclusion.op === "any";
  if (premise.op !== conclusion.op && !isWider) return false;
  return premise.op === "none"
    ? isPartOf(conclusion.globs, premise.globs)
    : isPartOf(premise.globs, conclusion.globs);
}

function isPartOf(inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean {
  return inner.size <= outer.size && [...inner].every((glob) => outer.has(glob));
}

/**
 * Returns the names of conditions that never hold together by their form, in the order of a trace: ranges without a
 * shared number, globs that are wanted and excluded, and what `not` excludes. Undefined if there are none.
 */
export function contradictionIn(
  statements: readonly Statement[],
): readonly ConditionName[] | undefined {
  for (const [index, one] of [...statements.entries()].reverse()) {
    const later = statements.slice(index + 1);
    const other = later.findLast((each) => exclude(one, each) || exclude(each, one));
    if (other !== undefined) return namesOf([one, other]);
    if (one.kind === "not") {
      const others = statements.toSpliced(index, 1);
      if (!follow(one.inner, others)) continue;
      const causes = one.inner.flatMap(
        (each) => others.find((cause) => follows(each, cause)) ?? [],
      );
      return namesOf([one, ...causes]);
    }
  }
  return undefined;
}

function exclude(one: Statement, other: Statement): boolean {
  if (one.of !== other.of) return false;
  if (one.kind === "range" && other.kind === "range") return one.max < other.min;
  if (one.kind !== "items" || other.kind !== "items") return false;
  return one.op !== "none" && other.op === "none" && isPartOf(one.globs, other.globs);
}

function namesOf(statements: readonly Statement[]): readonly ConditionName[] {
  return CONDITION_NAMES.filter((name) => statements.some((each) => each.name === name));
}

/** The facts that are one name, of which `**` matches any. */
const SINGLE = [
  ...["recipe", "step", "tool", "label"],
  ...["ci.event", "ci.branch", "ci.provider", "ci.author", "ci.source"],
];

/** True for a statement that holds of every action of which its fact is known. */
export function isEmptyStatement(statement: Statement): boolean {
  if (statement.kind === "range")
    return statement.min <= 0 && statement.max === Number.POSITIVE_INFINITY;
  return (
    statement.kind === "items" &&
    SINGLE.includes(statement.of) &&
    statement.op === "any" &&
    statement.globs.has("**")
  );
}
