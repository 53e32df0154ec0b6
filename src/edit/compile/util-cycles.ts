import type { WrittenMap } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { FieldPath } from "./written-keys.ts";

/** A move from a node to those that a rule tests next. `around`: to all siblings, itself included. */
type Move = "up" | "down" | "forward" | "backward" | "around";

const moveOfRelation: ReadonlyMap<string, Move> = new Map([
  ["inside", "up"],
  ["has", "down"],
  ["precedes", "forward"],
  ["follows", "backward"],
]);

/** A use of one utility rule in another, for a node that is reached by these moves. */
interface Reference {
  readonly from: string;
  readonly to: string;
  readonly moves: ReadonlySet<Move>;
}

/**
 * Finds a utility rule that can come back to itself at the node at which it began: the engine would follow it until its
 * stack overflows, which ends the process. A circle that only leads further up, down, forward or backward ends by
 * itself, and is allowed.
 */
export function findEndlessUtil(utils: WrittenMap): string | undefined {
  return findEndless(Object.entries(utils).flatMap(([id, rule]) => referencesIn(id, rule)));
}

/** Describes the problem of a utility rule that {@link findEndlessUtil} found. */
export function endlessUtil(id: string, field: FieldPath): OpProblem {
  const message = `the utility rule \`${idAsWritten(id)}\` refers to itself without end`;
  const hint =
    "A circle is allowed only if it leads further in one direction, as with `inside` alone";
  return { code: "invalid-rule", field, message, hint };
}

/** Returns the id of a utility rule as it was written: a copy of a project's rule has a prefix (inlineGlobalUtils). */
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

/** Returns the references of a circle that lead no further, if all others lead in one direction. */
function withoutProgress(circle: readonly Reference[]): readonly Reference[] {
  const moves = new Set(circle.flatMap((reference) => [...reference.moves]));
  const onward = directionOf(moves);
  return onward === undefined ? circle : circle.filter((reference) => !reference.moves.has(onward));
}

function directionOf(moves: ReadonlySet<Move>): Move | undefined {
  // Moves among siblings keep the depth.
  if (moves.has("down") !== moves.has("up")) return moves.has("down") ? "down" : "up";
  const [only, ...others] = moves;
  return others.length === 0 && only !== "around" ? only : undefined;
}

/** Returns the ids that can be reached; the first one is among them only if a circle leads back to it. */
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
      case "stopBy": // It is tested at the nodes to which the relation leads.
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
