import type { ModelMessage } from "ai";
import type { ConversationItem, ItemOf } from "../../model/conversation.ts";
import { type AnswerMemory, sendableName } from "./ai-sdk-memory.ts";
import { foldMessages } from "./fold-messages.ts";

/** Ids that the chat templates of all models take: those of Mistral refuse others (M3). */
const SHORT_ID = /^[A-Za-z0-9]{9}$/;

/** Ids that providers with a service of their own take. */
const COMMON_ID = /^[\w-]{1,64}$/;

/** The line before a system item that is sent in a message of another role. */
export const SYSTEM_MARKER = "[From the system, not from the user]";

/** The same line, as it is sent if a file, a tool or a user has it: only Sluice speaks for the system. */
const QUOTED_MARKER = "[quoted: from the system, not from the user]";

/**
 * The form of system items after the instructions: messages of the system, marked messages of the user, or marked
 * parts of the message before them.
 */
export type SystemForm = "system" | "user" | "folded";

/** The form of the messages. */
export interface MessageSettings {
  readonly systemForm: SystemForm;
  readonly memory: AnswerMemory;
}

/**
 * Converts a conversation into messages of the AI SDK. An id that the provider gave goes back to the letter (T27). A
 * text of the model and the calls that follow it become one message, and so do results that follow each other:
 * providers want results after their calls. Recordings compare the items, and the form of messages does not matter.
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
  return settings.systemForm === "folded"
    ? withSendableIds(foldMessages(messages), SHORT_ID, settings.memory)
    : withSendableIds(messages, COMMON_ID, settings.memory);
}

/** A message, if the items have a content to send, and the index of the item after it. */
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
      return { message: { role: "user", content: quoted(item.text, settings) }, next: at + 1 };
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
      const message = {
        role: "tool" as const,
        content: results.map((result) => resultPart(result, settings)),
      };
      return { message, next: at + results.length };
    }
  }
}

function systemMessage(text: string, settings: MessageSettings): ModelMessage {
  return settings.systemForm === "system"
    ? { role: "system", content: text }
    : { role: "user", content: `${SYSTEM_MARKER}\n${quoted(text, settings)}` };
}

/** Returns a text in which the marker stands for nothing. */
function quoted(text: string, { systemForm }: MessageSettings): string {
  return systemForm === "system" ? text : text.replaceAll(SYSTEM_MARKER, QUOTED_MARKER);
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

function resultPart(
  { callId, tool, text, isError }: ItemOf<"tool-result">,
  settings: MessageSettings,
) {
  const value = quoted(text, settings);
  return {
    type: "tool-result" as const,
    toolCallId: callId,
    toolName: sendableName(tool),
    output: { type: isError === true ? ("error-text" as const) : ("text" as const), value },
  };
}

/**
 * Returns the messages with ids that the provider takes. An id that it gave itself stays to the letter (T27), and so
 * does one that fits; ids of Sluice and of other providers get a short form, in the order of the calls.
 */
function withSendableIds(
  messages: readonly ModelMessage[],
  fitting: RegExp,
  memory: Pick<AnswerMemory, "hasGiven">,
): ModelMessage[] {
  const used = new Set(messages.flatMap(idsIn));
  const short = new Map<string, string>();
  let count = 0;
  const sendable = (id: string): string => {
    if (memory.hasGiven(id) || fitting.test(id)) return id;
    let known = short.get(id);
    while (known === undefined || (!short.has(id) && used.has(known)))
      known = `call${(count++).toString(36).padStart(5, "0")}`;
    short.set(id, known);
    return known;
  };
  return messages.map((message) => {
    if (message.role === "tool")
      return { ...message, content: message.content.map((part) => renamed(part, sendable)) };
    if (message.role !== "assistant" || typeof message.content === "string") return message;
    return { ...message, content: message.content.map((part) => renamed(part, sendable)) };
  });
}

function idsIn({ content }: ModelMessage): readonly string[] {
  if (typeof content === "string") return [];
  return content.flatMap((part) =>
    "toolCallId" in part && typeof part.toolCallId === "string" ? [part.toolCallId] : [],
  );
}

/** Returns a part with another id, if it has one. */
function renamed<Part extends object>(part: Part, sendable: (id: string) => string): Part {
  if (!("toolCallId" in part) || typeof part.toolCallId !== "string") return part;
  return { ...part, toolCallId: sendable(part.toolCallId) };
}
