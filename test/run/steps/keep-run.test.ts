import { expect, it } from "vitest";
import type { ActionReport } from "../../../src/model/report/report.ts";
import type { RunWorld } from "../../../src/request/request.ts";
import { RunLedger } from "../../../src/run/state/run-ledger.ts";
import type { RunOutcome } from "../../../src/run/state/run-outcome.ts";
import { keepRun } from "../../../src/run/steps/keep-run.ts";
import type { StartedRun } from "../../../src/run/steps/start-run.ts";
import type { RunWriter } from "../../../src/tree/write/run-writer.ts";

it.each([
  [false, "failed"],
  [true, "held"],
])("R29 reports what could not be kept as failed (kept: %s)", async (hasKeptHeld, state) => {
  const ledger = new RunLedger(() => undefined);
  // As much of each as is looked at. What a run holds cannot be made of this outcome.
  const held = { id: "a", state: "held", result: "Held: x." } as ActionReport;
  ledger.end({ report: held, changes: [] });
  const finished = { report: { totals: { held: 1 } } } as RunOutcome;
  const writer = { hasKeptHeld } as RunWriter;
  const settings = { root: "/" } as StartedRun["settings"];
  await keepRun(writer, finished, { settings, world: {} as RunWorld, ledger });
  expect(ledger.alerts).toMatchObject([{ level: "error", code: "unfinished" }]);
  expect(ledger.actions[0]?.state).toBe(state);
});
