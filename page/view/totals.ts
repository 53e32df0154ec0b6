import type { PageAction } from "../../src/model/page/page-action.ts";
import { type Facet, facetValues, folderAround } from "./filters.ts";

type State = PageAction["state"];

/** The states in the order in which bars show them: what is done, what waits, what went wrong. */
export const STATES: readonly State[] = [
  "applied",
  "would-apply",
  "pending",
  "held",
  "failed",
  "discarded",
];

/** The numbers of actions by their states. */
export type Share = Readonly<Partial<Record<State, number>>>;

/** A bar of a picture. */
export interface Bar {
  readonly value: string;
  readonly total: number;
  readonly share: Share;
}

/** Returns the numbers of all actions by their states. */
export function shareOf(actions: readonly PageAction[]): Share {
  const share: Partial<Record<State, number>> = {};
  for (const { state } of actions) share[state] = (share[state] ?? 0) + 1;
  return share;
}

/** Returns a bar for each value of a facet, the longest first. An action may count in several. */
export function countBars(actions: readonly PageAction[], facet: Facet): readonly Bar[] {
  const groups = new Map<string, PageAction[]>();
  const around = facet === "folder" ? folderAround(actions) : "";
  for (const action of actions)
    for (const value of facetValues(action, facet, around)) {
      const group = groups.get(value);
      if (group === undefined) groups.set(value, [action]);
      else group.push(action);
    }
  return [...groups]
    .map(([value, group]) => ({ value, total: group.length, share: shareOf(group) }))
    .sort((a, b) => b.total - a.total || (a.value < b.value ? -1 : 1));
}

/** Returns at most `most` stretches of the run, one after the other, each with the states of its actions. */
export function courseOf(actions: readonly PageAction[], most: number): readonly Share[] {
  const inOrder = [...actions].sort((a, b) => a.order - b.order);
  const size = Math.max(1, Math.ceil(inOrder.length / most));
  const stretches: Share[] = [];
  for (let from = 0; from < inOrder.length; from += size)
    stretches.push(shareOf(inOrder.slice(from, from + size)));
  return stretches;
}
