import { guardedCall } from "./guarded-call.ts";
import type { PendingAction, ResolveHandler } from "./pending-action.ts";
import {
  PendingActionStore,
  type PendingPosition,
  type ResolveOrder,
} from "./pending-action-store.ts";
import { pushResolveDirective } from "./resolve-directive.ts";
import { StandingHandler } from "./standing-handler.ts";
import { ToolChoiceQueue } from "./tool-choice-queue.ts";

/** A message that steers whoever resolves. */
export interface SteeringMessage {
  readonly tag: "resolve-reminder";
  readonly actionId: string;
  readonly text: string;
}

/** How a session behaves; every field has a default. */
export interface SessionOptions {
  /** The folder that the paths of this session start from, for its tools. Nothing here reads it. */
  readonly root?: string;
  /** Default `queue`. */
  readonly order?: ResolveOrder;
  /** How many actions are taken in all. Default: see model/input-limits.ts. */
  readonly maxActions?: number;
  /** A discard with nothing pending succeeds (R3). Default false. */
  readonly lenientDiscard?: boolean;
  /**
   * Whether the provider can be forced to call a named tool. With `named`, every queued preview also
   * queues a directive that forces `resolve`; with `none`, it is pending all the same (R26). Default `none`.
   */
  readonly toolChoices?: "named" | "none";
  /** Gets the reminder of every queued action, and again when an apply failed (R10, R22). */
  readonly onReminder?: (message: SteeringMessage) => void;
  /** Gets what went wrong beside the point: one of the other hooks throws or rejects (R12). */
  readonly onHookError?: (error: unknown) => void;
  /**
   * Gets an action that no forced turn resolved, and is forced no more (Q12). It is still pending:
   * whoever gets it ends it, with the policy's default verdict and this reason.
   */
  readonly onUnresolved?: (action: PendingAction, reason: string) => void;
}

/** Holds the pending actions of one run, and what a model is told to do about them. */
export interface Session {
  readonly pending: PendingActionStore;
  /** Serves a resolve that meets no pending action (R19–R21). */
  readonly standing: StandingHandler;
  /** The choices of coming turns. What stands there never decides what is pending (R25). */
  readonly toolChoices: ToolChoiceQueue;
  readonly options: SessionOptions;
}

/** A session with nothing pending. */
export function createSession(options: SessionOptions = {}): Session {
  return {
    pending: new PendingActionStore(options.order ?? "queue", options.maxActions),
    standing: new StandingHandler(),
    toolChoices: new ToolChoiceQueue({
      onCallbackError: (error) => options.onHookError?.(error),
    }),
    options,
  };
}

/** What a preview hands over to be resolved. */
export interface QueuedPreview extends ResolveHandler {
  /** A wish; where it is taken it gets a suffix. Default: `action`, `action-2`, … */
  readonly id?: string;
}

/**
 * Queues a preview as a pending action and reminds whoever resolves (A1, R16, R22). A standing handler
 * stays as it is (R21). Where the session can force tools, `resolve` is forced for it (R26, Q9).
 */
export function queueResolveHandler(
  session: Session,
  preview: QueuedPreview,
  position?: PendingPosition,
): PendingAction {
  const { pending, toolChoices, options } = session;
  const action = pending.push(preview, preview.id, position);
  if (options.toolChoices === "named") {
    const forcing = { pending, toolChoices, onUnresolved: options.onUnresolved };
    pushResolveDirective(forcing, action, { now: position?.now === true });
  }
  remind(session, action);
  return action;
}

/** Sends the reminder. A hook that throws or rejects is reported and hides nothing (R12). */
export function remind({ options }: Session, { id, label, sourceToolName }: PendingAction): void {
  const text = `${label} (from ${sourceToolName}) is staged, not applied. Call resolve with action "apply" or "discard" and a reason.`;
  guardedCall(
    () => options.onReminder?.({ tag: "resolve-reminder", actionId: id, text }),
    options.onHookError,
  );
}
