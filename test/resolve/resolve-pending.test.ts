import { describe, expect, it, vi } from "vitest";
import { type AgentToolResult, textOf, textResult } from "../../src/model/tool.ts";
import { ToolError } from "../../src/model/tool-error.ts";
import type { ResolveHandler } from "../../src/resolve/pending-action.ts";
import { queueResolveHandler } from "../../src/resolve/queue-resolve-handler.ts";
import { type ResolveRequest, resolvePending } from "../../src/resolve/resolve-pending.ts";
import { createSession, type SessionOptions } from "../../src/resolve/session.ts";

const NOTHING = "No pending action to resolve. Nothing to apply or discard.";

function handler(parts: Partial<ResolveHandler> = {}) {
  return {
    label: "AST Edit: 1 replacement in 1 file",
    sourceToolName: "ast_edit",
    apply: vi.fn(async (): Promise<AgentToolResult> => textResult("Applied.")),
    ...parts,
  };
}

function sessionWith(parts: Partial<ResolveHandler> = {}, options: SessionOptions = {}) {
  const session = createSession(options);
  const queued = handler(parts);
  const action = queueResolveHandler(session, queued);
  return { session, queued, action };
}

const APPLY: ResolveRequest = { action: "apply", reason: "Looks right." };
const DISCARD: ResolveRequest = { action: "discard", reason: "Wrong  place." };

describe("resolvePending", () => {
  it.each([
    ["R1 another action", { action: "maybe", reason: "x" }],
    ["R1 no action", { reason: "x" }],
    ["R1 no reason", { action: "apply" }],
    ["R1 an extra that is no record", { action: "apply", reason: "x", extra: [1] }],
    [
      "R27 an extra that is not JSON",
      { action: "apply", reason: "x", extra: { toJSON: () => undefined } },
    ],
    [
      "R27 an extra beyond its bound",
      { action: "apply", reason: "x", extra: { text: "x".repeat(70_000) } },
    ],
    ["R23 an empty reason", { action: "apply", reason: "" }],
    ["R23 a blank reason", { action: "discard", reason: " \n" }],
  ])("%s is refused, and the action stays pending", async (_what, request) => {
    const { session, queued } = sessionWith();
    // A model may send anything; the types do not hold there.
    await expect(resolvePending(session, request as ResolveRequest)).rejects.toThrow(ToolError);
    expect(queued.apply).not.toHaveBeenCalled();
    expect(session.pending.hasPending).toBe(true);
  });

  it("R2 answers that nothing is pending", async () => {
    await expect(resolvePending(createSession(), APPLY)).rejects.toThrow(NOTHING);
    await expect(resolvePending(createSession(), DISCARD)).rejects.toThrow(NOTHING);
  });

  it("R3 lets a discard with nothing pending succeed where the session is lenient, and only there", async () => {
    const session = createSession({ lenientDiscard: true });
    expect(textOf(await resolvePending(session, DISCARD))).toBe(
      "Nothing to discard; no pending action remains.",
    );
    await expect(resolvePending(session, APPLY)).rejects.toThrow(NOTHING);
    queueResolveHandler(session, handler());
    await expect(resolvePending(session, { ...DISCARD, id: "other" })).rejects.toThrow(NOTHING);
  });

  it("R11 tells an apply that throws what has no text", async () => {
    const { session } = sessionWith({
      apply: () => {
        throw Object.create(null);
      },
    });
    await expect(resolvePending(session, APPLY)).rejects.toThrow(
      "Apply failed: something was thrown that has no text",
    );
  });

  it("R4 calls apply exactly once, with reason and extra, and answers its result", async () => {
    const { session, queued } = sessionWith();
    const result = await resolvePending(session, { ...APPLY, extra: { ticket: 7 } });
    expect(queued.apply).toHaveBeenCalledExactlyOnceWith("Looks right.", { ticket: 7 });
    expect(result.content).toEqual([{ type: "text", text: "Applied." }]);
  });

  it("R4 does not run an action twice when two resolves meet", async () => {
    const { session, queued } = sessionWith();
    const outcomes = await Promise.allSettled([
      resolvePending(session, APPLY),
      resolvePending(session, APPLY),
    ]);
    expect(queued.apply).toHaveBeenCalledTimes(1);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });

  it("R13 ends an action whose handler answers nothing: what was done is not done again", async () => {
    const apply = vi.fn(() => undefined as unknown as AgentToolResult); // As a custom tool may.
    const { session } = sessionWith({ apply });
    expect(textOf(await resolvePending(session, APPLY))).toBe("");
    await expect(resolvePending(session, APPLY)).rejects.toThrow(NOTHING);
    expect(apply).toHaveBeenCalledOnce();
  });

  it.each<[what: string, answered: unknown]>([
    ["a number", 7],
    ["content that is no list", { content: "x" }],
    ["a part that is none", { content: [7] }],
    ["a text without a text", { content: [{ type: "text" }] }],
    ["an image without data", { content: [{ type: "image", mimeType: "image/png" }] }],
  ])(
    "R13 ends an action whose handler answers no result (%s) with an empty one",
    async (_what, answered) => {
      const { session } = sessionWith({ apply: async () => answered as AgentToolResult });
      const { content } = await resolvePending(session, APPLY);
      expect(content).toEqual([{ type: "text", text: "" }]);
      expect(session.pending.hasPending).toBe(false);
    },
  );

  it("R5 calls reject on discard; what it returns replaces the default text", async () => {
    const reject = vi.fn(async () => textResult("Put back."));
    const { session, queued } = sessionWith({ reject });
    expect(textOf(await resolvePending(session, DISCARD))).toBe("Put back.");
    expect(reject).toHaveBeenCalledExactlyOnceWith("Wrong  place.", undefined);
    expect(queued.apply).not.toHaveBeenCalled();
  });

  it.each([
    ["without reject", {}],
    ["where reject returns undefined", { reject: async () => undefined }],
  ])("R6 answers the default text %s, the reason to the letter", async (_what, parts) => {
    const { session } = sessionWith(parts);
    expect(textOf(await resolvePending(session, DISCARD))).toBe(
      "Discarded: AST Edit: 1 replacement in 1 file. Reason: Wrong  place.",
    );
  });

  it("R7 R8 puts action, reason, source and label into the details, and the producer's below", async () => {
    const { session } = sessionWith({ apply: async () => textResult("x", { files: 2 }) });
    const { details } = await resolvePending(session, { ...APPLY, extra: { a: 1 } });
    expect(details).toEqual({
      action: "apply",
      reason: "Looks right.",
      sourceToolName: "ast_edit",
      label: "AST Edit: 1 replacement in 1 file",
      extra: { a: 1 },
      sourceResultDetails: { files: 2 },
    });
  });

  it("T22 keeps the details of the preview out of the result", async () => {
    for (const request of [APPLY, DISCARD]) {
      const { session } = sessionWith({ details: { ofThePreview: "only for the policy" } });
      const result = await resolvePending(session, request);
      expect(JSON.stringify(result)).not.toMatch(/ofThePreview|only for the policy/);
      expect(result).not.toHaveProperty("details.details");
    }
  });

  it("R8 leaves out the producer's details where they are null, and R7 extra where none was given", async () => {
    const { session } = sessionWith({ apply: async () => ({ ...textResult("x"), details: null }) });
    const { details } = await resolvePending(session, APPLY);
    expect(Object.keys(details as object)).toEqual(["action", "reason", "sourceToolName", "label"]);
  });

  it("R9 passes the error flag and content that is no text through", async () => {
    const content = [{ type: "image" as const, data: "aGk=", mimeType: "image/png" }];
    const { session } = sessionWith({ apply: async () => ({ content, isError: true }) });
    expect(await resolvePending(session, APPLY)).toMatchObject({ content, isError: true });
  });

  it("R10 keeps the action pending under its id when apply throws, repeats the reminder, and can still end it", async () => {
    const onReminder = vi.fn();
    const apply = vi
      .fn()
      .mockRejectedValueOnce(new Error("disk full"))
      .mockResolvedValue(textResult("Applied."));
    const { session, action } = sessionWith({ apply }, { onReminder });
    await expect(resolvePending(session, APPLY)).rejects.toThrow("Apply failed: disk full");
    expect(session.pending.peek()?.id).toBe(action.id);
    expect(onReminder.mock.calls.map(([message]) => [message.tag, message.actionId])).toEqual([
      ["resolve-reminder", action.id],
      ["resolve-reminder", action.id],
    ]);
    expect(textOf(await resolvePending(session, APPLY))).toBe("Applied.");
  });

  it("R11 rethrows a ToolError unchanged, and wraps any other with its cause", async () => {
    const refusal = new ToolError("Preview is stale.");
    const { session } = sessionWith({ apply: () => Promise.reject(refusal) });
    await expect(resolvePending(session, APPLY)).rejects.toBe(refusal);
    const cause = new TypeError("boom");
    const other = sessionWith({ apply: () => Promise.reject(cause) });
    await expect(resolvePending(other.session, APPLY)).rejects.toMatchObject({
      message: "Apply failed: boom",
      cause,
    });
  });

  it("R12 never lets a failing reminder hide the apply error", async () => {
    const onHookError = vi.fn();
    const onReminder = () => {
      throw new Error("hook");
    };
    const apply = () => Promise.reject(new Error("disk full"));
    const { session } = sessionWith({ apply }, { onReminder, onHookError });
    await expect(resolvePending(session, APPLY)).rejects.toThrow("Apply failed: disk full");
    expect(onHookError).toHaveBeenCalledTimes(2);
  });

  it("R12 never lets a broken place for errors hide the apply error, nor keep an action from being queued", async () => {
    const failing = () => {
      throw new Error("hook");
    };
    const apply = () => Promise.reject(new Error("disk full"));
    const options = { onReminder: failing, onHookError: failing };
    const { session } = sessionWith({ apply }, options);
    await expect(resolvePending(session, APPLY)).rejects.toThrow("Apply failed: disk full");
    expect(session.pending.hasPending).toBe(true);
  });

  it("R12 tells of a reminder that rejects later", async () => {
    const onHookError = vi.fn();
    const error = new Error("late");
    sessionWith({}, { onReminder: async () => Promise.reject(error), onHookError });
    await vi.waitFor(() => expect(onHookError).toHaveBeenCalledExactlyOnceWith(error));
  });

  it.each([APPLY, DISCARD])("R13 consumes the action exactly once ($action)", async (request) => {
    const { session } = sessionWith();
    await resolvePending(session, request);
    expect(session.pending.hasPending).toBe(false);
    await expect(resolvePending(session, request)).rejects.toThrow(NOTHING);
  });

  it("R14 keeps the action pending when reject throws, and reports the error", async () => {
    const { session, action } = sessionWith({ reject: () => Promise.reject(new Error("no")) });
    await expect(resolvePending(session, DISCARD)).rejects.toThrow("Discard failed: no");
    expect(session.pending.peek()?.id).toBe(action.id);
  });

  it("R17 gives equal labels unique ids, and resolves the one that is named", async () => {
    const session = createSession();
    const [first, second] = [handler(), handler()];
    const one = queueResolveHandler(session, { ...first, id: "same" });
    const two = queueResolveHandler(session, { ...second, id: "same" });
    expect([one.id, two.id]).toEqual(["same", "same-2"]);
    await resolvePending(session, { ...APPLY, id: two.id });
    expect(first.apply).not.toHaveBeenCalled();
    expect(second.apply).toHaveBeenCalledOnce();
    await expect(resolvePending(session, { ...APPLY, id: "nobody" })).rejects.toThrow(NOTHING);
  });

  it("R22 reminds once per queued action, naming apply, discard and the source tool", () => {
    const onReminder = vi.fn();
    sessionWith({}, { onReminder });
    expect(onReminder).toHaveBeenCalledOnce();
    const { tag, text } = onReminder.mock.calls[0]?.[0] ?? {};
    expect(tag).toBe("resolve-reminder");
    expect(text).toContain("apply");
    expect(text).toContain("discard");
    expect(text).toContain("ast_edit");
  });

  it("R25 has nothing pending as soon as there is no handler to run", async () => {
    const { session, queued } = sessionWith();
    expect(session.pending.hasPending).toBe(true);
    expect(session.pending.peek()).toMatchObject({ label: queued.label });
    await resolvePending(session, DISCARD);
    expect(session.pending.hasPending).toBe(false);
    expect(session.pending.peek()).toBeUndefined();
  });

  it("T23 calls a handler with its own `this`", async () => {
    class Handler {
      readonly label = "L";
      readonly sourceToolName = "t";
      readonly #text = "from this";
      async apply() {
        return textResult(this.#text);
      }
      async reject() {
        return textResult(this.#text);
      }
    }
    const session = createSession();
    queueResolveHandler(session, new Handler());
    queueResolveHandler(session, new Handler());
    expect(textOf(await resolvePending(session, APPLY))).toBe("from this");
    expect(textOf(await resolvePending(session, DISCARD))).toBe("from this");
  });
});
