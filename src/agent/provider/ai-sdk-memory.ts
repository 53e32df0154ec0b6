import type { AssistantModelMessage } from "ai";
import type { ConversationItem, ItemOf } from "../../model/conversation.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { SdkAnswer } from "./ai-sdk-types.ts";

/** A part of an assistant's message, as the packages take it. */
export type AssistantPart = Exclude<AssistantModelMessage["content"], string>[number];

/** What a conversation has of one answer of the model. */
export interface RecordedAnswer {
  /** Empty where the model only called. */
  readonly text: string;
  readonly calls: readonly ItemOf<"tool-call">[];
}

/**
 * What providers want back on the next turn, and conversations do not have: reasoning, and the signatures of texts
 * and calls. It is found by the item that the model answered to, which is the same object in the next request,
 * because conversations only grow (F13). Where it is not, or what follows it is not what was answered, nothing
 * is sent back, which every provider bears.
 */
export class AnswerMemory {
  readonly #answers = new WeakMap<ConversationItem, SdkAnswer["content"]>();

  /** Keeps what was answered to a conversation that ended in this item. */
  keep(last: ConversationItem | undefined, content: SdkAnswer["content"]): void {
    if (last !== undefined) this.#answers.set(last, content);
  }

  /** An answer that follows this item, with what belongs to it where it is known. */
  partsOf(last: ConversationItem | undefined, answer: RecordedAnswer): AssistantPart[] {
    const content = last === undefined ? undefined : this.#answers.get(last);
    return (content && complete(content, answer)) ?? plainParts(answer);
  }
}

function plainParts({ text, calls }: RecordedAnswer): AssistantPart[] {
  return [...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls.map(callPart)];
}

/** Undefined where the answer is another one. */
function complete(
  content: SdkAnswer["content"],
  { text, calls }: RecordedAnswer,
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
  // Providers refuse a conversation with parameters or names of a form that no tool can have.
  const input = isRecord(params) ? params : { malformed: params };
  return { type: "tool-call" as const, toolCallId: callId, toolName: sendableName(tool), input };
}

/** A name as every provider takes it; a model may have called anything. */
export function sendableName(tool: string): string {
  return tool.replace(/[^\w-]/g, "_").slice(0, 64) || "unnamed";
}
