import { definedOnly } from "../../shared/defined-only.ts";
import { isRecord } from "../../shared/is-record.ts";
import { structureFault } from "../../shared/yaml/structure-fault.ts";
import { type ModelAnswer, type ModelCall, ModelError } from "../model/model-port.ts";
import { type RequestContext, said } from "./ai-sdk-errors.ts";
import { recordsIn, refusalIn } from "./ai-sdk-refusal.ts";
import type { SdkAnswer } from "./ai-sdk-types.ts";

/** The name of the model for people, and the means to keep keys out of its words. */
type AnswerWords = Pick<RequestContext, "model" | "redact">;

type SdkCall = Extract<SdkAnswer["content"][number], { type: "tool-call" }>;

/** The reasons that end a whole answer, as servers name them; a server may leave the reason out. */
const WHOLE =
  /^(stop|stop_sequence|end_turn|pause_turn|eos|eos_token|tool_calls?|tool_use|function_call)$/i;

/** The reasons of the packages for an answer that did not end; `interrupted` is one of `ai` 7. */
const BROKEN: ReadonlySet<string> = new Set(["error", "interrupted"]);

/** The reasons of servers that have a name of their own for an answer that became too long. */
const TOO_LONG = /length|max_?(output_?)?tokens|context/i;

/**
 * Converts the answer of a provider. Every call is kept, also one of an unknown tool, one with invalid parameters, and
 * two with the same id. Throws a {@link ModelError} if there is no whole answer and none that was cut off (M1, M2),
 * with the words of a refusal.
 */
export function answerOf(answer: SdkAnswer, words: AnswerWords): ModelAnswer {
  const { model } = words;
  const { content, usage, warnings = [] } = answer;
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const calls = content.flatMap((part) =>
    part.type === "tool-call" && part.providerExecuted !== true ? [callOf(part)] : [],
  );
  const isCut = isCutOff(answer, words);
  if (!isCut && calls.length === 0 && text.trim() === "")
    throw new ModelError("unavailable", `${model} gave an empty answer: no text and no calls.`);
  return definedOnly({
    text,
    calls,
    inputTokens: tokensOf(usage.inputTokens.total),
    outputTokens: tokensOf(usage.outputTokens.total),
    isCut: isCut ? true : undefined,
    ignored:
      warnings.length === 0 ? undefined : warnings.map((each) => `${model}: ${saidIn(each)}`),
  });
}

/** True if the answer became too long. Throws if the model refused, or if the answer ended in another way. */
function isCutOff(answer: SdkAnswer, { model, redact }: AnswerWords): boolean {
  const { finishReason, response } = answer;
  const { unified, raw } = finishReason;
  const refusal = refusalIn(response?.body);
  if (unified === "content-filter" || refusal !== undefined) {
    const text = answer.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    const words = said(refusal || text, { redact });
    const why = `${model} gave no answer: it refused, or its content filter blocked the answer.`;
    throw new ModelError("refused", words === "" ? why : `${why} It said: ${words}`);
  }
  const isNamedCut = raw !== undefined && TOO_LONG.test(raw);
  if (unified === "length" || isNamedCut || isIncomplete(response?.body)) return true;
  if (!BROKEN.has(unified) && (raw === undefined || raw === "" || WHOLE.test(raw))) return false;
  throw new ModelError(
    "unavailable",
    `${model} broke off its answer${raw === undefined ? "" : `: ${nameOf(raw)}`}.`,
  );
}

/**
 * Returns a valid count of tokens only: some servers report negative or broken numbers. The packages make 0 of a count
 * that is missing; no request, and no answer with text or calls, has none.
 */
function tokensOf(tokens: number | undefined): number | undefined {
  return Number.isSafeInteger(tokens) && Number(tokens) > 0 ? tokens : undefined;
}

/** Returns the words of a warning of the packages. */
function saidIn(warning: SdkAnswer["warnings"][number]): string {
  if ("message" in warning) return warning.message; // `other`, and `deprecated` of `ai` 7.
  const { type, feature, details } = warning;
  const fate = type === "unsupported" ? "is not supported" : "is used in another form";
  return `${feature} ${fate}.${details === undefined ? "" : ` ${details}`}`;
}

/** Returns the reason of a server as a short word: it may be any text. */
function nameOf(raw: string): string {
  return raw.replace(/[^\w-]+/g, "_").slice(0, 40);
}

/** Reads the parameters of a call. The words of a fault are sent to models, and stand in recordings. */
function callOf({ toolCallId: id, toolName: tool, input }: SdkCall): ModelCall {
  let params: unknown;
  try {
    params = input.trim() === "" ? {} : JSON.parse(input);
  } catch (error) {
    const why = error instanceof Error ? error.message : "no JSON";
    return { id, tool, params: input, fault: `The parameters are no JSON: ${why}` };
  }
  const fault = isRecord(params) ? structureFault(params) : "they are no map";
  if (fault === undefined) return { id, tool, params };
  return { id, tool, params: input, fault: `The parameters cannot be read: ${fault}` };
}

/** True if a response says that it is incomplete: some have calls, and no reason that the packages know. */
function isIncomplete(body: unknown): boolean {
  if (!isRecord(body) || !Array.isArray(body.output)) return false;
  return [body, ...recordsIn(body.output)].some(({ status }) => status === "incomplete");
}
