import { conversationItemSchema } from "../../model/conversation.ts";
import type { AgentToolResult } from "../../model/tool.ts";
import { isRecord } from "../../shared/is-record.ts";
import { isToolResult } from "../../shared/is-tool-result.ts";
import { shown } from "../../shared/shown.ts";
import type { HookAnswer, InterceptorAnswer } from "./tool-hook.ts";

/**
 * Checks the answer of a hook to a call, which may be any value, and returns a copy of its known fields. Throws if it is
 * not valid, in words for a reason (T28).
 */
export function hookAnswerOf(answer: unknown): HookAnswer {
  const known = knownAnswer(answer);
  if (known === undefined) throw invalid(answer);
  return known;
}

/** Checks the answer of an interceptor to a call, which may also be a result or messages. */
export function interceptorAnswerOf(answer: unknown): InterceptorAnswer {
  if (isRecord(answer) && answer.kind === "synthetic")
    return { kind: "synthetic", result: checkedResult(answer.result) };
  if (isRecord(answer) && answer.kind === "continue-with") {
    const parsed = conversationItemSchema.array().safeParse(answer.items);
    if (!parsed.success) throw new Error("it gave items that are no items of a conversation");
    return { kind: "continue-with", items: parsed.data };
  }
  return hookAnswerOf(answer);
}

/** Checks a result, and returns a copy: reading the one that was given may throw. */
export function checkedResult(result: unknown): AgentToolResult {
  if (!isToolResult(result)) throw new Error("it gave no valid result");
  const { content, details, isError } = result;
  return {
    content: structuredClone(content),
    ...(details === undefined ? {} : { details }),
    ...(isError === true ? { isError } : {}),
  };
}

function knownAnswer(answer: unknown): HookAnswer | undefined {
  if (!isRecord(answer)) return undefined;
  const { kind, reason } = answer;
  switch (kind) {
    case "continue":
      return { kind };
    case "deny":
    case "abort":
    case "pause":
    case "cancel":
      if (typeof reason === "string" && reason.trim() !== "") return { kind, reason };
      throw new Error(`it answered \`${kind}\` without a reason`);
    default:
      return undefined;
  }
}

function invalid(answer: unknown): Error {
  if (answer === undefined) return new Error("it gave no answer");
  const what = isRecord(answer)
    ? `an answer of the kind \`${shown(String(answer.kind))}\``
    : kindOf(answer);
  return new Error(`it gave ${what}, which is none of its answers`);
}

function kindOf(answer: unknown): string {
  if (answer === null) return "`null`";
  return Array.isArray(answer) ? "a list" : `a ${typeof answer}`;
}
