import type { ModelMessage } from "ai";
import type { ConversationItem, ItemOf } from "../../model/conversation.ts";
import { type AnswerMemory, sendableName } from "./ai-sdk-memory.ts";

/** How system items are told to a provider that takes none after the beginning. */
const SYSTEM_MARKER = "[From the system, not from the user]";

/** How a conversation is put into messages. */
export interface MessageSettings {
  /** The provider takes system messages anywhere; else they become marked messages of the user. */
  readonly takesLateSystem: boolean;
  readonly memory: AnswerMemory;
}

/**
 * A conversation as messages of the AI SDK. A text of the model and the calls that follow it are one message, and
 * so are results that follow each other; the results of calls have to stand right behind these. The ids are ours.
 */
export function messagesOf(
  items: readonly ConversationItem[],
  { takesLateSystem, memory }: MessageSettings,
): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (let at = 0; at < items.length; ) {
    const item = items[at];
    if (item === undefined) break;
    switch (item.role) {
      case "user":
        messages.push({ role: "user", content: item.text });
        at += 1;
        break;
      case "system":
        messages.push(
          takesLateSystem
            ? { role: "system", content: item.text }
            : { role: "user", content: `${SYSTEM_MARKER}\n${item.text}` },
        );
        at += 1;
        break;
      case "assistant":
      case "tool-call": {
        const text = item.role === "assistant" ? item.text : "";
        const start = item.role === "assistant" ? at + 1 : at;
        const calls = runOf(items, start, "tool-call");
        const content = memory.partsOf(items[at - 1], { text, calls });
        if (content.length > 0) messages.push({ role: "assistant", content });
        at = start + calls.length;
        break;
      }
      case "tool-result": {
        const results = runOf(items, at, "tool-result");
        messages.push({ role: "tool", content: results.map(resultPart) });
        at += results.length;
        break;
      }
    }
  }
  return messages;
}

/** The items of one role that follow each other from there on. */
function runOf<Role extends ConversationItem["role"]>(
  items: readonly ConversationItem[],
  start: number,
  role: Role,
): readonly ItemOf<Role>[] {
  const isOfRole = (item: ConversationItem | undefined): item is ItemOf<Role> =>
    item?.role === role;
  const run: ItemOf<Role>[] = [];
  for (let at = start, item = items[at]; isOfRole(item); at += 1, item = items[at]) run.push(item);
  return run;
}

function resultPart({ callId, tool, text, isError }: ItemOf<"tool-result">) {
  return {
    type: "tool-result" as const,
    toolCallId: callId,
    toolName: sendableName(tool),
    output: { type: isError === true ? ("error-text" as const) : ("text" as const), value: text },
  };
}
