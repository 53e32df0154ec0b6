import { canonicalJson } from "../shared/canonical-json.ts";
import { isRecord } from "../shared/is-record.ts";
import { shown } from "../shared/shown.ts";
import type { PlannedAction } from "./plan.ts";

/**
 * Finds the differences between the actions of a plan and those that its recipes make now, one sentence for each
 * action: bytes, verdicts, reasons, facts, order. Pure; `dirtyFiles` does not count, because two checkouts of the same
 * files may differ in it, nor `lastCommitAge`, which grows.
 */
export function findDifferences(
  planned: readonly PlannedAction[],
  derived: readonly PlannedAction[],
): readonly string[] {
  const byId = new Map(derived.map((action) => [action.id, action]));
  const ids = new Set(planned.map(({ id }) => id));
  const differences = planned.flatMap((action) => {
    const now = byId.get(action.id);
    const name = nameOf(action);
    if (now === undefined) return [`${name} is in the plan, but its recipes do not make it.`];
    const key = firstDifference(ofTheFiles(action), ofTheFiles(now));
    return key === undefined ? [] : [`${name} differs in \`${shown(key)}\`.`];
  });
  const missing = derived.filter(({ id }) => !ids.has(id));
  differences.push(...missing.map((action) => `${nameOf(action)} is not in the plan.`));
  if (differences.length > 0) return differences;
  const isInOrder = planned.every(({ id }, index) => derived[index]?.id === id);
  return isInOrder ? [] : ["The actions are in another order."];
}

function ofTheFiles({
  facts: { dirtyFiles: _dirtyFiles, lastCommitAge: _age, modesChanged = [], ...facts },
  ...rest
}: PlannedAction): object {
  return { ...rest, facts: { ...facts, modesChanged } }; // Plans of earlier versions know no modes.
}

/** Returns the name of an action for a message. */
export function nameOf({ id, recipe, step }: PlannedAction): string {
  return `Action ${shown(id)} (${shown(recipe)} › ${shown(step)})`;
}

/** True if two actions would write the same bytes into the same files. */
export function writesTheSame(one: PlannedAction, other: PlannedAction): boolean {
  const content = ({ files }: PlannedAction) =>
    canonicalJson(
      files.map(({ path, preHash, postHash, edits, mode }) => ({
        ...{ path, preHash, postHash, mode },
        edits: edits.map(({ start, end, text }) => ({ start, end, text })),
      })),
    );
  return content(one) === content(other);
}

/** Returns the path of the first value that differs; undefined if none does. */
function firstDifference(one: unknown, other: unknown, at = ""): string | undefined {
  if (canonicalJson(one) === canonicalJson(other)) return undefined;
  const areLists = Array.isArray(one) && Array.isArray(other);
  const areMaps = isRecord(one) && isRecord(other);
  if (!areLists && !areMaps) return at;
  if (areLists && one.length !== other.length) return at;
  const [a, b] = [one, other] as [Record<string, unknown>, Record<string, unknown>]; // Lists have keys too.
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const path = areLists ? `${at}[${key}]` : at === "" ? key : `${at}.${key}`;
    const found = firstDifference(a[key], b[key], path);
    if (found !== undefined) return found;
  }
  return at;
}
