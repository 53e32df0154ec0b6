import { describe, expect, it, vi } from "vitest";
import { textOf, textResult } from "../../src/model/tool.ts";
import { ToolError } from "../../src/model/tool-error.ts";
import type { ResolveHandler } from "../../src/resolve/pending-action.ts";
import { queueResolveHandler } from "../../src/resolve/queue-resolve-handler.ts";
import { type ResolveRequest, resolvePending } from "../../src/resolve/resolve-pending.ts";
import { createSession } from "../../src/resolve/session.ts";
import { StandingHandler } from "../../src/resolve/standing-handler.ts";

const APPLY: ResolveRequest = { action: "apply", reason: "Looks right." };
const DISCARD: ResolveRequest = { action: "discard", reason: "Not yet." };

function handler(label: string, parts: Partial<ResolveHandler> = {}) {
  return {
    label,
    sourceToolName: "plan_mode",
    apply: vi.fn(async () => textResult(`${label} applied.`)),
    ...parts,
  };
}

describe("StandingHandler", () => {
  it("R20 is set, replaced and cleared by its owner only", () => {
    const standing = new StandingHandler();
    const [first, second] = [handler("first"), handler("second")];
    expect(standing.current).toBeUndefined();
    standing.set("plan", first);
    expect(() => standing.set("other", second)).toThrow(ToolError);
    expect(standing.clear("other")).toBe(false);
    expect(standing.current).toBe(first);
    standing.set("plan", second);
    expect(standing.current).toBe(second);
    expect(standing.clear("plan")).toBe(true);
    expect(standing.current).toBeUndefined();
    standing.set("other", first);
    expect(standing.current).toBe(first);
  });
});

describe("a standing handler and resolve", () => {
  it("R20 is not consumed by use, whether applied, discarded or failing", async () => {
    const session = createSession();
    const apply = vi
      .fn()
      .mockResolvedValueOnce(textResult("1"))
      .mockRejectedValueOnce(new Error("disk full"))
      .mockResolvedValueOnce(textResult("2"));
    const plan = handler("Plan", { apply });
    session.standing.set("plan", plan);
    expect(textOf(await resolvePending(session, APPLY))).toBe("1");
    expect(textOf(await resolvePending(session, DISCARD))).toBe(
      "Discarded: Plan. Reason: Not yet.",
    );
    await expect(resolvePending(session, APPLY)).rejects.toThrow("Apply failed: disk full");
    expect(textOf(await resolvePending(session, APPLY))).toBe("2");
    expect(session.standing.current).toBe(plan);
  });

  it("R20 R7 answers with its own label and source in the details", async () => {
    const session = createSession();
    session.standing.set("plan", handler("Plan"));
    expect((await resolvePending(session, APPLY)).details).toEqual({
      ...APPLY,
      sourceToolName: "plan_mode",
      label: "Plan",
    });
  });

  it("R19 R3 R2 comes after every pending action, and before there is nothing to resolve", async () => {
    const session = createSession({ lenientDiscard: true });
    session.standing.set("plan", handler("Plan"));
    queueResolveHandler(session, handler("Preview"));
    expect(textOf(await resolvePending(session, APPLY))).toBe("Preview applied.");
    expect(textOf(await resolvePending(session, DISCARD))).toContain("Discarded: Plan.");
    session.standing.clear("plan");
    expect(textOf(await resolvePending(session, DISCARD))).toContain("Nothing to discard");
    await expect(resolvePending(session, APPLY)).rejects.toThrow("No pending action to resolve.");
  });

  it("R19 is not meant where an id is named, or while an action is being run", async () => {
    const session = createSession();
    const plan = handler("Plan");
    session.standing.set("plan", plan);
    const named = resolvePending(session, { ...APPLY, id: "nobody" });
    await expect(named).rejects.toThrow("No pending action to resolve.");
    queueResolveHandler(session, handler("Preview"));
    const outcomes = await Promise.allSettled([
      resolvePending(session, APPLY),
      resolvePending(session, APPLY),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(plan.apply).not.toHaveBeenCalled();
  });

  it("R21 stays when previews are queued, resolved, fail and are taken out", async () => {
    const session = createSession({ toolChoices: "named" });
    const plan = handler("Plan");
    session.standing.set("plan", plan);
    queueResolveHandler(session, handler("Preview"));
    queueResolveHandler(session, handler("Fails", { apply: () => Promise.reject(new Error("x")) }));
    await resolvePending(session, APPLY);
    await expect(resolvePending(session, APPLY)).rejects.toThrow("x");
    session.pending.pop();
    session.toolChoices.clear();
    expect(session.standing.current).toBe(plan);
    expect(plan.apply).not.toHaveBeenCalled();
  });
});
