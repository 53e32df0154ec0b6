import { describe, expect, it } from "vitest";
import type { RejectReason } from "../../src/resolve/tool-choice-directive.ts";
import { ToolChoiceQueue } from "../../src/resolve/tool-choice-queue.ts";
import { seededRandom } from "../support/seeded-random.ts";

const LABELS = ["a", "b", "c", "d"];
const REASONS: readonly RejectReason[] = ["aborted", "error", "unavailable", "not_invoked"];
const MAX_REQUEUES = 1;

/** One choice that was pushed, with the calls of its callbacks. */
interface Pushed {
  readonly name: string;
  readonly directive: { isWanted: boolean };
  readonly outcomes: string[];
  served: number;
}

/** 1,000 random operations on a queue, and the calls of its callbacks. */
function operate(seed: number) {
  const { below, pick } = seededRandom(seed);
  const pushed = new Map<string, Pushed>();
  const directives: { isWanted: boolean }[] = [];
  const queue = new ToolChoiceQueue();
  const find = (choice: unknown): Pushed => {
    const found = pushed.get((choice as { name: string }).name);
    if (!found) throw new Error("A choice that was never pushed.");
    return found;
  };
  let isDraining = false;

  const push = () => {
    const directive = { isWanted: true };
    directives.push(directive);
    const mine = Array.from({ length: 1 + below(4) }, (): Pushed => {
      const name = `t${pushed.size}`;
      const entry = { name, directive, outcomes: [], served: 0 };
      pushed.set(name, entry);
      return entry;
    });
    let lost: Pushed | undefined;
    queue.pushSequence(
      mine.map(({ name }) => ({ type: "tool", name })),
      {
        label: pick(LABELS),
        now: below(4) === 0,
        behind: new Set([pick(LABELS)]),
        maxRequeues: MAX_REQUEUES,
        isWanted: () => directive.isWanted,
        onResolved: (choice) => {
          lost = find(choice);
          if (!isDraining && below(4) === 0) return "requeue";
          lost.outcomes.push("resolved");
          return undefined;
        },
        onRejected: ({ choice, reason }) => {
          lost = find(choice);
          if (reason === "cleared" || reason === "removed") {
            for (const entry of mine) if (entry.outcomes.length === 0) entry.outcomes.push(reason);
            return "requeue";
          }
          const verdict = pick([
            "requeue",
            "requeue",
            "requeue",
            "drop",
            "drop_sequence",
            "throw",
            "nothing",
          ] as const);
          if (verdict === "requeue") return verdict;
          const isWhole = verdict === "drop_sequence" || reason === "unavailable";
          for (const entry of isWhole ? mine : [lost])
            if (entry.outcomes.length === 0) entry.outcomes.push("dropped");
          if (verdict === "throw") throw new Error("callback");
          return verdict === "nothing" ? undefined : verdict;
        },
        onExhausted: () => lost?.outcomes.push("exhausted"),
      },
    );
  };

  const serve = (): Pushed | undefined => {
    const choice = queue.nextToolChoice();
    if (choice === undefined) return undefined;
    const entry = find(choice);
    expect([entry.name, entry.outcomes, entry.directive.isWanted]).toEqual([entry.name, [], true]);
    entry.served += 1;
    return entry;
  };

  for (let count = 0; count < 1000; count += 1) {
    const operation = below(100);
    if (operation < 20) push();
    else if (operation < 55) serve();
    else if (operation < 68) queue.resolve();
    else if (operation < 92) queue.reject(pick(REASONS));
    else if (operation < 96 && directives.length > 0) pick(directives).isWanted = false;
    else if (operation < 99) queue.removeByLabel(pick(LABELS));
    else queue.clear();
  }

  isDraining = true;
  const open = [...pushed.values()].filter(({ outcomes }) => outcomes.length === 0);
  const waiting: Pushed[] = [];
  queue.resolve();
  for (let entry = serve(); entry; entry = serve()) {
    waiting.push(entry);
    queue.resolve();
  }
  return { pushed: [...pushed.values()], open, waiting, queue };
}

describe("ToolChoiceQueue under 1,000 random operations", () => {
  it.each([1, 2, 3, 5, 8, 13, 21, 34])(
    "Q6 Q8 Q10 Q12 Q14 Q15 Q22 ends every choice exactly once, or it still waits (seed %i)",
    (seed) => {
      const { pushed, open, waiting, queue } = operate(seed);
      const all = pushed.map(({ outcomes }) => outcomes);
      expect(all.filter((outcomes) => outcomes.length > 1)).toEqual([]);
      expect(pushed.filter(({ served }) => served > MAX_REQUEUES + 1)).toEqual([]);
      // A choice without an outcome was in flight, waited, or is no longer wanted; none is lost.
      const unsettled = open.filter(({ outcomes }) => outcomes.length === 0);
      expect(unsettled.filter(({ directive }) => directive.isWanted)).toEqual([]);
      expect(new Set(waiting).size).toBe(waiting.length);
      expect([queue.hasInFlight, queue.inspect()]).toEqual([false, []]);
      // The operations reached every outcome.
      expect(pushed.length).toBeGreaterThan(200);
      expect(new Set(all.flat())).toEqual(
        new Set(["resolved", "dropped", "exhausted", "cleared", "removed"]),
      );
    },
  );

  it("Q5 does the same for the same seed", () => {
    const names = (seed: number) =>
      operate(seed).pushed.map(({ outcomes, served }) => [outcomes, served]);
    expect(names(7)).toEqual(names(7));
    expect(names(7)).not.toEqual(names(8));
  });
});
