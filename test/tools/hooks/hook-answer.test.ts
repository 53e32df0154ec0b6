import { describe, expect, it } from "vitest";
import { parseHookAnswer } from "../../../src/tools/hooks/hook-answer.ts";

describe("parseHookAnswer", () => {
  it("T18 continues if the answer says so", () => {
    expect(parseHookAnswer({ decision: "continue" })).toEqual({ kind: "continue" });
  });

  it.each(["deny", "abort", "pause", "cancel"])("T18 takes %s, with its reason", (decision) => {
    expect(parseHookAnswer({ decision, reason: "No." })).toEqual({ kind: decision, reason: "No." });
  });

  it.each([
    undefined,
    null,
    "continue",
    7,
    [],
    {},
    { decision: "maybe" },
    { decision: "synthetic", reason: "x", result: { content: [] } },
    { decision: "deny" },
    { decision: "deny", reason: " \n" },
    { decision: "deny", reason: 7 },
    { decision: "continue", reason: "x" },
    { decision: "continue", messages: [] },
  ])("T18 T28 refuses %j", (answer) => {
    expect(() => parseHookAnswer(answer)).toThrow("its answer does not fit: ");
  });
});
