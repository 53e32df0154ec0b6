import type { Alert } from "../../model/alert.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { messageOf } from "../../shared/message-of.ts";
import { withTimeLimit } from "../../shared/process/time-limit.ts";
import type { UntoldAction } from "../state/action-book.ts";
import type { RunContext } from "../state/run-context.ts";

/** The limits of all calls of `reject` at the end of a run, which run concurrently; milliseconds. */
interface RejectLimits {
  readonly usual: number;
  /** From a signal or the time limit on: a person waits, and so does the lock. */
  readonly stopped: number;
}

const LIMITS: RejectLimits = { usual: 10_000, stopped: 2_000 };

/**
 * Calls `reject` of every action that ended without having been applied and whose `reject` was not called yet (R28):
 * those that were held, left out by a signal or the time limit, given up, or never decided. Their code is gone with the
 * run. One that fails, or does not end, is a warning; after a signal they have less time. A dry run ends no action, and
 * calls none.
 */
export async function tellProducers(
  { record: { book, ledger, command }, world: { stop, after } }: RunContext,
  limits = LIMITS,
): Promise<void> {
  if (isDryRun(command)) return;
  const { untold } = book;
  if (untold.length === 0) return;
  const hurry = new AbortController();
  const onStop = () =>
    after(limits.stopped).addEventListener("abort", () => hurry.abort(), { once: true });
  if (stop.signal.aborted) onStop();
  else stop.signal.addEventListener("abort", onStop, { once: true });
  try {
    const told = untold.map((one) => tell(one, limits.usual, hurry.signal));
    for (const alert of await Promise.all(told)) if (alert !== undefined) ledger.alert(alert);
  } finally {
    stop.signal.removeEventListener("abort", onStop);
  }
}

async function tell(
  { action, reason, extra }: UntoldAction,
  limit: number,
  hurry: AbortSignal,
): Promise<Alert | undefined> {
  const { pending, origin } = action;
  action.isTold = true;
  try {
    await withTimeLimit(limit, hurry, () => pending.reject?.(reason, extra));
    return undefined;
  } catch (error) {
    const { recipe, step } = origin;
    const message = `${pending.label}: its \`reject\` failed: ${messageOf(error)}`;
    return { level: "warn", code: "reject-failed", message, recipe, step };
  }
}
