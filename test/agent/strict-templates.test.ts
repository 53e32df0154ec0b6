import { describe, expect, it } from "vitest";
import { type SentMessage, templateFault } from "../support/strict-templates.ts";

const system = { role: "system", content: "You edit." };
const user = { role: "user", content: "Rename." };
const said = { role: "assistant", content: "Done." };
const calls = (...ids: readonly string[]) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id })),
});
const result = (id: string, content = "a") => ({ role: "tool", tool_call_id: id, content });

/** A conversation that every family takes. */
const FINE = [
  ...[system, user, calls("call00000", "call00001"), result("call00000"), result("call00001")],
  ...[calls("call00002"), result("call00002"), said, user],
];

describe("the strict server of the tests", () => {
  it("takes system first, calls with their results, and turns of user and model", () => {
    expect(templateFault({ messages: FINE })).toBeUndefined();
  });

  it.each<[string, readonly SentMessage[]]>([
    ["qwen: System", [...FINE, said, system, user]],
    ["qwen: No user", [system]],
    ["mistral: After", [...FINE, user]],
    ["mistral: After", [system, user, calls("call00000"), result("call00000"), user]],
    ["mistral: Tool call IDs", [user, calls("tool-1"), result("tool-1")]],
    ["gemma: Conversation", [user, calls("call00000"), calls("call00001"), result("call00001")]],
    ["contents: A message", [user, { role: "assistant", content: "" }, user]],
    ["contents: The last", [user, said]],
    ["results: Not", [user, calls("call00000", "call00001"), result("call00000")]],
  ])("refuses what is %s", (fault, messages) => {
    expect(templateFault({ messages })).toMatch(new RegExp(`^${fault}`));
  });
});
