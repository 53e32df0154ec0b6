import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { hearSignals } from "../src/process-world.ts";

it("shares one listener for each signal among calls at the same time, and removes it after the last one", () => {
  const target = new EventEmitter() as unknown as NodeJS.Process; // Only `on` and `off` are used.
  const first = hearSignals(target);
  const others = Array.from({ length: 20 }, () => hearSignals(target));
  expect(target.listenerCount("SIGTERM")).toBe(1);
  first.release();
  first.release();
  target.emit("SIGTERM");
  expect(first.signal.aborted).toBe(false);
  expect(others.map(({ signal }) => signal.reason)).toEqual(others.map(() => 143));
  for (const other of others) other.release();
  expect(target.listenerCount("SIGTERM")).toBe(0);
  const again = hearSignals(target);
  target.emit("SIGINT");
  expect(again.signal.reason).toBe(130);
});
