import { recoverRuns } from "../../src/apply/past/recover.ts";
import { takeRunLock } from "../../src/apply/state/run-lock.ts";
import type { RecoveredRun } from "../../src/model/past/recovered-run.ts";
import type { ProcessIdentity } from "../../src/model/process-identity.ts";
import { ownProcess } from "../../src/shared/process/own-process.ts";
import { cliReport } from "../support/run-cli.ts";
import { RUN_RECIPE } from "./fault-tree.ts";

/** No process has an id as large as this, so that other processes take its owner for gone. */
let pid = 5_000_000;

/** Returns a process that counts as gone as soon as another process checks it. */
function passingProcess(): ProcessIdentity {
  pid += 1;
  return { ...ownProcess(process), pid };
}

/** Takes the lock, as every command that writes does, and recovers the tree. */
export async function recoverTree(root: string): Promise<readonly RecoveredRun[]> {
  const lock = await takeRunLock(root, {
    command: "recover",
    self: passingProcess(),
    since: new Date().toISOString(),
    expired: () => AbortSignal.timeout(5000),
    signal: new AbortController().signal,
  });
  try {
    return await recoverRuns(root, () => false);
  } finally {
    await lock.release();
  }
}

let runs = 0;

/** Runs a whole `sluice run` in this process. */
export function runHere(root: string) {
  runs += 1;
  const id = `${Date.now()}-${runs}`;
  return cliReport(root, RUN_RECIPE, {
    now: Date.now,
    newRunId: () => id,
    self: passingProcess(),
    after: (milliseconds) => AbortSignal.timeout(milliseconds),
  });
}
