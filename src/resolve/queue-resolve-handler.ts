import { checkHandler } from "./check-handler.ts";
import type { PendingAction, ResolveHandler } from "./pending-action.ts";
import type { PendingPosition } from "./pending-action-store.ts";
import { remind } from "./reminder.ts";
import { pushResolveDirective } from "./resolve-directive.ts";
import type { Session } from "./session.ts";

/** A preview that is queued to be resolved. */
export interface QueuedPreview extends ResolveHandler {
  /** The wanted id; it gets a suffix if it is taken. Default: `action`, `action-2`, … */
  readonly id?: string;
}

/**
 * Queues a preview as a pending action and sends its reminder (A1, R16, R22). A standing handler stays as it is (R21);
 * if the session can force tools, `resolve` is forced for the action (R26, Q9).
 */
export function queueResolveHandler(
  session: Session,
  preview: QueuedPreview,
  position?: PendingPosition,
): PendingAction {
  checkHandler(preview);
  const { pending, toolChoices, options } = session;
  const action = pending.push(preview, preview.id, position);
  if (options.toolChoices === "named") {
    const forcing = { pending, toolChoices, onUnresolved: options.onUnresolved };
    pushResolveDirective(forcing, action, { now: position?.now === true });
  }
  remind(options, action);
  return action;
}
