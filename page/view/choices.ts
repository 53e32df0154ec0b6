import type { PageAction } from "../../src/model/page/page-action.ts";

/** A choice for a held action; `wait` leaves it held. */
export type Choice = "apply" | "discard" | "wait";

/** The choices of a person for held actions, by id; those that are missing wait. */
export type Choices = ReadonlyMap<string, Exclude<Choice, "wait">>;

/** Nothing is chosen. */
export const NO_CHOICES: Choices = new Map();

/** Returns the choices with another one for some actions. What no run keeps cannot be applied: such an action waits. */
export function withChoice(
  choices: Choices,
  actions: readonly Pick<PageAction, "id" | "hasBytes">[],
  choice: Choice,
): Choices {
  const next = new Map(choices);
  for (const { id, hasBytes } of actions)
    if (choice === "wait" || (choice === "apply" && !hasBytes)) next.delete(id);
    else next.set(id, choice);
  return next;
}
