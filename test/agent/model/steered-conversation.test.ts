import { describe, expect, it } from "vitest";
import { ModelError } from "../../../src/agent/model/model-port.ts";
import { textResult } from "../../../src/model/tool.ts";
import type { ToolChoice } from "../../../src/model/tool-choice.ts";
import { queueResolveHandler } from "../../../src/resolve/queue-resolve-handler.ts";
import type { Session } from "../../../src/resolve/session.ts";
import { call, calls, choicesOf, converse, preview, resolving } from "../conversation/builders.ts";

const FORCED = { session: { toolChoices: "named" } } as const;
const SOFT = { session: { toolChoices: "none" } } as const;
const EDIT = calls("ast_edit");
const RESOLVE = { calls: [resolving()] };
const REFUSED = new ModelError("choice-refused", "thinking is on");
const TALK = { text: "I think about it." };

const remindersIn = (
  items: readonly { readonly role: string; readonly tag?: string | undefined }[],
) => items.filter(({ tag }) => tag === "resolve-reminder").length;

/** Queues a choice, and records its outcome. */
function pushed(choice: ToolChoice, told: string[] = []) {
  const prepare = ({ toolChoices }: Session) =>
    toolChoices.pushOnce(choice, {
      onResolved: () => void told.push("resolved"),
      onRejected: ({ reason }) => {
        told.push(reason);
        return "drop";
      },
    });
  return { prepare, told };
}

describe("a conversation whose model can be forced", () => {
  it("Q9 R22 forces resolve for a preview in the next turn, reminded once, and is free after it", async () => {
    const { result, requests, items, session } = await converse([EDIT, RESOLVE], FORCED);
    expect(choicesOf(requests)).toEqual(["free", "resolve", "free"]);
    expect(result.turns.map(({ choice }) => choice)).toEqual([undefined, "resolve", undefined]);
    expect([result.outcome, remindersIn(items), session.pending.hasPending]).toEqual([
      "done",
      1,
      false,
    ]);
  });

  it("R16 R19 ends each of several previews in a turn of its own, in their order", async () => {
    const { items, requests } = await converse(
      [calls("ast_edit", "ast_edit"), RESOLVE, RESOLVE],
      FORCED,
    );
    expect(choicesOf(requests)).toEqual(["free", "resolve", "resolve", "free"]);
    expect(remindersIn(items)).toBe(2);
  });

  it("Q17 goes on after a forced turn of text only, and forces it again", async () => {
    const { result, requests, items } = await converse([EDIT, TALK, RESOLVE], FORCED);
    expect(choicesOf(requests)).toEqual(["free", "resolve", "resolve", "free"]);
    expect([result.outcome, remindersIn(items)]).toEqual(["done", 1]);
    expect(requests[2]?.items.at(-1)).toMatchObject({ role: "system", tag: "response" });
  });

  it("Q17 takes a forced turn that called another tool for one that did not", async () => {
    const { requests } = await converse([EDIT, calls("read_file"), RESOLVE], FORCED);
    expect(choicesOf(requests)).toEqual(["free", "resolve", "resolve", "free"]);
  });

  it.each([
    ["with another tool", calls("read_file"), 1],
    ["with resolve and another tool", { calls: [resolving(), call("read_file")] }, 2],
    ["with another edit", EDIT, 1],
  ])("S3 Q17 Q23 runs nothing of a forced turn that answers %s", async (_what, answer, count) => {
    const { batches, requests, items, session } = await converse([EDIT, answer, RESOLVE], FORCED);
    expect(choicesOf(requests)).toEqual(["free", "resolve", "resolve", "free"]);
    expect(batches.map((batch) => batch.calls.map(({ tool }) => tool))).toEqual([
      ["ast_edit"],
      ["resolve"],
    ]);
    const refused = items.filter((item) => item.role === "tool-result" && item.isError === true);
    expect(refused).toEqual(
      Array(count).fill(
        expect.objectContaining({
          text: "Not executed: a pending action waits for resolve. Call resolve alone, then repeat this call.",
        }),
      ),
    );
    expect(session.pending.hasPending).toBe(false);
  });

  it("R10 forces again where the apply failed", async () => {
    let failures = 0;
    const apply = async () => {
      failures += 1;
      if (failures === 1) throw new Error("disk full");
      return textResult("applied");
    };
    const { requests, result } = await converse([RESOLVE, RESOLVE], {
      ...FORCED,
      prepare: (session) => void queueResolveHandler(session, preview("Edit", apply)),
    });
    expect(choicesOf(requests)).toEqual(["resolve", "resolve", "free"]);
    expect([failures, result.outcome]).toEqual([2, "done"]);
  });

  it("Q12 stops forcing after 4 turns, and tells whose preview it was", async () => {
    const unresolved: string[] = [];
    const { result, requests, items } = await converse([EDIT, TALK, TALK, TALK, TALK], {
      session: { toolChoices: "named", onUnresolved: (_, reason) => void unresolved.push(reason) },
    });
    expect(choicesOf(requests)).toEqual(["free", "resolve", "resolve", "resolve", "resolve"]);
    expect(unresolved).toEqual(["not resolved after 4 forced turns"]);
    expect([result.outcome, items.at(-1)]).toEqual(["done", { role: "assistant", ...TALK }]);
  });

  it("Q18 settles the choice after the tools of its turn ran", async () => {
    const { prepare, told } = pushed({ type: "tool", name: "read_file" });
    let before: readonly string[] = ["nobody looked"];
    await converse([calls("read_file")], {
      ...FORCED,
      prepare,
      results: async () => {
        before = [...told];
        return { results: [{ text: "read" }], messages: [], isStopped: false };
      },
    });
    expect([before, told]).toEqual([[], ["resolved"]]);
  });

  it("Q19 rejects the choice in flight where the run is stopped, or the model fails, before any message", async () => {
    const stop = new AbortController();
    const aborted = pushed({ type: "tool", name: "read_file" });
    const stopping = async () => {
      stop.abort();
      return new Promise<never>(() => undefined);
    };
    const { session } = await converse([stopping], { ...FORCED, ...aborted, signal: stop.signal });
    expect([aborted.told, session.toolChoices.hasInFlight]).toEqual([["aborted"], false]);

    for (const error of [new ModelError("unavailable", "It is away."), new TypeError("ours")]) {
      const failed = pushed({ type: "tool", name: "read_file" });
      await converse([error], { ...FORCED, ...failed }).catch(() => undefined);
      expect(failed.told).toEqual(["error"]);
    }
    const hook = pushed({ type: "tool", name: "read_file" });
    await converse([calls("read_file")], {
      ...FORCED,
      ...hook,
      results: async () => ({ results: [{ text: "" }], messages: [], isStopped: true }),
    });
    expect(hook.told).toEqual(["aborted"]);
  });

  it("Q20 counts a retry inside the port as the same turn, with the choice already taken", async () => {
    const { result, requests } = await converse([EDIT, { ...RESOLVE, attempts: 3 }], FORCED);
    expect(choicesOf(requests)).toEqual(["free", "resolve", "free"]);
    expect(result.turns[1]).toMatchObject({ choice: "resolve", attempts: 3 });
  });

  it("Q21 asks the same turn again without force where the provider refuses, and goes on softly", async () => {
    const { result, requests, log, items } = await converse(
      [EDIT, REFUSED, TALK, RESOLVE, EDIT, RESOLVE],
      FORCED,
    );
    expect(choicesOf(requests)).toEqual([
      "free",
      "resolve",
      "free",
      "free",
      "free",
      "free",
      "free",
    ]);
    expect(requests[2]?.items).toEqual(requests[1]?.items);
    expect(log).toEqual([
      "The provider refuses the forced choice of the tool resolve (thinking is on). The model gets a reminder instead.",
    ]);
    expect(result.turns.map(({ attempts }) => attempts)).toEqual([1, 2, 1, 1, 1, 1]);
    expect([result.outcome, remindersIn(items)]).toEqual(["done", 2]);
  });

  it("Q21 S6 ends with text where resolve is gone, though a choice that nobody can force still waits", async () => {
    const { result, session } = await converse([EDIT, REFUSED, TALK, TALK, TALK], {
      ...FORCED,
      offered: (turn) => (turn < 4 ? ["ast_edit", "resolve"] : ["ast_edit"]),
    });
    expect([result.outcome, result.turns.length]).toEqual(["done", 3]);
    expect(session.toolChoices.inspect()).toEqual(["resolve:action"]);
  });

  it("Q21 fails where the provider refuses a turn that was not forced", async () => {
    const { result, requests } = await converse([EDIT, REFUSED, REFUSED], FORCED);
    expect([result.outcome, requests.length]).toEqual(["failed", 3]);
    expect((await converse([REFUSED])).result.outcome).toBe("failed");
  });

  it.each<[string, ToolChoice, readonly string[]]>([
    ["a tool that is not there", { type: "tool", name: "resolve" }, ["read_file"]],
    ["any tool where there is none", "required", []],
  ])("Q8 never sends a forced choice for %s", async (_what, choice, offered) => {
    const { prepare, told } = pushed(choice);
    const { result, requests, log } = await converse([], {
      ...FORCED,
      prepare,
      offered: () => offered,
    });
    expect([choicesOf(requests), told, result.outcome]).toEqual([
      ["free"],
      ["unavailable"],
      "done",
    ]);
    expect(log.length).toBe(1);
  });

  it("R18 S6 ends with text where resolve is not offered, whatever waits", async () => {
    const { result, requests, session } = await converse([EDIT], {
      ...FORCED,
      offered: () => ["ast_edit"],
    });
    expect([result.outcome, choicesOf(requests)]).toEqual(["done", ["free", "free"]]);
    expect(session.pending.hasPending).toBe(true);
  });

  it("ends as `limit` where a preview still waits after the last turn", async () => {
    const { result } = await converse([EDIT, TALK], { ...FORCED, limits: { maxTurns: 2 } });
    expect(result.outcome).toBe("limit");
  });
});

describe("a conversation whose model cannot be forced", () => {
  it("S1 S2 R26 asks every turn of a model that complies freely, reminded once", async () => {
    const { result, requests, items, session } = await converse(
      [EDIT, calls("read_file"), RESOLVE],
      SOFT,
    );
    expect(choicesOf(requests)).toEqual(["free", "free", "free", "free"]);
    expect([result.outcome, remindersIn(items), session.pending.hasPending]).toEqual([
      "done",
      1,
      false,
    ]);
  });

  it("S2 R22 reminds by itself, once for each action, where nobody hands on what the session says", async () => {
    const { items } = await converse([calls("ast_edit", "ast_edit"), TALK, RESOLVE, RESOLVE], {
      session: { toolChoices: "none", onReminder: undefined } as never,
    });
    expect(remindersIn(items)).toBe(2);
    expect(items.find((item) => item.role === "system")).toEqual({
      role: "system",
      tag: "resolve-reminder",
      text: 'Edit (from ast_edit) is staged, not applied. Call resolve with action "apply" or "discard" and a reason.',
    });
  });

  it("S3 runs nothing of a batch that mixes, pairs each call with a result, and counts the next turn as forced", async () => {
    const mixed = { calls: [resolving(), call("read_file")] };
    const { batches, items, result, requests } = await converse(
      [EDIT, mixed, calls("read_file"), RESOLVE],
      SOFT,
    );
    expect(batches.map(({ batchId }) => batchId)).toEqual(["tool-batch-1", "tool-batch-4"]);
    expect(choicesOf(requests)).toEqual(["free", "free", "free", "free", "free"]);
    const held = items.filter((item) => item.role === "tool-result" && item.isError);
    expect(held.map((item) => item.role === "tool-result" && item.tool)).toEqual([
      "resolve",
      "read_file",
      "read_file", // The next turn has to resolve, and may call no other tool.
    ]);
    for (const item of held)
      expect(item).toMatchObject({ text: expect.stringMatching(/^Not executed: /) });
    expect(result.outcome).toBe("done");
  });

  it("S4 goes on after text only, and never asks with the model's own text as the last item", async () => {
    const { result, requests } = await converse([EDIT, TALK, TALK, RESOLVE], SOFT);
    expect([result.outcome, requests.length]).toEqual(["done", 5]);
    for (const { items } of requests) expect(items.at(-1)?.role).not.toBe("assistant");
  });

  it.each([
    ["text only", TALK, 0],
    ["other calls", calls("read_file", "read_file"), 2],
  ])(
    "S5 gives up after 3 forced turns of %s, names the tool, and pairs every call",
    async (_what, turn, held) => {
      const { result, session, items } = await converse(
        [EDIT, TALK, turn, turn, turn, RESOLVE],
        SOFT,
      );
      expect([result.outcome, result.turns.length, session.pending.hasPending]).toEqual([
        "failed",
        5,
        true,
      ]);
      expect(result.message).toContain("forced to call resolve 3 times");
      const count = (role: string) => items.filter((item) => item.role === role).length;
      expect([count("tool-call"), count("tool-result")]).toEqual([1 + 3 * held, 1 + 3 * held]);
    },
  );

  it("S6 lapses where resolve is not offered", async () => {
    const { result, requests } = await converse([EDIT, TALK], {
      ...SOFT,
      offered: () => ["ast_edit"],
    });
    expect([result.outcome, requests.length]).toEqual(["done", 2]);
  });

  it.each<[string, ToolChoice]>([
    ["none", "none"],
    ["another forced tool", { type: "tool", name: "read_file" }],
  ])("S7 is switched off by the host's own choice: %s", async (_what, choice) => {
    const queued = pushed(choice);
    const { result, requests } = await converse([TALK], {
      ...SOFT,
      prepare: (session) => {
        queueResolveHandler(session, preview("Edit"));
        queued.prepare(session);
      },
    });
    expect([result.outcome, requests.map(({ toolChoice }) => toolChoice)]).toEqual([
      "done",
      [choice],
    ]);
  });

  it("asks for nothing to be resolved where the policy ends previews", async () => {
    const { result, requests, session } = await converse([EDIT, TALK]);
    expect([result.outcome, requests.length, session.pending.hasPending]).toEqual([
      "done",
      2,
      true,
    ]);
  });
});
