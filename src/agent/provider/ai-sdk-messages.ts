import type { ModelMessage } from "ai";
import type { ConversationItem, ItemOf } from "../../model/conversation.ts";
import { type AnswerMemory, sendableName } from "./ai-sdk-memory.ts";

/** The mark of a system item for a provider that takes system messages only at the beginning. */
const SYSTEM_MARKER = "[From the system, not from the user]";

/** The form of the messages. */
export interface MessageSettings {
  /** The provider takes system messages anywhere; otherwise they become marked messages of the user. */
  readonly takesLateSystem: boolean;
  readonly memory: AnswerMemory;
}

/**
 * Converts a conversation into messages of the AI SDK, with ids of Sluice. A text of the model and the calls that
 * follow it become one message, and so do results that follow each other: providers want results behind their calls.
 */
export function messagesOf(
  items: readonly ConversationItem[],
  settings: MessageSettings,
): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (let at = 0, item = items[at]; item !== undefined; item = items[at]) {
    const { message, next } = messageAt(items, at, item, settings);
    if (message !== undefined) messages.push(message);
    at = next;
  }
  return messages;
}

/** A message, if the items have a content to send, and the index of the item behind it. */
interface MessageAt {
  readonly message: ModelMessage | undefined;
  readonly next: number;
}

function messageAt(
  items: readonly ConversationItem[],
  at: number,
  item: ConversationItem,
  settings: MessageSettings,
): MessageAt {
  switch (item.role) {
    case "user":
      return { message: { role: "user", content: item.text }, next: at + 1 };
    case "system":
      return { message: systemMessage(item.text, settings), next: at + 1 };
    case "assistant":
    case "tool-call": {
      const text = item.role === "assistant" ? item.text : "";
      const start = item.role === "assistant" ? at + 1 : at;
      const calls = runOf(items, start, "tool-call");
      const content = settings.memory.partsOf(items[at - 1], { text, calls });
      const message = content.length === 0 ? undefined : { role: "assistant" as const, content };
      return { message, next: start + calls.length };
    }
    case "tool-result": {
      const results = runOf(items, at, "tool-result");
      const message = { role: "tool" as const, content: results.map(resultPart) };
      return { message, next: at + results.length };
    }
  }
}

function systemMessage(text: string, { takesLateSystem }: MessageSettings): ModelMessage {
  return takesLateSystem
    ? { role: "system", content: text }
    : { role: "user", content: `${SYSTEM_MARKER}\n${text}` };
}

/** Returns the items of one role that follow each other from `start` on. */
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
