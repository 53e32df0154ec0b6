import type { ActionReport } from "../model/report/report.ts";
import { addTo } from "../shared/lists/add-to.ts";
import { sha256 } from "../shared/sha256.ts";
import { kindsOfFile } from "./kinds-of-change.ts";

/** The most files of an action, and UTF-16 code units of its diffs, that are read: a larger one is like no other. */
const [MOST_FILES, MOST_TEXT] = [1000, 2_000_000];

/**
 * Returns the key of the actions that a person can decide together with this one: the same step and rule, and the same
 * kinds of all changes. Undefined for an action to be decided by itself: it failed, or its changes are not all known.
 */
export function alikeKey(action: ActionReport): string | undefined {
  const { recipe, step, ruleId = null, state, applyError, isStale, files, facts } = action;
  if (state === "failed" || applyError !== undefined || isStale === true) return undefined;
  if (files.length === 0 || files.length > MOST_FILES) return undefined;
  if (facts.fileCount > files.length) return undefined;
  const kinds = new Set<string>();
  let left = MOST_TEXT;
  for (const { diff, regions } of files) {
    left -= diff.length;
    const own = left < 0 ? [] : kindsOfFile({ diff, regions }, action);
    if (own.length === 0) return undefined;
    for (const kind of own) kinds.add(kind);
  }
  return sha256(JSON.stringify([recipe, step, ruleId, [...kinds].sort()]));
}

/** Returns actions in groups of those that are alike, in the order of their first ones. */
export function groupsAlike(
  actions: readonly ActionReport[],
): readonly (readonly ActionReport[])[] {
  const groups = new Map<string | ActionReport, ActionReport[]>();
  for (const action of actions) addTo(groups, alikeKey(action) ?? action, action);
  return [...groups.values()];
}
