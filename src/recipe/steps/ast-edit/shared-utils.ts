import type { WrittenMap } from "../../../model/edit.ts";
import { isRecord } from "../../../shared/is-record.ts";

/** The parts of an op that may refer to utility rules, as written. */
export interface OpWithRule {
  readonly rule?: unknown;
  readonly constraints?: unknown;
  readonly utils?: unknown;
  readonly rewriters?: unknown;
  readonly out?: unknown;
}

/** Returns the ids of the utility rules that an op refers to and does not have itself. */
export function missingUtils(op: OpWithRule): readonly string[] {
  const own = isRecord(op.utils) ? op.utils : {};
  return [...idsIn(partsOf(op))].filter((id) => !Object.hasOwn(own, id));
}

/**
 * Returns the utility rules of an op with those of its recipe that it refers to, directly or through others; undefined
 * without any. An op's own rule hides the recipe's of the same id.
 */
export function withSharedUtils(op: OpWithRule, shared: WrittenMap): WrittenMap | undefined {
  const own = isRecord(op.utils) ? op.utils : undefined;
  if (op.rule === undefined) return own;
  const reached = idsIn(partsOf(op));
  const found: Record<string, unknown> = {};
  for (const id of reached) {
    if (!Object.hasOwn(shared, id) || (own && Object.hasOwn(own, id))) continue;
    found[id] = shared[id];
    for (const next of idsIn(shared[id])) reached.add(next);
  }
  return Object.keys(found).length === 0 ? own : { ...found, ...own };
}

function partsOf({ rule, constraints, utils, rewriters, out }: OpWithRule): unknown {
  return [rule, constraints, utils, rewriters, isRecord(out) || Array.isArray(out) ? out : {}];
}

/** Returns the ids that `matches` names anywhere in a value: a text, or the keys of a map. */
function idsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) idsIn(item, found);
  if (!isRecord(value)) return found;
  for (const [key, item] of Object.entries(value)) {
    if (key === "matches" && typeof item === "string") found.add(item);
    if (key === "matches" && isRecord(item)) for (const id of Object.keys(item)) found.add(id);
    idsIn(item, found);
  }
  return found;
}
