import { describe, expect, it } from "vitest";
import { RunStop } from "../../../src/run/state/run-stop.ts";

function setUp() {
  const [interrupt, timeUp] = [new AbortController(), new AbortController()];
  return { interrupt, timeUp, stop: new RunStop(interrupt.signal, timeUp.signal) };
}

describe("RunStop", () => {
  it("leaves nothing out as long as nothing has happened", () => {
    const { stop } = setUp();
    expect([stop.leaveOut(), stop.cause, stop.signalCode]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(stop.signal.aborted).toBe(false);
  });

  it("has no cause where a signal came after the last piece of work", () => {
    const { interrupt, stop } = setUp();
    stop.leaveOut();
    interrupt.abort(143);
    expect([stop.signal.aborted, stop.cause, stop.signalCode]).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ["SIGINT", 130, 130],
    ["SIGTERM", 143, 143],
    ["another reason", "x", 130],
  ] as const)("T14 leaves work out after %s", (_what, reason, code) => {
    const { interrupt, stop } = setUp();
    interrupt.abort(reason);
    expect([stop.leaveOut(), stop.cause, stop.signalCode]).toEqual([
      "interrupted",
      "interrupted",
      code,
    ]);
  });

  it("leaves work out once the time is up, and an interruption counts for more", () => {
    const { interrupt, timeUp, stop } = setUp();
    timeUp.abort();
    expect([stop.leaveOut(), stop.signalCode]).toEqual(["timeout", undefined]);
    interrupt.abort(130);
    expect([stop.leaveOut(), stop.signalCode]).toEqual(["interrupted", 130]);
  });

  it("T14 ends by itself as a signal does", () => {
    const { stop } = setUp();
    stop.cancel();
    expect([stop.signal.aborted, stop.leaveOut(), stop.signalCode]).toEqual([
      true,
      "interrupted",
      130,
    ]);
  });
});
