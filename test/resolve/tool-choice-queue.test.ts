import { describe, expect, it, vi } from "vitest";
import type { ToolChoice } from "../../src/model/tool-choice.ts";
import type {
  RejectReason,
  ToolChoiceOptions,
  ToolChoiceRejection,
} from "../../src/resolve/tool-choice-directive.ts";
import { ToolChoiceQueue } from "../../src/resolve/tool-choice-queue.ts";

const tool = (name: string): ToolChoice => ({ type: "tool", name });
const [A, B, C, D] = [tool("a"), tool("b"), tool("c"), tool("d")];

function queueOf(...entries: readonly (readonly [ToolChoice, ToolChoiceOptions?])[]) {
  const queue = new ToolChoiceQueue();
  for (const [choice, options] of entries) queue.pushOnce(choice, options);
  return queue;
}

/** The choices that the queue serves until none waits, each resolved. */
function drain(queue: ToolChoiceQueue): ToolChoice[] {
  const served: ToolChoice[] = [];
  for (let next = queue.nextToolChoice(); next !== undefined; next = queue.nextToolChoice()) {
    served.push(next);
    queue.resolve();
  }
  return served;
}

describe("ToolChoiceQueue serves", () => {
  it("Q1 no choice where it is empty", () => {
    expect(new ToolChoiceQueue().nextToolChoice()).toBeUndefined();
  });

  it("Q2 what was pushed once, once", () => {
    expect(drain(queueOf([A]))).toEqual([A]);
  });

  it("Q3 a sequence in its order, and nothing for an empty one", () => {
    const queue = new ToolChoiceQueue();
    queue.pushSequence([A, "none", B]);
    queue.pushSequence([]);
    expect(drain(queue)).toEqual([A, "none", B]);
  });

  it("Q4 Q5 the first that was pushed first, and `now` before all", () => {
    expect(drain(queueOf([A], [B], [C, { now: true }]))).toEqual([C, A, B]);
  });

  it("Q5 R30 a choice behind the labels it has to follow, and first if none of them waits", () => {
    const queue = queueOf([A, { label: "a" }], [B, { label: "b" }]);
    queue.pushOnce(C, { label: "c", behind: new Set(["x", "a"]) });
    queue.pushOnce("auto", { label: "first", behind: new Set(["x"]) });
    expect(queue.inspect()).toEqual(["first", "a", "c", "b"]);
    queue.nextToolChoice();
    expect(["first", "a", "x"].map((label) => queue.has(label))).toEqual([true, true, false]);
  });

  it("Q3 Q4 what is urgent between two choices of a sequence", () => {
    const queue = new ToolChoiceQueue();
    queue.pushSequence([A, B]);
    expect(queue.nextToolChoice()).toEqual(A);
    queue.resolve();
    queue.pushOnce(C, { now: true });
    expect(drain(queue)).toEqual([C, B]);
  });

  it("Q2 nothing while a choice is in flight", () => {
    const queue = queueOf([A, { label: "first" }], [B]);
    queue.nextToolChoice();
    expect(queue.nextToolChoice()).toBeUndefined();
    expect([queue.hasInFlight, queue.inFlightLabel]).toEqual([true, "first"]);
    queue.resolve();
    expect([queue.hasInFlight, queue.inFlightLabel]).toEqual([false, undefined]);
    expect(queue.nextToolChoice()).toEqual(B);
  });

  it("Q2 Q6 no second choice where `isWanted` asks for one itself: the first stays in flight", () => {
    const queue = new ToolChoiceQueue();
    let isAsking = true;
    const isWanted = () => {
      if (isAsking) {
        isAsking = false;
        queue.nextToolChoice();
      }
      return true;
    };
    queue.pushOnce(A, { label: "first", isWanted });
    queue.pushOnce(B, { label: "second" });
    expect(queue.nextToolChoice()).toBeUndefined();
    expect([queue.inFlightLabel, queue.inspect()]).toEqual(["first", ["second"]]);
    queue.resolve();
    expect(drain(queue)).toEqual([B]);
  });

  it("R25 no choice that is not wanted any more, and tells nobody", () => {
    const onRejected = vi.fn(() => undefined);
    const queue = queueOf(
      [A, { isWanted: () => false, onRejected }],
      [B, { isWanted: () => true }],
    );
    expect(drain(queue)).toEqual([B]);
    expect(onRejected).not.toHaveBeenCalled();
    expect(queue.inspect()).toEqual([]);
  });

  it("Q21 only what forces no tool after the fall back to the soft form, and keeps the rest", () => {
    const queue = queueOf([A, { label: "a" }], ["auto"], ["required", { label: "r" }], ["none"]);
    queue.fallBackToSoft();
    expect(drain(queue)).toEqual(["auto", "none"]);
    expect(queue.inspect()).toEqual(["a", "r"]);
  });
});

describe("ToolChoiceQueue settles", () => {
  it("Q6 by telling the served choice to onResolved, once", () => {
    const onResolved = vi.fn();
    const queue = queueOf([A, { onResolved }]);
    queue.nextToolChoice();
    expect(onResolved).not.toHaveBeenCalled();
    queue.resolve();
    queue.resolve();
    expect(onResolved).toHaveBeenCalledExactlyOnceWith(A);
  });

  it("Q7 nothing where nothing is in flight", () => {
    const [onResolved, onRejected] = [vi.fn(), vi.fn(() => undefined)];
    const queue = queueOf([A, { label: "a", onResolved, onRejected }]);
    queue.resolve();
    queue.reject("error");
    expect([onResolved.mock.calls, onRejected.mock.calls]).toEqual([[], []]);
    expect([queue.inspect(), queue.consumeLastServedLabel()]).toEqual([["a"], undefined]);
  });

  it.each<RejectReason>(["aborted", "error", "cleared", "removed", "unavailable", "not_invoked"])(
    "Q8 by telling onRejected the reason %s",
    (reason) => {
      const onRejected = vi.fn(() => undefined);
      const queue = queueOf([A, { onRejected }]);
      queue.nextToolChoice();
      queue.reject(reason);
      queue.reject(reason);
      expect(onRejected).toHaveBeenCalledExactlyOnceWith({ choice: A, reason, attempt: 1 });
    },
  );

  it("Q9 by putting a lost choice back at the head where it is wanted back", () => {
    const queue = queueOf([A, { onRejected: () => "requeue" }], [B]);
    queue.nextToolChoice();
    queue.pushOnce(C, { now: true });
    queue.reject("aborted");
    expect(drain(queue)).toEqual([A, C, B]);
  });

  it.each(["cleared", "removed"] as const)("Q9 but not back what was %s", (reason) => {
    const queue = queueOf([A, { onRejected: () => "requeue" }]);
    queue.nextToolChoice();
    queue.reject(reason);
    expect(queue.inspect()).toEqual([]);
  });

  it("Q10 by replaying only the lost choice of a sequence, and then going on with it", () => {
    const queue = new ToolChoiceQueue();
    queue.pushSequence([A, B, C], { onRejected: () => "requeue" });
    expect(queue.nextToolChoice()).toEqual(A);
    queue.resolve();
    expect(queue.nextToolChoice()).toEqual(B);
    queue.reject("error");
    expect(queue.nextToolChoice()).toEqual(B);
    queue.reject("error");
    expect(drain(queue)).toEqual([B, C]);
  });

  it.each([
    ["unavailable", undefined, [D]],
    ["unavailable", "drop", [D]],
    ["unavailable", "requeue", [A, B, C, D]],
    ["error", "drop_sequence", [D]],
    ["error", "drop", [B, C, D]],
    ["error", undefined, [B, C, D]],
  ] as const)("Q22 of a sequence, lost as %s with the answer %s", (reason, answer, left) => {
    const queue = new ToolChoiceQueue();
    queue.pushSequence([A, B, C], { onRejected: () => answer });
    queue.pushOnce(D);
    queue.nextToolChoice();
    queue.reject(reason);
    expect(drain(queue)).toEqual(left);
  });

  it("Q11 and keeps callbacks and label of what goes back", () => {
    const seen: unknown[] = [];
    const queue = queueOf([
      A,
      {
        label: "mine",
        onResolved: (choice) => seen.push(choice),
        onRejected: ({ attempt }: ToolChoiceRejection) => {
          seen.push(attempt);
          return "requeue";
        },
      },
    ]);
    for (const _ of [1, 2]) {
      queue.nextToolChoice();
      expect(queue.inFlightLabel).toBe("mine");
      queue.reject("error");
      expect(queue.inspect()).toEqual(["mine"]);
    }
    queue.nextToolChoice();
    queue.resolve();
    expect(seen).toEqual([1, 2, A]);
  });

  it.each([
    ["3 by default", {}, 4],
    ["as many as it says", { maxRequeues: 1 }, 2],
    ["none", { maxRequeues: 0 }, 1],
  ])("Q12 and puts it back a bounded number of times: %s", (_what, options, turns) => {
    const onExhausted = vi.fn();
    const queue = queueOf([A, { ...options, onRejected: () => "requeue", onExhausted }], [B]);
    for (let turn = 1; turn <= turns; turn += 1) {
      expect(onExhausted).not.toHaveBeenCalled();
      expect(queue.nextToolChoice()).toEqual(A);
      queue.reject("not_invoked");
    }
    expect(onExhausted).toHaveBeenCalledExactlyOnceWith(turns);
    expect(drain(queue)).toEqual([B]);
  });

  it("Q12 counts each choice of a sequence by itself", () => {
    const onExhausted = vi.fn();
    const queue = new ToolChoiceQueue();
    queue.pushSequence([A, B], { maxRequeues: 1, onRejected: () => "requeue", onExhausted });
    const served = [];
    for (const end of ["reject", "resolve", "reject", "resolve"] as const) {
      served.push(queue.nextToolChoice());
      if (end === "resolve") queue.resolve();
      else queue.reject("error");
    }
    expect(served).toEqual([A, A, B, B]);
    expect(onExhausted).not.toHaveBeenCalled();
  });

  it("Q12 counts what was served but not done, and is not exhausted by what nobody wants any more", () => {
    const onExhausted = vi.fn();
    let isWanted = true;
    const options = { maxRequeues: 1, onResolved: () => "requeue", onExhausted };
    const queue = queueOf([A, { ...options, isWanted: () => isWanted }], [B, options]);
    queue.nextToolChoice();
    queue.resolve();
    expect(queue.nextToolChoice()).toEqual(A);
    isWanted = false;
    queue.resolve();
    expect(onExhausted).not.toHaveBeenCalled();
    expect(drain(queue)).toEqual([B, B]);
    expect(onExhausted).toHaveBeenCalledExactlyOnceWith(2);
  });

  it.each([
    ["where onRejected says drop", { onRejected: () => "drop" as const }],
    ["where onRejected says nothing", { onRejected: () => undefined }],
    ["without onRejected", {}],
  ])("Q13 and drops it %s", (_what, options) => {
    const queue = queueOf([A, options], [B]);
    queue.nextToolChoice();
    queue.reject("error");
    expect(drain(queue)).toEqual([B]);
  });
});

describe("ToolChoiceQueue empties", () => {
  it("Q14 everything on clear, telling every directive once", () => {
    const told: unknown[] = [];
    const options = (label: string): ToolChoiceOptions => ({
      label,
      onRejected: (rejection) => {
        told.push([label, rejection]);
        return "requeue";
      },
    });
    const queue = new ToolChoiceQueue();
    queue.pushSequence([A, B], options("sequence"));
    queue.pushOnce(C, options("waits"));
    queue.nextToolChoice();
    queue.clear();
    expect(told).toEqual([
      ["sequence", { choice: A, reason: "cleared", attempt: 1 }],
      ["waits", { choice: C, reason: "cleared", attempt: 0 }],
    ]);
    expect([queue.hasInFlight, queue.inspect()]).toEqual([false, []]);
    expect(queue.nextToolChoice()).toBeUndefined();
  });

  it("Q14 keeps what a callback pushes while it clears", () => {
    const queue = new ToolChoiceQueue();
    queue.pushOnce(A, {
      onRejected: () => {
        queue.pushOnce(B);
        return "drop";
      },
    });
    queue.clear();
    expect(drain(queue)).toEqual([B]);
  });

  it("Q15 only one label, re-queued copies too", () => {
    const options = { label: "out", onRejected: () => "requeue" as const };
    const queue = new ToolChoiceQueue();
    queue.pushSequence([A, B], options);
    queue.pushOnce(C, { label: "stays" });
    queue.nextToolChoice();
    queue.reject("aborted");
    expect(queue.inspect()).toEqual(["out", "out", "stays"]);
    queue.removeByLabel("out");
    expect(queue.inspect()).toEqual(["stays"]);
    expect(drain(queue)).toEqual([C]);
  });

  it("Q15 what is in flight only where its label matches, with the reason removed", () => {
    const onRejected = vi.fn(() => "requeue" as const);
    const queue = queueOf([A, { label: "mine", onRejected }]);
    queue.nextToolChoice();
    queue.removeByLabel("other");
    expect([queue.inFlightLabel, onRejected.mock.calls]).toEqual(["mine", []]);
    queue.removeByLabel("mine");
    expect(queue.hasInFlight).toBe(false);
    expect(onRejected).toHaveBeenCalledExactlyOnceWith({
      choice: A,
      reason: "removed",
      attempt: 1,
    });
    expect(queue.inspect()).toEqual([]);
  });

  it("Q16 the last served label when it is read", () => {
    const queue = queueOf([A, { label: "lost" }], [B, { label: "served" }]);
    queue.nextToolChoice();
    queue.reject("error");
    expect(queue.consumeLastServedLabel()).toBeUndefined();
    queue.nextToolChoice();
    queue.resolve();
    expect(queue.consumeLastServedLabel()).toBe("served");
    expect(queue.consumeLastServedLabel()).toBeUndefined();
  });
});

describe("ToolChoiceQueue and callbacks that throw", () => {
  const fail = () => {
    throw new Error("callback");
  };

  it("Q6 Q13 reports each, and goes on", () => {
    const errors: unknown[] = [];
    const queue = new ToolChoiceQueue({ onCallbackError: (error) => errors.push(error) });
    queue.pushOnce(A, { onResolved: fail });
    queue.pushOnce(A, { onRejected: fail });
    queue.pushOnce(A, { isWanted: fail });
    queue.pushOnce(A, { maxRequeues: 0, onRejected: () => "requeue", onExhausted: fail });
    queue.pushOnce(B);
    queue.nextToolChoice();
    queue.resolve();
    queue.nextToolChoice();
    queue.reject("error");
    queue.nextToolChoice();
    queue.reject("error");
    expect(drain(queue)).toEqual([B]);
    expect(errors).toEqual(Array(4).fill(new Error("callback")));
  });

  it("Q14 clears everything although one callback and the report throw", () => {
    const onRejected = vi.fn(() => undefined);
    const queue = new ToolChoiceQueue({ onCallbackError: fail });
    queue.pushOnce(A, { onRejected: fail });
    queue.pushOnce(B, { onRejected });
    queue.clear();
    expect(onRejected).toHaveBeenCalledOnce();
    expect(queue.inspect()).toEqual([]);
  });

  it("Q6 reports a promise that fails", async () => {
    const onCallbackError = vi.fn();
    const queue = new ToolChoiceQueue({ onCallbackError });
    queue.pushOnce(A, { onResolved: () => Promise.reject(new Error("later")) });
    queue.nextToolChoice();
    queue.resolve();
    await vi.waitFor(() => expect(onCallbackError).toHaveBeenCalledWith(new Error("later")));
  });
});
