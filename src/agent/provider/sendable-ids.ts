import type { ModelMessage } from "ai";
import type { AnswerMemory } from "./ai-sdk-memory.ts";

/** Ids that the chat templates of all models take: those of Mistral refuse others (M3). */
export const SHORT_ID = /^[A-Za-z0-9]{9}$/;

/** Ids that providers with a service of their own take. */
export const COMMON_ID = /^[\w-]{1,64}$/;

/**
 * Returns the messages with ids that the provider takes. An id that it gave itself stays to the letter (T27), and so
 * does one that fits; ids of Sluice and of other providers get a short form, in the order of the calls.
 */
export function withSendableIds(
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
