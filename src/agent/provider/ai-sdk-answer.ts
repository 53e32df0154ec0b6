import { definedOnly } from "../../shared/defined-only.ts";
import { isRecord } from "../../shared/is-record.ts";
import { structureFault } from "../../shared/structure-fault.ts";
import { type ModelAnswer, type ModelCall, ModelError } from "../model/model-port.ts";
import type { SdkAnswer } from "./ai-sdk-types.ts";

type SdkCall = Extract<SdkAnswer["content"][number], { type: "tool-call" }>;

/**
 * What a provider answered, in words of ours. No call is thrown away: not one of a tool that there is not, nor one
 * whose parameters cannot be read, nor two of one id. Throws a {@link ModelError} where it is no answer at all;
 * `model` is how a person knows it.
 */
export function answerOf({ content, finishReason, usage }: SdkAnswer, model: string): ModelAnswer {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const calls = content.flatMap((part) =>
    part.type === "tool-call" && part.providerExecuted !== true ? [callOf(part)] : [],
  );
  const ending = finishReason.unified;
  if (ending === "content-filter")
    throw new ModelError("refused", `${model} does not answer: its filter of contents forbids it.`);
  const isEmpty = text === "" && calls.length === 0;
  if (isEmpty && (ending === "error" || ending === "other"))
    throw new ModelError("unavailable", `${model} broke off and said nothing.`);
  return definedOnly({
    text,
    calls,
    inputTokens: tokensOf(usage.inputTokens.total),
    outputTokens: tokensOf(usage.outputTokens.total),
    isCut: ending === "length" ? true : undefined,
  });
}

/** Servers count as they like. */
function tokensOf(tokens: number | undefined): number | undefined {
  return Number.isSafeInteger(tokens) && Number(tokens) >= 0 ? tokens : undefined;
}

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
