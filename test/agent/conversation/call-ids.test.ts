import { describe, expect, it } from "vitest";
import { nameCalls } from "../../../src/agent/conversation/call-ids.ts";

/** The ids and the faults of calls that a provider gave these ids. */
function named(given: readonly (string | undefined)[], earlier: readonly string[] = []) {
  const calls = given.map((id) => ({ id, tool: "look", params: {} }));
  const items = earlier.map((callId) => ({
    ...{ role: "tool-call" as const, callId },
    ...{ tool: "look", params: {} },
  }));
  const { calls: kept, faults } = nameCalls(calls, "tool-batch-4", items);
  return { ids: kept.map(({ callId }) => callId), kinds: faults.map(({ kind }) => kind), faults };
}

describe("nameCalls", () => {
  it.each(["call_abc", "toolu_01", "functions.bash:0", "a b", "Aufruf-ü", "x".repeat(4096)])(
    "T27 keeps the id %.20j to the letter",
    (id) => {
      expect(named([id, "other"])).toMatchObject({ ids: [id, "other"], kinds: [] });
    },
  );

  it.each([
    ["missing", ""],
    ["missing", "  \t"],
    ["too-long", "x".repeat(10_000)],
    ["too-long", "ü".repeat(2049)],
    ["unsafe", "a\u0000b"],
    ["unsafe", "a\u001b[31m"],
    ["unsafe", "a\nb"],
    ["unsafe", "a\u202eb"],
    ["unsafe", "a\u2028b"],
    ["unsafe", "a\ud800"],
  ])("T27 replaces an id that is %s: %.12j", (kind, id) => {
    const { ids, kinds, faults } = named(["first", id]);
    expect({ ids, kinds }).toEqual({ ids: ["first", "tool-batch-4-1"], kinds: [kind] });
    expect(faults[0]?.message).toMatch(
      /^The provider gave a call [a-z0-9, ]+\. Sluice calls it `tool-batch-4-1`/,
    );
  });

  it("T27 replaces an id that another call of the answer, or of the conversation, has", () => {
    expect(named(["a", "a", "b", "c"], ["b"])).toMatchObject({
      ids: ["a", "tool-batch-4-1", "tool-batch-4-2", "c"],
      kinds: ["repeated", "repeated"],
      faults: [{ message: expect.stringContaining("`a`") }, {}],
    });
  });

  it("T27 makes no id that the provider gives too", () => {
    const taken = ["tool-batch-4-0-2"];
    expect(named(["", "tool-batch-4-0", ""], taken).ids).toEqual([
      ...["tool-batch-4-0-3", "tool-batch-4-0", "tool-batch-4-2"],
    ]);
  });

  it("T27 has nothing to tell where the port knows no ids, as with older recordings", () => {
    expect(named([undefined, undefined])).toMatchObject({
      ids: ["tool-batch-4-0", "tool-batch-4-1"],
      kinds: [],
    });
  });
});
