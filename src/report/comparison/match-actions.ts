import type { ActionReport } from "../../model/report/report.ts";
import { parseDiff } from "../../shared/diff/parse-diff.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { sha256 } from "../../shared/sha256.ts";

/** Two actions that are one, of which neither, or one, may be there. */
export interface ActionPair {
  readonly before: ActionReport | undefined;
  readonly after: ActionReport | undefined;
  /** Undefined if one of them is missing. */
  readonly matchedBy: "id" | "content" | "place" | undefined;
}

/** Returns what two actions must have in common; undefined if an action cannot be matched so. */
type KeyOf = (action: ActionReport) => string | undefined;

/**
 * Matches the actions of two reports: by their ids; then by recipe, step, files and the lines that change, wherever
 * they are; then by the lines before; and last by recipe, step and files, if just one is left on both sides.
 */
export function matchActions(
  before: readonly ActionReport[],
  after: readonly ActionReport[],
): readonly ActionPair[] {
  const unmatched: Sides = { before: new Set(before), after: new Set(after) };
  const keys = new Map<ActionReport, ReturnType<typeof digestsOf>>();
  const digest = (action: ActionReport) => {
    const known = keys.get(action) ?? digestsOf(action);
    keys.set(action, known);
    return known;
  };
  const pairs = [
    ...matched(unmatched, "id", ({ id }) => id),
    ...matched(unmatched, "content", (action) => digest(action).content),
    ...matched(unmatched, "place", (action) => digest(action).removed),
    ...matched(unmatched, "place", placeOf, { isSingle: true }),
  ];
  const byAfter = new Map(pairs.map((pair) => [pair.after, pair]));
  const onlyBefore = [...unmatched.before].map(
    (action): ActionPair => ({ before: action, after: undefined, matchedBy: undefined }),
  );
  const pairsOfAfter = after.map(
    (action): ActionPair =>
      byAfter.get(action) ?? { before: undefined, after: action, matchedBy: undefined },
  );
  return [...pairsOfAfter, ...onlyBefore];
}

/** The actions that are not matched yet, in order. */
interface Sides {
  readonly before: Set<ActionReport>;
  readonly after: Set<ActionReport>;
}

function matched(
  left: Sides,
  matchedBy: ActionPair["matchedBy"],
  keyOf: KeyOf,
  { isSingle = false }: { readonly isSingle?: boolean } = {},
): readonly ActionPair[] {
  const candidates = groupedBy(left.before, keyOf);
  const pairs: ActionPair[] = [];
  for (const [key, wanted] of groupedBy(left.after, keyOf)) {
    const found = candidates.get(key) ?? [];
    if (isSingle && (found.length !== 1 || wanted.length !== 1)) continue;
    for (const [index, before] of found.entries()) {
      const after = wanted[index];
      if (after === undefined) break;
      left.before.delete(before);
      left.after.delete(after);
      pairs.push({ before, after, matchedBy });
    }
  }
  return pairs;
}

function groupedBy(actions: Iterable<ActionReport>, keyOf: KeyOf): Map<string, ActionReport[]> {
  const groups = new Map<string, ActionReport[]>();
  for (const action of actions) {
    const key = keyOf(action);
    if (key === undefined) continue;
    addTo(groups, key, action);
  }
  return groups;
}

function placeOf({ recipe, step, files, facts }: ActionReport): string {
  const paths = files.length === 0 ? facts.files : files.map(({ path }) => path);
  return JSON.stringify([recipe, step, [...paths].sort()]);
}

/** Returns digests of the lines that an action changes, and of those before only; without the lines around them. */
function digestsOf(action: ActionReport): {
  readonly content: string | undefined;
  readonly removed: string | undefined;
} {
  if (action.files.length === 0) return { content: undefined, removed: undefined };
  const files = action.files.map(({ path, diff }) => ({ path, diff: parseDiff(diff) }));
  if (files.some(({ diff }) => diff === undefined))
    return { content: undefined, removed: undefined };
  const place = placeOf(action);
  const digest = (lines: unknown) => sha256(JSON.stringify([place, lines]).toWellFormed());
  const changes = files.map(({ diff }) => diff?.changes ?? []);
  const removed = changes.map((list) => list.map((change) => change.removed));
  const content = changes.map((list) => list.map((change) => [change.removed, change.added]));
  const isEmpty = removed.flat(2).length === 0; // New lines alone say nothing about a place.
  return { content: digest(content), removed: isEmpty ? undefined : digest(removed) };
}
