import { canonicalJson } from "../shared/canonical-json.ts";
import { isRecord } from "../shared/is-record.ts";
import { shown } from "../shared/shown.ts";
import type { PlannedAction } from "./plan.ts";

/**
 * How the actions of a plan differ from those that its recipes come to, one sentence for each action.
 * Everything counts: bytes, verdicts, reasons, facts, order; of what was not committed only what a policy made
 * of it, since two checkouts of the same files may differ in that. Pure.
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
    if (now === undefined) return [`${name} is in the plan, and the recipes do not come to it.`];
    const key = firstDifference(ofTheFiles(action), ofTheFiles(now));
    return key === undefined ? [] : [`${name} differs in \`${shown(key)}\`.`];
  });
  const missing = derived.filter(({ id }) => !ids.has(id));
  differences.push(...missing.map((action) => `${nameOf(action)} is not in the plan.`));
  if (differences.length > 0) return differences;
  const isInOrder = planned.every(({ id }, index) => derived[index]?.id === id);
  return isInOrder ? [] : ["The actions stand in another order."];
}

function ofTheFiles({
  facts: { dirtyFiles: _dirtyFiles, ...facts },
  ...rest
}: PlannedAction): object {
  return { ...rest, facts };
}

/** How a message names an action. */
export function nameOf({ id, recipe, step }: PlannedAction): string {
  return `Action ${shown(id)} (${shown(recipe)} › ${shown(step)})`;
}

/** Whether two actions would write the same bytes into the same files. */
export function writesTheSame(one: PlannedAction, other: PlannedAction): boolean {
  const content = ({ files }: PlannedAction) =>
    canonicalJson(
      files.map(({ path, preHash, postHash, edits }) => ({
        ...{ path, preHash, postHash },
        edits: edits.map(({ start, end, text }) => ({ start, end, text })),
      })),
    );
  return content(one) === content(other);
}

/** The path of the first value that differs; undefined where nothing does. */
function firstDifference(one: unknown, other: unknown, at = ""): string | undefined {
  if (canonicalJson(one) === canonicalJson(other)) return undefined;
  const areLists = Array.isArray(one) && Array.isArray(other);
  const areMaps = isRecord(one) && isRecord(other);
  if (!areLists && !areMaps) return at;
  if (areLists && one.length !== other.length) return at;
  const [a, b] = [one, other] as [Record<string, unknown>, Record<string, unknown>]; // Lists too.
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const path = areLists ? `${at}[${key}]` : at === "" ? key : `${at}.${key}`;
    const found = firstDifference(a[key], b[key], path);
    if (found !== undefined) return found;
  }
  return at;
}
