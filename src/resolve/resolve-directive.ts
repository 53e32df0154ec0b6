import type { PendingAction } from "./pending-action.ts";
import type { PendingActionStore } from "./pending-action-store.ts";
import type { ToolChoiceQueue } from "./tool-choice-queue.ts";

const LABEL_PREFIX = "resolve:";

/** The parts of a session that a directive reads and steers. */
export interface Forcing {
  readonly pending: PendingActionStore;
  readonly toolChoices: ToolChoiceQueue;
  readonly onUnresolved: ((action: PendingAction, reason: string) => void) | undefined;
}

/**
 * Queues a directive that forces `resolve` for a pending action, in the order of the pending actions and ahead of
 * everything else that waits (R16, R30). A directive only steers: the store says which actions are pending (R25).
 */
export function pushResolveDirective(
  { pending, toolChoices, onUnresolved }: Forcing,
  action: PendingAction,
  { now }: { readonly now: boolean },
): void {
  const isPending = () => pending.has(action.id);
  const before = pending.before(action.id);
  const nearest = before.next();
  toolChoices.pushOnce(
    { type: "tool", name: "resolve" },
    {
      label: labelOf(action.id),
      now: now || nearest.done === true,
      behind: nearest.done === true ? NONE : new LabelsOf(nearest.value, before),
      isWanted: isPending,
      // If the action is still pending, the call failed (R10) or ended another action.
      onResolved: () => (isPending() ? "requeue" : undefined),
      onRejected: ({ reason }) =>
        reason === "cleared" || reason === "removed" ? "drop" : "requeue",
      onExhausted(turns) {
        onUnresolved?.(action, `not resolved after ${turns} forced turns`);
      },
    },
  );
}

/** Puts the directive of an action whose apply failed back at the head, if it was lost and may be forced (R30). */
export function restoreResolveDirective(forcing: Forcing, action: PendingAction): void {
  const label = labelOf(action.id);
  if (forcing.toolChoices.isExhausted(label) || forcing.toolChoices.has(label)) return;
  pushResolveDirective(forcing, action, { now: true });
}

/** Returns the id of the action for which `resolve` is forced now (R19). */
export function inFlightActionId(toolChoices: ToolChoiceQueue): string | undefined {
  const label = toolChoices.inFlightLabel;
  return label?.startsWith(LABEL_PREFIX) ? label.slice(LABEL_PREFIX.length) : undefined;
}

function labelOf(id: string): string {
  return `${LABEL_PREFIX}${id}`;
}

const NONE: ReadonlySet<string> = new Set();

/** The labels of actions, which are looked at only as far as needed: mostly the first is asked for. */
class LabelsOf {
  readonly #known: Set<string>;
  readonly #others: Iterator<PendingAction, void>;

  constructor(first: PendingAction, others: Iterator<PendingAction, void>) {
    this.#known = new Set([labelOf(first.id)]);
    this.#others = others;
  }

  has(label: string): boolean {
    while (!this.#known.has(label)) {
      const next = this.#others.next();
      if (next.done === true) return false;
      this.#known.add(labelOf(next.value.id));
    }
    return true;
  }
}
