import type { PageAction } from "../../src/model/page/page-action.ts";
import { addTo } from "../../src/shared/lists/add-to.ts";

/** Actions that the report says are alike: of one step and rule, with the same kinds of all changes. */
export interface AlikeActions {
  readonly key: string;
  readonly actions: readonly PageAction[];
}

/** Returns held actions in groups that a person can decide at once, in the order of their first ones. */
export function groupAlike(actions: readonly PageAction[]): readonly AlikeActions[] {
  const groups = new Map<string, PageAction[]>();
  for (const action of actions) {
    const { alike, id, order } = action;
    addTo(groups, alike ?? `${order} ${id}`, action);
  }
  return [...groups].map(([key, group]) => ({ key, actions: group }));
}
