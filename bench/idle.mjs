// Waits for a machine that nobody else uses: times that were measured on a busy one say little.
import { cpus } from "node:os";

/** The share of the time of all processors that others may use. */
const MAY_BE_BUSY = 0.1;

/** Waits until the processors are idle, for at most so many `seconds`; returns true if they are. */
export function waitForIdle({ seconds = 30, times = processorTimes, sleep = sleepFor } = {}) {
  for (let waited = 0; waited < seconds; waited += 0.25) {
    const before = times();
    sleep(250);
    const after = times();
    const all = after.all - before.all;
    if (all > 0 && 1 - (after.idle - before.idle) / all <= MAY_BE_BUSY) return true;
  }
  return false;
}

function processorTimes() {
  const each = cpus().map(({ times }) => times);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  return {
    all: sum(each.flatMap((times) => Object.values(times))),
    idle: sum(each.map(({ idle }) => idle)),
  };
}

function sleepFor(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
