import type { Alert } from "../../model/alert.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { messageOf } from "../../shared/message-of.ts";
import { withTimeLimit } from "../../shared/process/time-limit.ts";
import type { UntoldAction } from "../state/action-book.ts";
import type { RunContext } from "../state/run-context.ts";

/** The limit of all calls of `reject` at the end of a run, which run concurrently; milliseconds. */
const LAST_WORDS = 10_000;

/**
 * Calls `reject` of every action that ended without having been applied and whose `reject` was not called yet (R28):
 * those that were held, left out by a signal or the time limit, given up, or never decided. Their code is gone with the
 * run. One that fails, or does not end, is a warning. A dry run ends no action, and calls none.
 */
export async function tellProducers(
  { record: { book, ledger, command } }: RunContext,
  limit = LAST_WORDS,
): Promise<void> {
  if (isDryRun(command)) return;
  const alerts = await Promise.all(book.untold.map((untold) => tell(untold, limit)));
  for (const alert of alerts) if (alert !== undefined) ledger.alert(alert);
}

async function tell(
  { action, reason, extra }: UntoldAction,
  limit: number,
): Promise<Alert | undefined> {
  const { pending, origin } = action;
  action.isTold = true;
  try {
    await withTimeLimit(limit, new AbortController().signal, () => pending.reject?.(reason, extra));
    return undefined;
  } catch (error) {
    const { recipe, step } = origin;
    const message = `${pending.label}: its \`reject\` failed: ${messageOf(error)}`;
    return { level: "warn", code: "reject-failed", message, recipe, step };
  }
}
