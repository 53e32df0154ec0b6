import { setTimeout as sleep } from "node:timers/promises";
import { findViolations } from "./check-whole.ts";
import { startChild } from "./child-run.ts";
import { drop, type FaultTree, RUN_RECIPE } from "./fault-tree.ts";
import { differences, readFiles } from "./read-files.ts";
import { runHere } from "./recover-tree.ts";

/** Signals to a run, the first `after` its first change of the disk, and each `apart` from the next; milliseconds. */
export interface SentSignals {
  readonly signals: readonly ("SIGINT" | "SIGTERM" | "SIGHUP")[];
  readonly after: number;
  readonly apart: number;
}

/**
 * Sends signals to a run that writes. Returns the promises that are broken at its end, without a recovery, and true in
 * `isStopped` if the signals stopped it.
 */
export async function findBrokenBySignals(
  tree: FaultTree,
  { signals, after, apart }: SentSignals,
): Promise<{ readonly isStopped: boolean; readonly violations: readonly string[] }> {
  const root = tree.copy();
  try {
    const child = startChild(root, [...RUN_RECIPE, "--quiet"], { FAULT_NOTIFY: "1" });
    await child.begun;
    await sleep(after);
    for (const signal of signals) {
      child.kill(signal);
      await sleep(apart);
    }
    const { code, signal, stderr } = await child.outcome;
    const violations = [...findViolations(root, tree.before)];
    // The system may deliver signals that come close together in any order.
    const codes = [0, ...signals.map((each) => (each === "SIGINT" ? 130 : 143))];
    if (code !== null && !codes.includes(code)) violations.push(`it ends with ${code}: ${stderr}`);
    // While Node shuts a process down it catches no signals, but the outcome is settled then. The lock and the end of
    // the journal are checked in any case.
    if (code === null && !signals.some((each) => each === signal))
      violations.push(`it ends with ${signal}: ${stderr}`);
    const isDone = code === 0 || (code === null && signals.length === 1);
    if (isDone) violations.push(...differences(readFiles(root), tree.after));
    const { exitCode } = await runHere(root);
    if (exitCode !== 0) violations.push(`the next run ends with ${exitCode}`);
    violations.push(...differences(readFiles(root), tree.after));
    return { isStopped: !isDone, violations };
  } finally {
    drop(root);
  }
}
