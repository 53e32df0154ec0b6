import type { OpProblem, WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { FieldPath } from "./written-keys.ts";

/** Where a rule looks from the node that it is asked about. `around`: among all siblings, itself included. */
type Move = "up" | "down" | "forward" | "backward" | "around";

const moveOfRelation: ReadonlyMap<string, Move> = new Map([
  ["inside", "up"],
  ["has", "down"],
  ["precedes", "forward"],
  ["follows", "backward"],
]);

/** One utility rule asks another one, about a node that is reached by these moves. */
interface Reference {
  readonly from: string;
  readonly to: string;
  readonly moves: ReadonlySet<Move>;
}

/**
 * A utility rule that can come back to itself at the node where it began: the engine would follow it until
 * its stack overflows, and the process with it. A circle that only ever leads further up, down, forward or
 * backward comes to an end, and is allowed.
 */
export function findEndlessUtil(utils: WrittenMap): string | undefined {
  return findEndless(Object.entries(utils).flatMap(([id, rule]) => referencesIn(id, rule)));
}

/** A utility rule that refers to itself without end: the engine would take the process with it. */
export function endlessUtil(id: string, field: FieldPath): OpProblem {
  const message = `the utility rule \`${idAsWritten(id)}\` refers to itself without end`;
  const hint = "A circle may only ever lead further in one direction, as with `inside` alone";
  return { code: "invalid-rule", field, message, hint };
}

/** The id of a utility rule as somebody wrote it, of one that may be a copy of a project's. */
function idAsWritten(id: string): string {
  return /^project: (\S+)/.exec(id)?.[1] ?? id;
}

function findEndless(references: readonly Reference[]): string | undefined {
  const reached = new Map<string, ReadonlySet<string>>();
  for (const { from } of references)
    if (!reached.has(from)) reached.set(from, reach(from, references));
  for (const [id, others] of reached) {
    if (!others.has(id)) continue;
    const isInCircle = (other: string) => others.has(other) && reached.get(other)?.has(id) === true;
    const circle = references.filter(({ from, to }) => isInCircle(from) && isInCircle(to));
    const left = withoutProgress(circle);
    const endless = left.length < circle.length ? findEndless(left) : id;
    if (endless !== undefined) return endless;
  }
  return undefined;
}

/** The references of a circle that lead no further, where the others can only lead in one direction. */
function withoutProgress(circle: readonly Reference[]): readonly Reference[] {
  const moves = new Set(circle.flatMap((reference) => [...reference.moves]));
  const onward = directionOf(moves);
  return onward === undefined ? circle : circle.filter((reference) => !reference.moves.has(onward));
}

function directionOf(moves: ReadonlySet<Move>): Move | undefined {
  // Among siblings the depth stays what it is.
  if (moves.has("down") !== moves.has("up")) return moves.has("down") ? "down" : "up";
  const [only, ...others] = moves;
  return others.length === 0 && only !== "around" ? only : undefined;
}

/** All that can be reached, the beginning only by way of others. */
function reach(id: string, references: readonly Reference[]): ReadonlySet<string> {
  const found = new Set<string>();
  const next = [id];
  for (let from = next.pop(); from !== undefined; from = next.pop()) {
    for (const reference of references) {
      if (reference.from !== from || found.has(reference.to)) continue;
      found.add(reference.to);
      next.push(reference.to);
    }
  }
  return found;
}

function referencesIn(
  from: string,
  rule: unknown,
  moves: ReadonlySet<Move> = new Set(),
): readonly Reference[] {
  if (!isRecord(rule)) return [];
  const at = (part: unknown, ...more: readonly Move[]) =>
    referencesIn(from, part, new Set([...moves, ...more]));
  return Object.entries(rule).flatMap(([key, value]) => {
    const move = moveOfRelation.get(key);
    if (move !== undefined) return at(value, move);
    switch (key) {
      case "all":
      case "any":
        return Array.isArray(value) ? value.flatMap((part) => at(part)) : [];
      case "not":
      case "stopBy": // It is asked about the nodes to which the relation leads.
        return at(value);
      case "nthChild":
        return isRecord(value) ? at(value.ofRule, "around") : [];
      case "matches":
        return idsOf(value).map((to) => ({ from, to, moves }));
      default:
        return [];
    }
  });
}

function idsOf(matches: unknown): readonly string[] {
  if (typeof matches === "string") return [matches];
  return isRecord(matches) ? Object.keys(matches) : [];
}
