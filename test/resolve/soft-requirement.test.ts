import { describe, expect, it } from "vitest";
import { textOf } from "../../src/model/tool.ts";
import type { ToolChoice } from "../../src/model/tool-choice.ts";
import { ToolError } from "../../src/model/tool-error.ts";
import {
  endSoftTurn,
  SOFT_START,
  type SoftState,
  type SoftTurnRequest,
  startSoftTurn,
} from "../../src/resolve/soft-requirement.ts";

const FORCED: ToolChoice = { type: "tool", name: "resolve" };
const ASK: SoftTurnRequest = {
  pendingId: "a",
  toolName: "resolve",
  reminder: "a is staged.",
  activeToolNames: ["read_file", "resolve"],
};

const call = (toolName: string, callId = toolName) => ({ callId, toolName });
const TEXT_ONLY: [] = [];
const MIXED = [call("resolve"), call("read_file")];

/** One whole turn: how it started and how it ended. */
function turn(state: SoftState, calls: readonly ReturnType<typeof call>[], request = ASK) {
  const start = startSoftTurn(state, request);
  return { start, end: endSoftTurn(start.state, calls) };
}

/** The state after a turn that answered in text only. */
const ESCALATED = turn(SOFT_START, TEXT_ONLY).end.state;

describe("the soft requirement", () => {
  it("S1 changes no choice as long as the turns comply", () => {
    const first = turn(SOFT_START, [call("resolve")]);
    expect([first.start.choice, first.end.kind]).toEqual([undefined, "run"]);
    const next = turn(first.end.state, [call("resolve")], { ...ASK, pendingId: "b" });
    expect([next.start.choice, next.end.kind]).toEqual([undefined, "run"]);
  });

  it("S1 frees the turn after a forced one that complied, and hands the host's choice through", () => {
    const forced = turn(ESCALATED, [call("resolve")]);
    expect([forced.start.choice, forced.end.kind]).toEqual([FORCED, "run"]);
    const host = { ...ASK, hostChoice: "auto" as const };
    expect(startSoftTurn(forced.end.state, host).choice).toBe("auto");
  });

  it("S1 lets the model look before it decides", () => {
    const { end } = turn(SOFT_START, [call("read_file")]);
    expect(end.kind).toBe("run");
    expect(startSoftTurn(end.state, ASK).choice).toBeUndefined();
  });

  it("S2 reminds once per pending id, also where ids alternate", () => {
    let state = SOFT_START;
    const reminders = ["a", "a", "b", "a", "b"].map((pendingId) => {
      const started = startSoftTurn(state, { ...ASK, pendingId, reminder: pendingId });
      state = started.state;
      return started.reminders;
    });
    expect(reminders).toEqual([["a"], [], ["b"], [], []]);
  });

  it("S3 runs nothing of a batch that mixes, pairs each call with a result, and forces the next turn", () => {
    const { end } = turn(SOFT_START, MIXED);
    if (end.kind !== "again") throw new Error(end.kind);
    expect(end.results.map(({ callId, result }) => [callId, result.isError])).toEqual([
      ["resolve", true],
      ["read_file", true],
    ]);
    for (const { result } of end.results)
      expect(textOf(result)).toMatch(/^Not executed: .*resolve/);
    expect(startSoftTurn(end.state, ASK).choice).toEqual(FORCED);
  });

  it("S4 goes on after a turn of text only, and forces the next one", () => {
    const { end } = turn(SOFT_START, TEXT_ONLY);
    expect(end).toMatchObject({ kind: "again", results: [] });
    expect(startSoftTurn(end.state, ASK).choice).toEqual(FORCED);
  });

  it.each([
    ["text only", TEXT_ONLY],
    ["a mixed batch", MIXED],
    ["other calls", [call("read_file")]],
  ])(
    "S5 gives up after 3 forced turns of %s, with an error that names the tool",
    (_what, calls) => {
      let state = ESCALATED;
      const kinds: string[] = [];
      for (const _ of [1, 2, 3]) {
        const { start, end } = turn(state, calls);
        expect(start.choice).toEqual(FORCED);
        kinds.push(end.kind);
        state = end.state;
        if (end.kind !== "give-up") continue;
        expect(end.error).toBeInstanceOf(ToolError);
        expect(end.error.message).toContain("resolve");
      }
      expect(kinds).toEqual(["again", "again", "give-up"]);
    },
  );

  it("S5 counts forced turns for each pending id by itself, and a retry of the model call as none", () => {
    const twice = turn(turn(ESCALATED, TEXT_ONLY).end.state, TEXT_ONLY).end.state;
    const retried = startSoftTurn(startSoftTurn(twice, ASK).state, ASK).state;
    expect(retried.forcedTurns).toBe(2);
    const other = turn(retried, TEXT_ONLY, { ...ASK, pendingId: "b" });
    expect([other.start.choice, other.end.kind]).toEqual([undefined, "again"]);
    const forced = turn(other.end.state, TEXT_ONLY, { ...ASK, pendingId: "b" });
    expect([forced.start.choice, forced.end.kind]).toEqual([FORCED, "again"]);
  });

  it.each<[string, Partial<SoftTurnRequest>]>([
    ["S6 its tool is not active", { activeToolNames: ["read_file"] }],
    ["S7 the host says none", { hostChoice: "none" }],
    ["S7 the host forces another tool", { hostChoice: { type: "tool", name: "read_file" } }],
    ["S6 nothing is pending", { pendingId: undefined }],
  ])("%s: it lapses, and nothing is reminded, forced or held back", (_what, parts) => {
    const request = { ...ASK, ...parts };
    const fresh = turn(SOFT_START, MIXED, request);
    expect(fresh.start.reminders).toEqual([]);
    expect(fresh.end.kind).toBe("run");
    for (const state of [SOFT_START, ESCALATED]) {
      const { start, end } = turn(state, TEXT_ONLY, request);
      expect([start.choice, end.kind]).toEqual([request.hostChoice, "run"]);
      expect(startSoftTurn(end.state, ASK).choice).toBeUndefined();
    }
  });

  it.each<ToolChoice>(["auto", "required", FORCED])(
    "S7 stays on where the host's own choice %j leaves room for it",
    (hostChoice) => {
      const request = { ...ASK, hostChoice };
      const { start, end } = turn(SOFT_START, TEXT_ONLY, request);
      expect([start.choice, start.reminders.length]).toEqual([hostChoice, 1]);
      expect(startSoftTurn(end.state, request).choice).toEqual(FORCED);
    },
  );

  it("S1 changes no state that was handed in", () => {
    const before = structuredClone(ESCALATED);
    turn(ESCALATED, MIXED, { ...ASK, pendingId: "b" });
    expect(ESCALATED).toEqual(before);
  });
});
