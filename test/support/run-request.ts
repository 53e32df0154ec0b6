import type { RunEvent } from "../../src/model/events.ts";
import type { Report } from "../../src/model/report/report.ts";
import { RUN_DEFAULTS } from "../../src/request/options/request-fields.ts";
import type { RunRequest, RunWorld } from "../../src/request/request.ts";
import { executeRun } from "../../src/run/execute-run.ts";
import { ownProcess } from "../../src/shared/process/own-process.ts";
import { gitOnly, SHIPPED_RECIPES } from "./run-cli.ts";

/** Runs a request in this process; `onEvent` may meddle with the tree at a known moment. */
export async function runWith(
  root: string,
  request: Partial<RunRequest>,
  onEvent: (event: RunEvent) => void = () => undefined,
  more: Partial<RunWorld> = {},
): Promise<Report> {
  let clock = Date.UTC(2026, 0, 1);
  const { report } = await executeRun(
    {
      command: "run",
      root,
      recipes: ["recipe.yaml"],
      ...RUN_DEFAULTS,
      facts: "all",
      lockTimeout: 1000,
      ...request,
    },
    {
      cwd: root,
      shippedRecipes: SHIPPED_RECIPES,
      env: gitOnly(), // Not those of the CI in which the test runs.
      now: () => (clock += 1),
      newRunId: () => "test-run",
      after: () => new AbortController().signal,
      self: ownProcess(process),
      build: "0.0.0",
      interrupted: new AbortController().signal,
      timedOut: new AbortController().signal,
      emit: onEvent,
      ...more,
    },
  );
  return report;
}
