import type { PendingAction } from "./pending-action.ts";
import type { PendingActionStore } from "./pending-action-store.ts";
import type { ToolChoiceQueue } from "./tool-choice-queue.ts";

const LABEL_PREFIX = "resolve:";

/** The parts of a session that a directive reads and steers. */
interface Forcing {
  readonly pending: PendingActionStore;
  readonly toolChoices: ToolChoiceQueue;
  readonly onUnresolved: ((action: PendingAction, reason: string) => void) | undefined;
}

/**
 * Queues a directive that forces `resolve` for a pending action, in the order of the pending actions (Q9, R16). A
 * directive only steers: the store alone says which actions are pending (R25).
 */
export function pushResolveDirective(
  { pending, toolChoices, onUnresolved }: Forcing,
  action: PendingAction,
  { now }: { readonly now: boolean },
): void {
  const isPending = () => pending.has(action.id);
  toolChoices.pushOnce(
    { type: "tool", name: "resolve" },
    {
      label: labelOf(action.id),
      now,
      before: idsAfter(action.id, pending.list()).map(labelOf),
      isWanted: isPending,
      // If the action is still pending, the call failed (R10) or ended another action.
      onResolved: () => (isPending() ? "requeue" : undefined),
      onRejected: ({ reason }) =>
        reason === "cleared" || reason === "removed" ? "drop" : "requeue",
      onExhausted: (turns) => onUnresolved?.(action, `not resolved after ${turns} forced turns`),
    },
  );
}

/** Returns the id of the action for which `resolve` is forced now (R19). */
export function inFlightActionId(toolChoices: ToolChoiceQueue): string | undefined {
  const label = toolChoices.inFlightLabel;
  return label?.startsWith(LABEL_PREFIX) ? label.slice(LABEL_PREFIX.length) : undefined;
}

function labelOf(id: string): string {
  return `${LABEL_PREFIX}${id}`;
}

function idsAfter(id: string, actions: readonly PendingAction[]): string[] {
  const ids = actions.map((action) => action.id);
  return ids.slice(ids.indexOf(id) + 1);
}
