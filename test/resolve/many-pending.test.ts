import { describe, expect, it } from "vitest";
import { textResult } from "../../src/model/tool.ts";
import { ForcedTurn } from "../../src/resolve/forced-turn.ts";
import type { ResolveHandler } from "../../src/resolve/pending-action.ts";
import type { ResolveOrder } from "../../src/resolve/pending-action-store.ts";
import { queueResolveHandler } from "../../src/resolve/queue-resolve-handler.ts";
import { resolvePending } from "../../src/resolve/resolve-pending.ts";
import { createSession, type Session } from "../../src/resolve/session.ts";
import { seededRandom } from "../support/seeded-random.ts";

const COUNT = 1000;
const KINDS = [
  "applies",
  "throws once",
  "always throws",
  "discards",
  "reject throws once",
] as const;
type Kind = (typeof KINDS)[number];
type Outcome = "applied" | "discarded" | "unresolved";

/** The calls of the handlers of 1,000 actions, by their numbers. */
interface Seen {
  readonly outcomes: Outcome[][];
  readonly unresolved: number[];
  readonly applies: number[];
}

const kindOf = (index: number): Kind => KINDS[index % KINDS.length] ?? "applies";
const actionOf = (index: number) =>
  /discard|reject/.test(kindOf(index)) ? ("discard" as const) : ("apply" as const);

function handler(index: number, { outcomes, applies }: Seen): ResolveHandler & { id: string } {
  const kind = kindOf(index);
  let failures =
    kind === "always throws" ? Number.POSITIVE_INFINITY : kind.endsWith("once") ? 1 : 0;
  const settle = (how: Outcome) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error("not now");
    }
    outcomes[index]?.push(how);
    return textResult("");
  };
  return {
    id: `${index}`,
    label: "The same label",
    sourceToolName: "t",
    apply: async () => {
      applies.push(index);
      await Promise.resolve();
      return settle("applied");
    },
    reject: async () => settle("discarded"),
  };
}

/** A session with 1,000 actions of one batch, queued in an order of chance. */
function setUp(order: ResolveOrder, toolChoices: "named" | "none") {
  const seen: Seen = {
    outcomes: Array.from({ length: COUNT }, () => []),
    unresolved: [],
    applies: [],
  };
  const session = createSession({
    order,
    toolChoices,
    onUnresolved: ({ id }) => seen.unresolved.push(Number(id)),
  });
  const pushed = seededRandom(42).shuffle([...seen.outcomes.keys()]);
  for (const index of pushed)
    queueResolveHandler(session, handler(index, seen), { batchId: "b", callIndex: index });
  return { session, seen, pushed };
}

function expectedOutcomes(seen: Seen, ofThrowing: Outcome) {
  return seen.outcomes.map((_, index) =>
    actionOf(index) === "discard"
      ? ["discarded"]
      : [kindOf(index) === "always throws" ? ofThrowing : "applied"],
  );
}

async function resolveNext(session: Session): Promise<void> {
  const id = session.pending.peek()?.id;
  if (id === undefined) return;
  await resolvePending(session, { action: actionOf(Number(id)), reason: "r" });
}

describe.each(["queue", "stack"] as const)(
  "1,000 pending actions of one batch as a %s",
  (order) => {
    it("R10 R13 R14 R15 R16 R25 R31 end in exactly one state each, resolved one after the other", async () => {
      const { session, seen, pushed } = setUp(order, "none");
      const inOrder = session.pending.list().map(({ id }) => Number(id));
      const calls = [...seen.outcomes.keys()];
      expect(inOrder).toEqual(order === "queue" ? calls : pushed.reverse());
      for (let attempts = 0; session.pending.hasPending; attempts += 1) {
        expect(attempts).toBeLessThan(3 * COUNT);
        const id = session.pending.peek()?.id ?? "";
        const before = seen.applies.length;
        const failed = await resolveNext(session).then(
          () => false,
          () => true,
        );
        expect(seen.applies.length - before).toBe(actionOf(Number(id)) === "apply" ? 1 : 0);
        expect(session.pending.has(id)).toBe(failed);
        if (failed && kindOf(Number(id)) === "always throws") {
          session.pending.pop(id);
          seen.outcomes[Number(id)]?.push("unresolved");
        }
      }
      expect(seen.outcomes).toEqual(expectedOutcomes(seen, "unresolved"));
      expect(session.pending.list()).toEqual([]);
    });

    it("R4 R13 end in exactly one state each, all resolved at the same time and twice over", async () => {
      const { session, seen } = setUp(order, "none");
      const ids = [...seen.outcomes.keys()];
      const resolveAll = (actions: (index: number) => "apply" | "discard") =>
        Promise.allSettled(
          [...ids, ...ids].map((index) =>
            resolvePending(session, { action: actions(index), reason: "r", id: `${index}` }),
          ),
        );
      await resolveAll(actionOf);
      const left = session.pending.list().map(({ id }) => kindOf(Number(id)));
      expect(new Set(left)).toEqual(
        new Set(["throws once", "always throws", "reject throws once"]),
      );
      expect(left.length).toBe((COUNT / KINDS.length) * 3);
      await resolveAll(actionOf);
      for (const { id } of session.pending.list()) {
        seen.outcomes[Number(id)]?.push("unresolved");
        session.pending.pop(id);
      }
      expect(seen.outcomes).toEqual(expectedOutcomes(seen, "unresolved"));
    });

    it("Q9 Q12 R25 R26 end in exactly one state each, forced one a turn, and no turn is forced for nothing", async () => {
      const { session, seen } = setUp(order, "named");
      const listed = session.pending.list().map(({ id }) => `resolve:${id}`);
      expect(session.toolChoices.inspect()).toEqual(listed);
      let turns = 0;
      for (; ; turns += 1) {
        const turn = new ForcedTurn(session.toolChoices, () => undefined);
        if (turn.take() === undefined) break;
        const id = session.toolChoices.inFlightLabel?.slice("resolve:".length) ?? "";
        expect(session.pending.has(id)).toBe(true);
        const request = { action: actionOf(Number(id)), reason: "r" };
        await resolvePending(session, request).catch(() => undefined);
        turn.end({ invoked: ["resolve"] });
      }
      const ofEach = { applies: 1, "throws once": 2, "always throws": 4, discards: 1 };
      const perFive = Object.values(ofEach).reduce((sum, count) => sum + count, 2);
      expect(turns).toBe((COUNT / KINDS.length) * perFive);
      for (const index of seen.unresolved) seen.outcomes[index]?.push("unresolved");
      expect(seen.outcomes).toEqual(expectedOutcomes(seen, "unresolved"));
      const stillPending = session.pending.list().map(({ id }) => Number(id));
      expect(new Set(stillPending)).toEqual(new Set(seen.unresolved));
      expect(session.toolChoices.inspect()).toEqual([]);
    });
  },
);
