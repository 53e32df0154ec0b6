import { conversationItemSchema } from "../../model/conversation.ts";
import type { AgentToolResult } from "../../model/tool.ts";
import { isRecord } from "../../shared/is-record.ts";
import { isToolResult } from "../../shared/is-tool-result.ts";
import { shown } from "../../shared/shown.ts";
import type { HookAnswer, InterceptorAnswer } from "./tool-hook.ts";

/** The answers of a hook, and those that only an interceptor has; for messages. */
const HOOK_ANSWERS =
  '`{ kind: "continue" }`, or `deny`, `abort`, `pause` or `cancel` with a `reason`';
const INTERCEPTOR_ANSWERS = [
  HOOK_ANSWERS,
  "`synthetic` with a `result`",
  "`continue-with` with `items`",
].join(", ");

const NO_RESULT =
  "it gave no valid result, which has `content`, a list of texts and images; " +
  "return the result that it got to leave it alone";

/**
 * Checks the answer of a hook to a call, which may be any value, and returns a copy of its known fields. Throws if it
 * is not valid, in words for a reason (T28); `answers` are those that the words name.
 */
export function hookAnswerOf(answer: unknown, answers: string = HOOK_ANSWERS): HookAnswer {
  const known = knownAnswer(answer);
  if (known === undefined) throw invalid(answer, answers);
  return known;
}

/** Checks the answer of an interceptor to a call, which may also be a result or messages. */
export function interceptorAnswerOf(
  answer: unknown,
  answers: string = INTERCEPTOR_ANSWERS,
): InterceptorAnswer {
  if (isRecord(answer) && answer.kind === "synthetic")
    return { kind: "synthetic", result: checkedResult(answer.result) };
  if (isRecord(answer) && answer.kind === "continue-with") {
    const parsed = conversationItemSchema.array().safeParse(answer.items);
    if (!parsed.success) throw new Error("it gave items that are no items of a conversation");
    return { kind: "continue-with", items: parsed.data };
  }
  return hookAnswerOf(answer, answers);
}

/** Returns a copy of a result, as {@link resultOf} does. Throws if it is none. */
export function checkedResult(given: unknown): AgentToolResult {
  const result = resultOf(given);
  if (result === undefined) throw new Error(NO_RESULT);
  return result;
}

/** Returns a copy of a result; undefined if it is none. Reads each field once: reading may throw, or change it. */
export function resultOf(given: unknown): AgentToolResult | undefined {
  if (!isRecord(given)) return undefined;
  const { content, details, isError } = given;
  const copy = { content: structuredClone(content) };
  if (!isToolResult(copy)) return undefined;
  const result = details === undefined ? copy : { ...copy, details };
  return isError === true ? { ...result, isError } : result;
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

function invalid(answer: unknown, answers: string): Error {
  if (answer === undefined) return new Error(`it gave no answer; its answers are ${answers}`);
  const what = isRecord(answer)
    ? `an answer of the kind \`${shown(String(answer.kind))}\``
    : kindOf(answer);
  return new Error(`it gave ${what}, which is none of its answers: ${answers}`);
}

function kindOf(answer: unknown): string {
  if (answer === null) return "`null`";
  return Array.isArray(answer) ? "a list" : `a ${typeof answer}`;
}
