import { describe, expect, it } from "vitest";
import { parseHookAnswer } from "../../../src/tools/hooks/hook-answer.ts";

describe("parseHookAnswer", () => {
  it.each([undefined, null, { decision: "continue" }])("T18 goes on after %j", (answer) => {
    expect(parseHookAnswer(answer)).toEqual({ kind: "continue" });
  });

  it.each(["deny", "abort", "pause", "cancel"])("T18 takes %s, with its reason", (decision) => {
    expect(parseHookAnswer({ decision, reason: "No." })).toEqual({ kind: decision, reason: "No." });
  });

  it.each([
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
  ])("T18 refuses %j", (answer) => {
    expect(() => parseHookAnswer(answer)).toThrow("its answer does not fit: ");
  });
});
