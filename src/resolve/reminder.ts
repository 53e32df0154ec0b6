import { guardedCall } from "./guarded-call.ts";
import type { PendingAction } from "./pending-action.ts";

/** A message that steers the model or the caller that resolves. */
export interface SteeringMessage {
  readonly tag: "resolve-reminder";
  readonly actionId: string;
  readonly text: string;
}

/** The hooks of a session that take part in a reminder. */
export interface ReminderHooks {
  /** Gets the reminder of every queued action, and again when an apply failed (R10, R22). */
  readonly onReminder?: ((message: SteeringMessage) => void) | undefined;
  /** Gets the error of a hook that throws or rejects; the error changes nothing else (R12). */
  readonly onHookError?: ((error: unknown) => void) | undefined;
}

/** Sends the reminder. A hook that throws or rejects is reported and hides nothing (R12). */
export function remind({ onReminder, onHookError }: ReminderHooks, action: PendingAction): void {
  const text = reminderText(action);
  guardedCall(
    () => onReminder?.({ tag: "resolve-reminder", actionId: action.id, text }),
    onHookError,
  );
}

/** The words that steer towards `resolve`. They are sent to models, and stand in recordings. */
export function reminderText({ label, sourceToolName }: PendingAction): string {
  const state = `${label} (from ${sourceToolName}) is staged, not applied.`;
  return `${state} Call resolve with action "apply" or "discard" and a reason.`;
}
