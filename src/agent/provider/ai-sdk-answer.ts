import { definedOnly } from "../../shared/defined-only.ts";
import { isRecord } from "../../shared/is-record.ts";
import { structureFault } from "../../shared/structure-fault.ts";
import { type ModelAnswer, type ModelCall, ModelError } from "../model/model-port.ts";
import type { SdkAnswer } from "./ai-sdk-types.ts";

type SdkCall = Extract<SdkAnswer["content"][number], { type: "tool-call" }>;

/**
 * Converts the answer of a provider. Every call is kept, also one of an unknown tool, one with invalid parameters, and
 * two with the same id. Throws a {@link ModelError} if there is no answer; `model` is its name for people.
 */
export function answerOf({ content, finishReason, usage }: SdkAnswer, model: string): ModelAnswer {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const calls = content.flatMap((part) =>
    part.type === "tool-call" && part.providerExecuted !== true ? [callOf(part)] : [],
  );
  const finish = finishReason.unified;
  if (finish === "content-filter")
    throw new ModelError("refused", `${model} gave no answer: its content filter blocked it.`);
  const isEmpty = text === "" && calls.length === 0;
  if (isEmpty && (finish === "error" || finish === "other"))
    throw new ModelError("unavailable", `${model} broke off without an answer.`);
  return definedOnly({
    text,
    calls,
    inputTokens: tokensOf(usage.inputTokens.total),
    outputTokens: tokensOf(usage.outputTokens.total),
    isCut: finish === "length" ? true : undefined,
  });
}

/** Returns a valid count of tokens only: some servers report negative or broken numbers. */
function tokensOf(tokens: number | undefined): number | undefined {
  return Number.isSafeInteger(tokens) && Number(tokens) >= 0 ? tokens : undefined;
}

/** Reads the parameters of a call. The words of a fault are sent to models, and stand in recordings. */
function callOf({ toolName: tool, input }: SdkCall): ModelCall {
  let params: unknown;
  try {
    params = input.trim() === "" ? {} : JSON.parse(input);
  } catch (error) {
    const why = error instanceof Error ? error.message : "no JSON";
    return { tool, params: input, fault: `The parameters are no JSON: ${why}` };
  }
  const fault = isRecord(params) ? structureFault(params) : "they are no map";
  if (fault === undefined) return { tool, params };
  return { tool, params: input, fault: `The parameters cannot be read: ${fault}` };
}
