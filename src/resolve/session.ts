import type { PendingAction, ResolveHandler } from "./pending-action.ts";
import {
  PendingActionStore,
  type PendingPosition,
  type ResolveOrder,
} from "./pending-action-store.ts";

/** A message that steers whoever resolves. */
export interface SteeringMessage {
  readonly tag: "resolve-reminder";
  readonly actionId: string;
  readonly text: string;
}

/** How a session behaves; every field has a default. */
export interface SessionOptions {
  /** Default `queue`. */
  readonly order?: ResolveOrder;
  /** A discard with nothing pending succeeds (R3). Default false. */
  readonly lenientDiscard?: boolean;
  /** Gets the reminder of every queued action, and again when an apply failed (R10, R22). */
  readonly onReminder?: (message: SteeringMessage) => void;
  /** Gets what went wrong beside the point: a reminder hook that throws (R12). */
  readonly onHookError?: (error: unknown) => void;
}

/** Holds the pending actions of one run. */
export interface Session {
  readonly pending: PendingActionStore;
  readonly options: SessionOptions;
}

/** A session with nothing pending. */
export function createSession(options: SessionOptions = {}): Session {
  return { pending: new PendingActionStore(options.order), options };
}

/** What a preview hands over to be resolved. */
export interface QueuedPreview extends ResolveHandler {
  /** A wish; where it is taken it gets a suffix. Default: `action`, `action-2`, … */
  readonly id?: string;
}

/** Queues a preview as a pending action and reminds whoever resolves (A1, R16, R22). */
export function queueResolveHandler(
  session: Session,
  preview: QueuedPreview,
  position?: PendingPosition,
): PendingAction {
  const action = session.pending.push(preview, preview.id ?? "action", position);
  remind(session, action);
  return action;
}

/** Sends the reminder. A hook that throws is reported and hides nothing (R12). */
export function remind(session: Session, action: PendingAction): void {
  try {
    session.options.onReminder?.({
      tag: "resolve-reminder",
      actionId: action.id,
      text: `${action.label} (from ${action.sourceToolName}) is staged, not applied. Call resolve with action "apply" or "discard" and a reason.`,
    });
  } catch (error) {
    session.options.onHookError?.(error);
  }
}
