import { describe, expect, it } from "vitest";
import { AnswerMemory } from "../../../src/agent/provider/ai-sdk-memory.ts";
import { messagesOf } from "../../../src/agent/provider/ai-sdk-messages.ts";
import type { ConversationItem } from "../../../src/model/conversation.ts";

const user: ConversationItem = { role: "user", text: "Rename a to b." };
const call = (callId: string, tool = "look"): ConversationItem => ({
  role: "tool-call",
  callId,
  tool,
  params: {},
});

function messages(items: readonly ConversationItem[], memory = new AnswerMemory()) {
  return messagesOf(items, { systemForm: "system", memory });
}

describe("messages of a conversation", () => {
  it("are of one message for a text and its calls, and one for results that follow each other", () => {
    const result = (callId: string): ConversationItem => ({
      role: "tool-result",
      callId,
      tool: "look",
      text: "a",
    });
    const items = [user, call("1"), call("2"), result("1"), result("2"), call("3"), result("3")];
    const roles = messages(items).map(({ role, content }) => [role, content.length]);
    expect(roles.slice(1)).toEqual([
      ["assistant", 2],
      ["tool", 2],
      ["assistant", 1],
      ["tool", 1],
    ]);
  });

  it("are made with a few looks at each item, however many there are", () => {
    const asked = Array.from({ length: 500 }, (_, index) => call(String(index)));
    const items = asked.flatMap((item): ConversationItem[] => [user, item]);
    let looks = 0;
    const counted = new Proxy(items, {
      get(target, key) {
        looks += 1;
        return Reflect.get(target, key);
      },
    });
    expect(messages(counted)).toHaveLength(items.length);
    expect(looks).toBeLessThan(10 * items.length);
  });

  it("have no message for an answer without text and calls", () => {
    expect(messages([user, { role: "assistant", text: "" }, user])).toHaveLength(2);
  });

  it.each([
    ["a b/ü", "a_b__"],
    ["", "unnamed"],
    ["x".repeat(100), "x".repeat(64)],
  ])("have the name %j as %j", (tool, name) => {
    expect(messages([user, call("1", tool)])[1]).toMatchObject({ content: [{ toolName: name }] });
  });
});

describe("what a provider wants back", () => {
  const reasoning = { type: "reasoning", text: "Hm." } as const;
  const look = { type: "tool-call", toolCallId: "theirs", toolName: "look", input: "{}" } as const;
  const options = { provider: { signature: "signed" } };

  function contentAfter(answered: readonly ConversationItem[], first = user) {
    const memory = new AnswerMemory();
    memory.keep(user, [
      reasoning,
      { type: "text", text: "Looking." },
      { ...look, providerMetadata: options },
    ]);
    return messages([first, ...answered], memory)[1]?.content;
  }

  it("stands in the answer to the same item", () => {
    expect(contentAfter([{ role: "assistant", text: "Looking." }, call("ours")])).toEqual([
      reasoning,
      { type: "text", text: "Looking." },
      {
        type: "tool-call",
        toolCallId: "ours",
        toolName: "look",
        input: {},
        providerOptions: options,
      },
    ]);
  });

  const plain = [
    { type: "text", text: "Looking." },
    expect.not.objectContaining({ providerOptions: options }),
  ];

  it("is left out where the item is another one", () => {
    const answered = [{ role: "assistant", text: "Looking." } as const, call("ours")];
    expect(contentAfter(answered, { ...user })).toEqual(plain);
  });

  it.each<[string, readonly ConversationItem[]]>([
    ["text", [{ role: "assistant", text: "Else." }, call("ours")]],
    ["tool", [{ role: "assistant", text: "Looking." }, call("ours", "other")]],
    ["number of calls", [{ role: "assistant", text: "Looking." }]],
    ["number of calls (more)", [{ role: "assistant", text: "Looking." }, call("1"), call("2")]],
  ])("is left out where the answer has another %s", (_, answered) => {
    expect(contentAfter(answered)).not.toContainEqual(reasoning);
  });
});
