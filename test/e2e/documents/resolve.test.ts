import { describe, expect, it } from "vitest";
import type { SteeringMessage } from "../../../src/index.ts";
import { handler, result, text } from "./support/handlers.ts";
import { sluice } from "./support/sluice.ts";

const { createSession, queueResolveHandler, resolvePending, ToolError } = sluice;
const NOTHING = "No pending action to resolve. Nothing to apply or discard.";
const apply = { action: "apply", reason: "It is right." } as const;
const discard = { action: "discard", reason: "Not now; maybe never." } as const;

describe("a call of resolve", () => {
  it.each([
    ["another action", { action: "maybe", reason: "x" }],
    ["no action", { reason: "x" }],
    ["no reason", { action: "apply" }],
    ["an extra that is no record", { action: "apply", reason: "x", extra: "more" }],
  ])("R1 refuses %s, and the handler is not called", async (_, request) => {
    const session = createSession();
    const calls: string[] = [];
    queueResolveHandler(session, handler("A", calls));
    await expect(resolvePending(session, request as never)).rejects.toBeInstanceOf(ToolError);
    expect(calls).toEqual([]);
    expect(session.pending.list()).toHaveLength(1);
  });

  it.each(["", " ", "\n\t"])("R23 refuses the blank reason %j", async (reason) => {
    const session = createSession();
    const calls: string[] = [];
    queueResolveHandler(session, handler("A", calls));
    for (const action of ["apply", "discard"] as const)
      await expect(resolvePending(session, { action, reason })).rejects.toThrow(/reason/);
    expect(calls).toEqual([]);
  });

  it("R2 answers that nothing is pending", async () => {
    for (const request of [apply, discard])
      await expect(resolvePending(createSession(), request)).rejects.toThrow(NOTHING);
  });

  it("R3 lets a discard with nothing pending succeed only with lenientDiscard", async () => {
    const lenient = createSession({ lenientDiscard: true });
    expect(text(await resolvePending(lenient, discard))).toBe(
      "Nothing to discard; no pending action remains.",
    );
    await expect(resolvePending(lenient, apply)).rejects.toThrow(NOTHING);
    await expect(resolvePending(createSession(), discard)).rejects.toThrow(NOTHING);
  });

  it("R4 R33 calls apply exactly once, with the reason and extra, and returns its result", async () => {
    const session = createSession();
    const seen: unknown[] = [];
    queueResolveHandler(session, {
      ...handler("A"),
      apply(...given) {
        seen.push(given);
        return result("Did it.");
      },
    });
    const extra = { ticket: 7 };
    expect(text(await resolvePending(session, { ...apply, extra }))).toBe("Did it.");
    expect(seen).toEqual([[apply.reason, extra]]);
  });

  it("R5 R33 calls reject with the reason and extra, and its result replaces the default text", async () => {
    const session = createSession();
    const seen: unknown[] = [];
    queueResolveHandler(session, {
      ...handler("A"),
      reject(...given) {
        seen.push(given);
        return result("Put back.");
      },
    });
    const extra = { by: "me" };
    expect(text(await resolvePending(session, { ...discard, extra }))).toBe("Put back.");
    expect(seen).toEqual([[discard.reason, extra]]);
  });

  it.each([
    ["without reject", {}],
    ["with a reject that returns nothing", { reject: () => undefined }],
  ])("R6 discards %s with the default text, and the reason to the letter", async (_, more) => {
    const session = createSession();
    queueResolveHandler(session, handler("AST Edit", [], more));
    const reason = '  not `so`, $& "quoted"  ';
    expect(text(await resolvePending(session, { action: "discard", reason }))).toBe(
      `Discarded: AST Edit. Reason: ${reason}`,
    );
  });

  it("R7 has the action, the reason, the source tool and the label in its details, and extra only if given", async () => {
    const session = createSession();
    const told = { reason: apply.reason, sourceToolName: "ast_edit" };
    queueResolveHandler(session, handler("A"));
    queueResolveHandler(session, handler("B"));
    expect((await resolvePending(session, apply)).details).toEqual({
      ...{ ...told, action: "apply", label: "A" },
    });
    const second = await resolvePending(session, { ...apply, action: "discard", extra: { n: 1 } });
    expect(second.details).toEqual({ ...told, action: "discard", label: "B", extra: { n: 1 } });
  });

  it.each([[{ files: 2 }], [0], [false], [""]])(
    "R8 keeps the producer's details %j under sourceResultDetails",
    async (details) => {
      const session = createSession();
      queueResolveHandler(session, handler("A", [], { apply: () => result("x", { details }) }));
      const resolved = await resolvePending(session, apply);
      expect(resolved.details).toMatchObject({ sourceResultDetails: details, label: "A" });
    },
  );

  it.each([[null], [undefined]])("R8 keeps no details %j of the producer", async (details) => {
    const session = createSession();
    const produced = { ...result("x"), details };
    queueResolveHandler(session, handler("A", [], { apply: () => produced as never }));
    expect((await resolvePending(session, apply)).details).not.toHaveProperty(
      "sourceResultDetails",
    );
  });

  it("R9 passes isError and content that is no text", async () => {
    const session = createSession();
    const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
    const produced = { content: [image], isError: true };
    queueResolveHandler(session, handler("A", [], { apply: () => produced }));
    expect(await resolvePending(session, apply)).toMatchObject({ content: [image], isError: true });
  });
});

it("T22 R7 keeps the details of an action out of the result of resolve", async () => {
  const session = createSession();
  queueResolveHandler(session, handler("A", [], { details: { files: ["x.ts"] } }));
  const resolved = await resolvePending(session, apply);
  expect(JSON.stringify(resolved)).not.toContain("x.ts");
});

describe("a handler that fails", () => {
  it("R10 keeps the action pending under its id when apply throws, repeats the reminder, and applies it later", async () => {
    const reminders: SteeringMessage[] = [];
    const session = createSession({ onReminder: (message) => reminders.push(message) });
    let attempts = 0;
    const flaky = () => {
      attempts += 1;
      if (attempts === 1) throw new Error("disk full");
      return result("Done.");
    };
    const { id } = queueResolveHandler(session, handler("A", [], { apply: flaky }));
    await expect(resolvePending(session, apply)).rejects.toThrow("disk full");
    expect(session.pending.list().map((action) => [action.id, action.label])).toEqual([[id, "A"]]);
    expect(reminders.map(({ actionId }) => actionId)).toEqual([id, id]);
    expect(reminders[1]).toEqual(reminders[0]);
    expect(text(await resolvePending(session, { ...apply, id }))).toBe("Done.");
    expect(session.pending.list()).toEqual([]);
  });

  it("R10 lets an action whose apply threw be discarded", async () => {
    const session = createSession();
    const apply1 = () => Promise.reject(new Error("no"));
    queueResolveHandler(session, handler("A", [], { apply: apply1 }));
    await expect(resolvePending(session, apply)).rejects.toThrow();
    expect(text(await resolvePending(session, discard))).toBe(
      `Discarded: A. Reason: ${discard.reason}`,
    );
  });

  it("R11 rethrows a ToolError unchanged, and wraps any other error with its cause", async () => {
    const own = new ToolError("The tree has moved.");
    const other = new TypeError("x is not a function");
    for (const [thrown, check] of [
      [own, (error: unknown) => expect(error).toBe(own)],
      [
        other,
        (error: unknown) => {
          expect(error).toMatchObject({ message: `Apply failed: ${other.message}`, cause: other });
        },
      ],
    ] as const) {
      const session = createSession();
      queueResolveHandler(session, handler("A", [], { apply: () => Promise.reject(thrown) }));
      check(await resolvePending(session, apply).catch((error: unknown) => error));
    }
  });

  it("R12 shows the apply error, also when the hook of the reminder fails", async () => {
    const errors: unknown[] = [];
    let isFailing = false;
    const session = createSession({
      onReminder: () => {
        if (isFailing) throw new Error("the hook");
      },
      onHookError: (error) => errors.push(error),
    });
    const failing = () => Promise.reject(new Error("the apply"));
    queueResolveHandler(session, handler("A", [], { apply: failing }));
    isFailing = true;
    await expect(resolvePending(session, apply)).rejects.toThrow("Apply failed: the apply");
    expect(errors).toMatchObject([{ message: "the hook" }]);
  });

  it("R14 keeps the action pending when reject throws, and reports the error", async () => {
    const session = createSession();
    let attempts = 0;
    const reject = () => {
      attempts += 1;
      if (attempts === 1) throw new Error("cannot put it back");
      return undefined;
    };
    const { id } = queueResolveHandler(session, handler("A", [], { reject }));
    await expect(resolvePending(session, discard)).rejects.toThrow("cannot put it back");
    expect(session.pending.list().map((action) => action.id)).toEqual([id]);
    await resolvePending(session, discard);
    expect(attempts).toBe(2);
  });
});

it.each([apply, discard])(
  "R13 consumes the handler once: a second resolve finds nothing",
  async (request) => {
    const session = createSession();
    const calls: string[] = [];
    queueResolveHandler(
      session,
      handler("A", calls, { reject: () => void calls.push("reject") as undefined }),
    );
    await resolvePending(session, request);
    await expect(resolvePending(session, request)).rejects.toThrow(NOTHING);
    expect(calls).toHaveLength(1);
  },
);

it("R13 R4 runs the handler once, also when two resolves come at the same time", async () => {
  const session = createSession();
  const calls: string[] = [];
  queueResolveHandler(session, handler("A", calls));
  const both = await Promise.allSettled([
    resolvePending(session, apply),
    resolvePending(session, apply),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(calls).toHaveLength(1);
});

it("R25 says that something is pending exactly while there is a handler to run", async () => {
  const session = createSession({ toolChoices: "named" });
  queueResolveHandler(session, handler("A"));
  session.toolChoices.clear();
  expect(text(await resolvePending(session, apply))).toBe("Applied A.");
  queueResolveHandler(session, handler("B"));
  session.pending.pop();
  expect(session.pending.list()).toEqual([]);
  expect(session.toolChoices.nextToolChoice()).toBeUndefined();
  await expect(resolvePending(session, apply)).rejects.toThrow(NOTHING);
});

it("R26 makes a preview pending and resolvable without named tool forcing", async () => {
  const session = createSession({ toolChoices: "none" });
  queueResolveHandler(session, handler("A"));
  expect(session.toolChoices.nextToolChoice()).toBeUndefined();
  expect(text(await resolvePending(session, apply))).toBe("Applied A.");
});

it("R22 sends one steering message for a preview, which names apply, discard and the source tool", () => {
  const reminders: SteeringMessage[] = [];
  const session = createSession({ onReminder: (message) => reminders.push(message) });
  queueResolveHandler(session, { ...handler("A"), sourceToolName: "batch_rename" });
  expect(reminders).toHaveLength(1);
  expect(reminders[0]?.tag).toBe("resolve-reminder");
  for (const word of ["apply", "discard", "batch_rename"])
    expect(reminders[0]?.text).toContain(word);
});
