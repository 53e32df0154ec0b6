import { describe, expect, it, vi } from "vitest";
import type { ToolChoice } from "../../src/model/tool-choice.ts";
import { ForcedTurn } from "../../src/resolve/forced-turn.ts";
import { ToolChoiceQueue } from "../../src/resolve/tool-choice-queue.ts";

const RESOLVE: ToolChoice = { type: "tool", name: "resolve" };

function setUp(choice: ToolChoice = RESOLVE) {
  const queue = new ToolChoiceQueue();
  const ended: unknown[] = [];
  queue.pushOnce(choice, {
    label: "first",
    onResolved: () => void ended.push("resolved"),
    onRejected: ({ reason }) => {
      ended.push(reason);
      return "requeue";
    },
  });
  const log = vi.fn();
  return { queue, ended, log, turn: new ForcedTurn(queue, log) };
}

describe("ForcedTurn", () => {
  it.each([
    ["Q17 a forced tool that was called", RESOLVE, ["read_file", "resolve"], "resolved"],
    ["Q17 a forced tool that was not called", RESOLVE, ["read_file"], "not_invoked"],
    ["Q17 a forced tool where nothing was called", RESOLVE, [], "not_invoked"],
    ["Q17 `required` with a call", "required", ["read_file"], "resolved"],
    ["Q17 `required` without a call", "required", [], "not_invoked"],
    ["Q17 `none` without a call", "none", [], "resolved"],
    ["Q17 `auto` without a call", "auto", [], "resolved"],
  ] as const)("%s", (_what, choice, invoked, how) => {
    const { turn, ended } = setUp(choice);
    turn.take();
    turn.end({ invoked });
    expect(ended).toEqual([how]);
  });

  it("Q18 settles only when the turn ends", () => {
    const { turn, queue, ended } = setUp();
    turn.take();
    expect([queue.hasInFlight, ended]).toEqual([true, []]);
    turn.end({ invoked: ["resolve"] });
    expect([queue.hasInFlight, ended]).toEqual([false, ["resolved"]]);
  });

  it.each([
    ["Q19 an abort", "abort", "aborted"],
    ["Q19 a failure", "fail", "error"],
  ] as const)("%s before any message rejects the choice in flight", (_what, how, reason) => {
    const { turn, queue, ended } = setUp();
    turn.take();
    turn[how]();
    expect(ended).toEqual([reason]);
    expect([queue.hasInFlight, queue.inspect()]).toEqual([false, ["first"]]);
  });

  it("Q20 answers a retry with the choice already taken, and takes no second one", () => {
    const { turn, queue } = setUp();
    queue.pushOnce("auto", { label: "second" });
    expect([turn.take(), turn.take(), turn.take()]).toEqual([RESOLVE, RESOLVE, RESOLVE]);
    expect(queue.inspect()).toEqual(["second"]);
  });

  it("Q20 answers a retry with no choice where the first call had none", () => {
    const queue = new ToolChoiceQueue();
    const turn = new ForcedTurn(queue, vi.fn());
    expect(turn.take()).toBeUndefined();
    queue.pushOnce(RESOLVE);
    expect(turn.take()).toBeUndefined();
    turn.end({ invoked: [] });
    expect(queue.inspect()).toEqual(["anonymous"]);
  });

  it("Q21 goes on in the soft form where the provider refuses, and says so in the log", () => {
    const { turn, queue, ended, log } = setUp();
    turn.take();
    turn.refuse("thinking is on");
    expect(ended).toEqual(["unavailable"]);
    expect(log.mock.calls).toEqual([
      [
        "The provider refuses the forced choice of the tool resolve (thinking is on). The model gets a reminder instead.",
      ],
    ]);
    expect([queue.isSoft, turn.take()]).toEqual([true, undefined]);
    expect(new ForcedTurn(queue, log).take()).toBeUndefined();
    expect(queue.inspect()).toEqual(["first"]);
  });

  it("Q7 settles once: what comes after does nothing", () => {
    const { turn, queue, ended, log } = setUp();
    turn.take();
    turn.end({ invoked: ["resolve"] });
    queue.pushOnce("auto");
    queue.nextToolChoice();
    turn.end({ invoked: ["resolve"] });
    turn.abort();
    turn.fail();
    turn.refuse("late");
    expect(ended).toEqual(["resolved"]);
    expect([queue.hasInFlight, queue.isSoft, log.mock.calls]).toEqual([true, false, []]);
  });

  it("Q7 does not settle what another turn took after its own choice was cleared", () => {
    const { turn, queue } = setUp();
    turn.take();
    queue.clear();
    queue.pushOnce("auto", { label: "of another turn" });
    queue.nextToolChoice();
    turn.abort();
    expect(queue.inFlightLabel).toBe("of another turn");
  });

  it("Q7 does nothing where it was ended before it took a choice", () => {
    const { turn, queue, ended } = setUp();
    turn.abort();
    expect(turn.take()).toBeUndefined();
    expect([ended, queue.inspect()]).toEqual([[], ["first"]]);
  });
});
