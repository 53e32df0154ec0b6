import { isRecord } from "../../shared/is-record.ts";

/** Reads the bodies of answers for the parts that the packages leave out. */

/**
 * True if the model refused, in the form of chat completions (`message.refusal`), of responses (a part `refusal`), or
 * of Gemini, which blocks a whole prompt (`promptFeedback.blockReason`).
 */
export function isRefused(body: unknown): boolean {
  if (!isRecord(body)) return false;
  const { choices, output, promptFeedback, candidates } = body;
  if (isRecord(promptFeedback) && isSaid(promptFeedback.blockReason) && !isSaid(candidates))
    return true;
  const messages = recordsIn(choices).map(({ message }) => message);
  if (messages.some((message) => isRecord(message) && isSaid(message.refusal))) return true;
  const parts = recordsIn(output).flatMap(({ content }) => recordsIn(content));
  return parts.some(({ type }) => type === "refusal");
}

/** True if a response says that it is incomplete: some have calls, and no reason that the packages know. */
export function isIncomplete(body: unknown): boolean {
  if (!isRecord(body) || !Array.isArray(body.output)) return false;
  return [body, ...recordsIn(body.output)].some(({ status }) => status === "incomplete");
}

function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** True for a text or a list that is not empty. */
function isSaid(value: unknown): boolean {
  return (typeof value === "string" || Array.isArray(value)) && value.length > 0;
}
