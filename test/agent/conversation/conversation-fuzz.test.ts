import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeOrphans } from "../../../src/agent/conversation/close-orphans.ts";
import { ModelError } from "../../../src/agent/model/model-port.ts";
import { call, calls, converse, resolving, type Scripted } from "./builders.ts";

const MAX_TURNS = 8;

/** The behaviour of a model in one turn, good or bad. */
const step = fc.constantFrom<Scripted>(
  { text: "I think about it." },
  { text: "" },
  { text: "I was cut", isCut: true },
  calls("read_file"),
  calls("ast_edit"),
  calls("ast_edit", "ast_edit"),
  calls("nope"),
  { calls: [resolving("apply")] },
  { calls: [resolving("discard"), resolving("apply")] },
  { calls: [resolving(), call("ast_edit")], text: "Both." },
  { calls: [call("resolve", { action: "apply" })] },
  { calls: Array.from({ length: 101 }, () => call("read_file")) },
  new ModelError("choice-refused", "thinking is on"),
  new ModelError("unavailable", "It is away."),
);

describe("any conversation", () => {
  it("T12 Q18 ends, pairs every call with one result, changes no item, and leaves no choice in flight", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 16 }),
        fc.constantFrom("named", "none", undefined),
        async (script, toolChoices) => {
          const { result, items, requests, session } = await converse(script, {
            limits: { maxTurns: MAX_TURNS },
            ...(toolChoices === undefined ? {} : { session: { toolChoices } }),
          });
          expect(["done", "limit", "failed"]).toContain(result.outcome);
          expect(result.message === undefined).toBe(result.outcome === "done");
          expect(result.turns.length).toBeLessThanOrEqual(MAX_TURNS);
          const idsOf = (role: string) =>
            items.flatMap((item) => (item.role === role && "callId" in item ? [item.callId] : []));
          expect(idsOf("tool-result")).toEqual(idsOf("tool-call"));
          expect(new Set(idsOf("tool-call")).size).toBe(idsOf("tool-call").length);
          expect(closeOrphans(items)).toEqual(items);
          for (const request of requests) {
            expect(request.items).toEqual(items.slice(0, request.items.length));
            expect(request.items.at(-1)?.role).not.toBe("assistant");
          }
          expect(session.toolChoices.hasInFlight).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });
});
