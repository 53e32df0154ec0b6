import { describe, expect, it } from "vitest";
import type { RejectReason, ToolChoiceOptions, ToolChoiceRejection } from "../../../src/index.ts";
import { handler } from "./support/handlers.ts";
import { sluice } from "./support/sluice.ts";

const { ToolChoiceQueue, createSession, queueResolveHandler, resolvePending } = sluice;
const RESOLVE = { type: "tool", name: "resolve" } as const;
const named = (name: string) => ({ type: "tool", name }) as const;

/** Serves and resolves choices until none waits. */
function serveAll(queue: InstanceType<typeof ToolChoiceQueue>): unknown[] {
  const served: unknown[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const choice = queue.nextToolChoice();
    if (choice === undefined) break;
    served.push(typeof choice === "object" ? choice.name : choice);
    queue.resolve();
  }
  return served;
}

describe("the order of choices", () => {
  it("Q1 serves no choice if the queue is empty", () => {
    expect(new ToolChoiceQueue().nextToolChoice()).toBeUndefined();
  });

  it("Q2 serves a choice that is pushed once a single time", () => {
    const queue = new ToolChoiceQueue();
    queue.pushOnce(RESOLVE);
    expect(queue.nextToolChoice()).toEqual(RESOLVE);
    queue.resolve();
    expect(queue.nextToolChoice()).toBeUndefined();
  });

  it("Q3 serves a sequence in its order", () => {
    const queue = new ToolChoiceQueue();
    queue.pushSequence([named("a"), named("b"), "none"]);
    expect(serveAll(queue)).toEqual(["a", "b", "none"]);
  });

  it("Q4 Q5 serves now: true first, and otherwise the first in first", () => {
    const queue = new ToolChoiceQueue();
    queue.pushOnce(named("a"));
    queue.pushSequence([named("b"), named("c")]);
    queue.pushOnce(named("urgent"), { now: true });
    expect(serveAll(queue)).toEqual(["urgent", "a", "b", "c"]);
  });
});

describe("the settling of a choice", () => {
  it("Q6 gives onResolved the served choice, once", () => {
    const queue = new ToolChoiceQueue();
    const got: unknown[] = [];
    queue.pushOnce(RESOLVE, { onResolved: (choice) => void got.push(choice) });
    expect(got).toEqual([]);
    queue.nextToolChoice();
    queue.resolve();
    queue.resolve();
    expect(got).toEqual([RESOLVE]);
  });

  it("Q7 does nothing on resolve and reject with nothing in flight", () => {
    const queue = new ToolChoiceQueue();
    const told: string[] = [];
    queue.pushOnce(RESOLVE, {
      onResolved: () => void told.push("resolved"),
      onRejected: () => void told.push("rejected") as undefined,
    });
    queue.resolve();
    queue.reject("error");
    expect(told).toEqual([]);
    expect(queue.nextToolChoice()).toEqual(RESOLVE);
  });

  it.each<[RejectReason, (queue: InstanceType<typeof ToolChoiceQueue>) => void]>([
    ["aborted", (queue) => queue.reject("aborted")],
    ["error", (queue) => queue.reject("error")],
    ["unavailable", (queue) => queue.reject("unavailable")],
    ["not_invoked", (queue) => queue.reject("not_invoked")],
    ["cleared", (queue) => queue.clear()],
    ["removed", (queue) => queue.removeByLabel("mine")],
  ])("Q8 Q17 gives onRejected the reason %s", (reason, end) => {
    const queue = new ToolChoiceQueue();
    const got: ToolChoiceRejection[] = [];
    const resolved: unknown[] = [];
    queue.pushOnce(RESOLVE, {
      label: "mine",
      onRejected: (rejection) => void got.push(rejection) as undefined,
      onResolved: (choice) => resolved.push(choice),
    });
    queue.nextToolChoice();
    end(queue);
    expect(got).toMatchObject([{ choice: RESOLVE, reason }]);
    expect(resolved).toEqual([]);
  });

  it.each<[string, ToolChoiceOptions]>([
    ["drop", { onRejected: () => "drop" }],
    ["no callback", {}],
  ])("Q13 drops a lost choice on %s", (_, options) => {
    const queue = new ToolChoiceQueue();
    queue.pushOnce(RESOLVE, options);
    queue.nextToolChoice();
    queue.reject("error");
    expect(queue.nextToolChoice()).toBeUndefined();
  });

  it("Q14 fires cleared for all that waits and is in flight, and empties everything", () => {
    const queue = new ToolChoiceQueue();
    const reasons: string[] = [];
    const onRejected = ({ reason }: ToolChoiceRejection) => void reasons.push(reason) as undefined;
    queue.pushOnce(named("a"), { onRejected });
    queue.pushSequence([named("b"), named("c")], { onRejected });
    queue.nextToolChoice();
    queue.clear();
    expect(reasons).toEqual(["cleared", "cleared"]);
    expect([queue.nextToolChoice(), queue.inspect(), queue.hasInFlight]).toEqual([
      undefined,
      [],
      false,
    ]);
  });

  it("Q16 lets the last served label be read once", () => {
    const queue = new ToolChoiceQueue();
    queue.pushOnce(RESOLVE, { label: "mine" });
    queue.nextToolChoice();
    queue.resolve();
    expect([queue.consumeLastServedLabel(), queue.consumeLastServedLabel()]).toEqual([
      "mine",
      undefined,
    ]);
  });
});

describe("a choice that is put back", () => {
  const requeues = { onRejected: () => "requeue" as const };

  it("Q9 puts a rejected forced resolve back at the head", () => {
    const session = createSession({ toolChoices: "named" });
    queueResolveHandler(session, handler("A"));
    session.toolChoices.pushOnce("required", { label: "later" });
    for (const reason of ["aborted", "error", "not_invoked"] as const) {
      expect(session.toolChoices.nextToolChoice()).toEqual(RESOLVE);
      session.toolChoices.reject(reason);
    }
    expect(session.toolChoices.nextToolChoice()).toEqual(RESOLVE);
  });

  it("Q10 replays only the lost value, and then goes on with the sequence", () => {
    const queue = new ToolChoiceQueue();
    queue.pushSequence([named("a"), named("b"), named("c")], requeues);
    queue.nextToolChoice();
    queue.resolve();
    queue.nextToolChoice();
    queue.reject("aborted");
    expect(serveAll(queue)).toEqual(["b", "c"]);
  });

  it("Q11 keeps the callbacks and the label of a directive that is put back", () => {
    const queue = new ToolChoiceQueue();
    const told: unknown[] = [];
    queue.pushOnce(RESOLVE, {
      label: "mine",
      onRejected: ({ attempt }) => {
        told.push(attempt);
        return "requeue";
      },
      onResolved: () => void told.push("resolved"),
    });
    for (let turn = 0; turn < 2; turn += 1) {
      queue.nextToolChoice();
      queue.reject("error");
      expect(queue.inspect()).toEqual(["mine"]);
    }
    queue.nextToolChoice();
    queue.resolve();
    expect(told).toEqual([1, 2, "resolved"]);
    expect(queue.consumeLastServedLabel()).toBe("mine");
  });

  it.each([
    [3, undefined],
    [1, 1],
  ])("Q12 puts a choice back %i times", (requeuesMade, maxRequeues) => {
    const queue = new ToolChoiceQueue();
    const turns: number[] = [];
    const limit = maxRequeues === undefined ? {} : { maxRequeues };
    queue.pushOnce(RESOLVE, { ...requeues, ...limit, onExhausted: (count) => turns.push(count) });
    let served = 0;
    for (; queue.nextToolChoice() !== undefined; served += 1) queue.reject("not_invoked");
    expect({ served, turns }).toEqual({ served: requeuesMade + 1, turns: [requeuesMade + 1] });
  });

  it("Q12 hands an action that is forced no more to the policy, still pending, with the reason", async () => {
    const unresolved: string[] = [];
    const session = createSession({
      toolChoices: "named",
      onUnresolved: (action, reason) => unresolved.push(`${action.label}: ${reason}`),
    });
    queueResolveHandler(session, handler("A"));
    let turns = 0;
    for (; session.toolChoices.nextToolChoice(); turns += 1)
      session.toolChoices.reject("not_invoked");
    expect(unresolved).toEqual([`A: not resolved after ${turns} forced turns`]);
    expect(session.pending.list().map(({ label }) => label)).toEqual(["A"]);
  });

  it("Q15 removes one label only, with copies that were put back and a choice in flight", () => {
    const queue = new ToolChoiceQueue();
    const reasons: string[] = [];
    const onRejected = ({ reason }: ToolChoiceRejection) => {
      reasons.push(reason);
      return "requeue" as const;
    };
    queue.pushOnce(named("put back"), { label: "gone", onRejected });
    queue.nextToolChoice();
    queue.reject("error");
    queue.pushOnce(named("stays"), { label: "stays" });
    queue.removeByLabel("gone");
    expect(reasons).toEqual(["error", "removed"]);
    expect(serveAll(queue)).toEqual(["stays"]);
    queue.pushOnce(named("in flight"), { label: "gone", onRejected });
    queue.nextToolChoice();
    queue.removeByLabel("gone");
    expect(reasons).toEqual(["error", "removed", "removed"]);
    expect([queue.hasInFlight, queue.nextToolChoice()]).toEqual([false, undefined]);
  });
});

it("Q17 Q9 forces resolve again after a turn that did not call it", async () => {
  const session = createSession({ toolChoices: "named" });
  queueResolveHandler(session, handler("A"));
  session.toolChoices.nextToolChoice();
  session.toolChoices.reject("not_invoked");
  expect(session.toolChoices.nextToolChoice()).toEqual(RESOLVE);
  await resolvePending(session, { action: "apply", reason: "It is right." });
  session.toolChoices.resolve();
  expect(session.toolChoices.nextToolChoice()).toBeUndefined();
});
