import type { Plan, PlannedAction } from "./plan.ts";

/** Returns actions as they stand in a plan, those that it does not have last. In a file, one may build on another. */
export function inPlanOrder<Item>(
  { actions }: Pick<Plan, "actions">,
  items: readonly Item[],
  actionOf: (item: Item) => Pick<PlannedAction, "id">,
): readonly Item[] {
  const places = new Map(actions.map(({ id }, index) => [id, index]));
  const placeOf = (item: Item) => places.get(actionOf(item).id) ?? actions.length;
  return [...items].sort((one, other) => placeOf(one) - placeOf(other));
}
