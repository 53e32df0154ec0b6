import type { AssistantModelMessage } from "ai";
import type { ConversationItem, ItemOf } from "../../model/conversation.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { SdkAnswer } from "./ai-sdk-types.ts";

/** A part of an assistant's message in the form of the packages. */
export type AssistantPart = Exclude<AssistantModelMessage["content"], string>[number];

/** The items of a conversation that come from one answer of the model. */
export interface AnsweredItems {
  /** Empty if the model only made calls. */
  readonly text: string;
  readonly calls: readonly ItemOf<"tool-call">[];
}

/**
 * Keeps the parts of answers that providers want back on the next turn and that conversations do not have: reasoning,
 * and the signatures of texts and calls. They are found by the item that the model answered, which is the same object
 * in the next request because conversations only grow (F13); without a match they are not sent, which providers accept.
 */
export class AnswerMemory {
  readonly #answers = new WeakMap<ConversationItem, SdkAnswer["content"]>();
  readonly #givenIds = new Set<string>();

  /** Keeps the answer to a conversation whose last item is `last`. */
  keep(last: ConversationItem | undefined, content: SdkAnswer["content"]): void {
    if (last !== undefined) this.#answers.set(last, content);
    for (const part of content) if (part.type === "tool-call") this.#givenIds.add(part.toolCallId);
  }

  /** True if an answer had a call of this id. */
  hasGiven(callId: string): boolean {
    return this.#givenIds.has(callId);
  }

  /** Returns the parts of the answer that follows `last`, with the kept ones if they belong to it. */
  partsOf(last: ConversationItem | undefined, answer: AnsweredItems): AssistantPart[] {
    const content = last === undefined ? undefined : this.#answers.get(last);
    return (content && complete(content, answer)) ?? plainParts(answer);
  }
}

function plainParts({ text, calls }: AnsweredItems): AssistantPart[] {
  return [...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls.map(callPart)];
}

/** Returns the parts with all that was kept; undefined if the kept answer is another one. */
function complete(
  content: SdkAnswer["content"],
  { text, calls }: AnsweredItems,
): AssistantPart[] | undefined {
  const parts: AssistantPart[] = [];
  let [texts, position] = ["", 0];
  for (const part of content) {
    if (part.type !== "text" && part.type !== "reasoning" && part.type !== "tool-call") continue;
    const options = part.providerMetadata && { providerOptions: part.providerMetadata };
    if (part.type === "tool-call") {
      if (part.providerExecuted === true) continue;
      const call = calls[position++];
      if (call?.tool !== part.toolName) return undefined;
      parts.push({ ...callPart(call), ...options });
      continue;
    }
    if (part.type === "text") texts += part.text;
    parts.push({ type: part.type, text: part.text, ...options });
  }
  return texts === text && position === calls.length ? parts : undefined;
}

function callPart({ callId, tool, params }: ItemOf<"tool-call">) {
  // Providers refuse a conversation with parameters or names that are invalid for every tool.
  const input = isRecord(params) ? params : { malformed: params };
  return { type: "tool-call" as const, toolCallId: callId, toolName: sendableName(tool), input };
}

/** Returns a name that every provider accepts; a model may have called any name. */
export function sendableName(tool: string): string {
  return tool.replace(/[^\w-]/g, "_").slice(0, 64) || "unnamed";
}
