import type { NetChanges } from "../../tree/net-changes.ts";
import type { StagedRun } from "../../tree/staged/staged-run.ts";
import type { RunRecord } from "../state/run-context.ts";
import type { RunStop } from "../state/run-stop.ts";

/** Writes what waited for the end of the run: what is staged, or everything if all of it is one transaction. */
export async function settleRun(
  {
    staged,
    waiting,
  }: { readonly staged: StagedRun | undefined; readonly waiting: NetChanges | undefined },
  record: RunRecord,
  stop: RunStop,
): Promise<void> {
  // Loaded when they are needed: most runs write action by action.
  if (staged) {
    const { settleStaged } = await import("./settle-staged.ts");
    await settleStaged(staged, record, stop);
  } else if (waiting) {
    const { settleTransaction } = await import("./settle-transaction.ts");
    await settleTransaction(waiting, record, stop);
  }
}
