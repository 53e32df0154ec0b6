import { describe, expect, it } from "vitest";
import { AnswerMemory } from "../../../src/agent/provider/ai-sdk-memory.ts";
import { messagesOf } from "../../../src/agent/provider/ai-sdk-messages.ts";
import type { ConversationItem } from "../../../src/model/conversation.ts";

const user: ConversationItem = { role: "user", text: "Rename a to b." };

/** The ids that are sent for these calls, as `call=result`; `given` are those that the provider gave. */
function sent(
  callIds: readonly string[],
  {
    given = [],
    systemForm = "folded",
  }: { given?: readonly string[]; systemForm?: "folded" | "user" },
) {
  const memory = new AnswerMemory();
  const parts = given.map((toolCallId) => ({ toolCallId, toolName: "look", input: "{}" }));
  memory.keep(
    undefined,
    parts.map((part) => ({ type: "tool-call", ...part })),
  );
  const items = callIds.flatMap((callId): ConversationItem[] => [
    { role: "tool-call", callId, tool: "look", params: {} },
    { role: "tool-result", callId, tool: "look", text: "a" },
  ]);
  const contents = messagesOf([user, ...items], { systemForm, memory }).map(
    ({ content }) => content,
  );
  const ids = contents.flatMap((content) =>
    typeof content === "string"
      ? []
      : content.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : [])),
  );
  return callIds.map((_, at) => `${ids[2 * at]}=${ids[2 * at + 1]}`);
}

const both = (...ids: readonly string[]) => ids.map((id) => `${id}=${id}`);

describe("the ids of calls on the wire", () => {
  it.each(["folded", "user"] as const)(
    "T27 M3 are the provider's own, to the letter, in the form %s",
    (systemForm) => {
      const given = ["call_abc", "functions.bash:0", "x".repeat(4000), "a b"];
      expect(sent(given, { given, systemForm })).toEqual(both(...given));
    },
  );

  it("M3 T27 have nine letters and digits where Sluice or another provider made them", () => {
    expect(sent(["tool-batch-0-0", "toolu_01", "abcDEF123"], {})).toEqual(
      both("call00000", "call00001", "abcDEF123"),
    );
  });

  it("T27 stay as they are where every provider of that form takes them", () => {
    const ids = ["tool-batch-0-0", "functions.bash:0", "x".repeat(65)];
    expect(sent(ids, { systemForm: "user" })).toEqual(
      both("tool-batch-0-0", "call00000", "call00001"),
    );
  });

  it("M3 T27 are never those of another call", () => {
    const given = ["call00000", "call00002"];
    expect(sent(["call00000", "tool-batch-1-0", "tool-batch-1-1", "call00002"], { given })).toEqual(
      both("call00000", "call00001", "call00003", "call00002"),
    );
  });
});
