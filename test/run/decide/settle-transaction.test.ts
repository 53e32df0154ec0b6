import { expect, it } from "vitest";
import { UnfinishedError } from "../../../src/apply/transaction/write-files.ts";
import type { ActionReport } from "../../../src/model/report/report.ts";
import { settleTransaction } from "../../../src/run/decide/settle-transaction.ts";
import { RunLedger } from "../../../src/run/state/run-ledger.ts";
import { RunStop } from "../../../src/run/state/run-stop.ts";

it.each([
  [new UnfinishedError("a.ts"), "Some of what this run wrote could not be put back: a.ts"],
  [new Error("a.ts"), "Nothing of this run was written: a.ts"],
])("says of a transaction that failed with %s what is there", async (error, message) => {
  const ledger = new RunLedger(() => undefined, { isSettled: false });
  // As much of an action as is looked at.
  ledger.end({ report: { id: "1", state: "applied" } as ActionReport, changes: [] });
  const { signal } = new AbortController();
  const writer = {
    awaitChecks: () => undefined,
    commit: () => Promise.reject(error),
    noteProof: () => Promise.resolve(),
    rewrite: () => Promise.resolve(),
  };
  const waiting = { list: () => [] };
  await settleTransaction(waiting, { writer, ledger }, new RunStop(signal, signal));
  expect(ledger.actions).toMatchObject([{ state: "failed", result: message }]);
});
