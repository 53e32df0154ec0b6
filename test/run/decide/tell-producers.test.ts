import { expect, it } from "vitest";
import { tellProducers } from "../../../src/run/decide/tell-producers.ts";
import type { RunContext } from "../../../src/run/state/run-context.ts";
import { RunLedger } from "../../../src/run/state/run-ledger.ts";
import { RunStop } from "../../../src/run/state/run-stop.ts";

/** As much of a context as is looked at; one action whose `reject` never settles. */
function contextOf(interrupted: AbortSignal) {
  const ledger = new RunLedger(() => undefined);
  const pending = { label: "slow", reject: () => new Promise(() => undefined) };
  const untold = [{ action: { pending, origin: { recipe: "r", step: "s" } }, reason: "Held." }];
  const stop = new RunStop(interrupted, new AbortController().signal);
  const after = (milliseconds: number) => AbortSignal.timeout(milliseconds);
  const record = { ledger, command: "run", book: { untold } };
  return { ledger, context: { record, world: { stop, after } } as unknown as RunContext };
}

it.each([
  ["before", (signals: AbortController) => signals.abort()],
  ["while", (signals: AbortController) => setImmediate(() => signals.abort())],
])(
  "R28 waits a short time only for a reject that never settles, if a signal comes %s",
  async (_when, interrupt) => {
    const signals = new AbortController();
    const { ledger, context } = contextOf(signals.signal);
    interrupt(signals);
    await tellProducers(context, { usual: 60_000, stopped: 5 });
    expect(ledger.alerts).toMatchObject([{ level: "warn", code: "reject-failed", step: "s" }]);
  },
);

it("R28 waits the usual time without a signal", async () => {
  const { ledger, context } = contextOf(new AbortController().signal);
  await tellProducers(context, { usual: 5, stopped: 60_000 });
  expect(ledger.alerts[0]?.message).toContain("It took longer than 5 ms.");
});
