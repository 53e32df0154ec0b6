import { setTimeout as sleep } from "node:timers/promises";
import { findViolations } from "./check-whole.ts";
import { startChild } from "./child-run.ts";
import { drop, type FaultTree } from "./fault-tree.ts";
import { differences, readFiles } from "./read-files.ts";
import { runHere } from "./recover-tree.ts";

/** Signals that a run is sent, the first so long after its first change of the disk; milliseconds. */
export interface SentSignals {
  readonly signals: readonly ("SIGINT" | "SIGTERM" | "SIGHUP")[];
  readonly after: number;
  readonly apart: number;
}

/**
 * Sends signals to a run that writes. Answers what is broken when it has ended, with no recovery; and whether it was
 * stopped by them.
 */
export async function findBrokenBySignals(
  tree: FaultTree,
  { signals, after, apart }: SentSignals,
): Promise<{ readonly isStopped: boolean; readonly violations: readonly string[] }> {
  const root = tree.copy();
  try {
    const child = startChild(root, ["run", "recipe.yaml", "--quiet"], { FAULT_TOLD: "1" });
    await child.begun;
    await sleep(after);
    for (const signal of signals) {
      child.kill(signal);
      await sleep(apart);
    }
    const { code, signal, stderr } = await child.ended;
    const violations = [...findViolations(root, tree.before)];
    // Of signals that come close together the system may hand over any of them first.
    const codes = [0, ...signals.map((each) => (each === "SIGINT" ? 130 : 143))];
    if (code !== null && !codes.includes(code)) violations.push(`it ends with ${code}: ${stderr}`);
    // As Node tears a process down it catches no signals any more: what one comes to, the first or a later one, was
    // settled before. That the lock is gone and the journal has its end is looked at in any case.
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
