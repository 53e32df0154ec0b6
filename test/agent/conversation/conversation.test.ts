import { describe, expect, it } from "vitest";
import { Conversation } from "../../../src/agent/conversation/conversation.ts";
import type { ConversationItem } from "../../../src/model/conversation.ts";

const USER: ConversationItem = { role: "user", text: "Do it." };
const DONE: ConversationItem = { role: "assistant", text: "Done." };

describe("Conversation", () => {
  it("tells of each item as it grows, in order", () => {
    const told: ConversationItem[] = [];
    const conversation = new Conversation({ onItem: (item) => told.push(item) });
    conversation.append(USER, DONE);
    expect([told, conversation.items]).toEqual([
      [USER, DONE],
      [USER, DONE],
    ]);
  });

  it("begins with the items of an earlier transcript to the letter, and tells nobody of them again", () => {
    const told: ConversationItem[] = [];
    const redact = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("Do", "…"));
    const conversation = new Conversation({
      items: [USER],
      onItem: (item) => told.push(item),
      redact,
    });
    conversation.append(DONE);
    expect(conversation.items).toEqual([USER, { role: "assistant", text: "…ne." }]);
    expect(told).toEqual([{ role: "assistant", text: "…ne." }]);
  });

  it("F13 keeps what was said: neither a snapshot nor what was handed over changes it", () => {
    const params = { paths: ["a.ts"] };
    const conversation = new Conversation();
    conversation.append({ role: "tool-call", callId: "b-0", tool: "ast_edit", params });
    const snapshot = conversation.items;
    params.paths.push("b.ts");
    conversation.append(USER);
    expect(snapshot).toEqual([
      { role: "tool-call", callId: "b-0", tool: "ast_edit", params: { paths: ["a.ts"] } },
    ]);
    expect(conversation.items.length).toBe(2);
  });

  it("F13 keeps parameters at any depth as they were, whoever has the item", () => {
    const conversation = new Conversation();
    const params = { ops: [{ pat: "a", out: "b" }] };
    conversation.append({ role: "tool-call", callId: "b-0", tool: "ast_edit", params });
    const [item] = conversation.items;
    const held = item?.role === "tool-call" ? (item.params as typeof params) : params; // As appended.
    expect(() => held.ops.push({ pat: "c", out: "d" })).toThrow(TypeError);
    expect(() => Object.assign(held.ops[0] ?? {}, { pat: "c" })).toThrow(TypeError);
    expect(conversation.items).toMatchObject([{ params: { ops: [{ pat: "a", out: "b" }] } }]);
    expect(Object.isFrozen(params.ops)).toBe(false);
  });
});
