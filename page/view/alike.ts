import type { PageAction } from "../../src/model/page/page-action.ts";
import { addTo } from "../../src/shared/lists/add-to.ts";

/** Actions that one rule holds for changes of the same kinds. */
export interface AlikeActions {
  readonly key: string;
  readonly actions: readonly PageAction[];
}

/** Returns held actions in groups that a person can decide at once, in the order of their first ones. */
export function groupAlike(actions: readonly PageAction[]): readonly AlikeActions[] {
  const groups = new Map<string, PageAction[]>();
  for (const action of actions) {
    const { recipe, step, rule, kinds, id } = action;
    const key = JSON.stringify(kinds === undefined ? id : [recipe, step, rule, kinds]);
    addTo(groups, key, action);
  }
  return [...groups].map(([key, group]) => ({ key, actions: group }));
}
