import { isRecord } from "../../shared/is-record.ts";

/**
 * Returns the words of a refusal in the body of an answer, which the packages leave out; undefined without one. In the
 * form of chat completions (`message.refusal`), of responses (a part `refusal`), or of Gemini, which blocks a whole
 * prompt (`promptFeedback.blockReason`). Empty if it has no words.
 */
export function refusalIn(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined;
  const { choices, output, promptFeedback, candidates } = body;
  if (isRecord(promptFeedback) && isSaid(promptFeedback.blockReason) && !isSaid(candidates)) {
    const { blockReasonMessage, blockReason } = promptFeedback;
    return textOf(isSaid(blockReasonMessage) ? blockReasonMessage : blockReason);
  }
  const messages = recordsIn(choices).flatMap(({ message }) =>
    isRecord(message) ? [message] : [],
  );
  const refused = messages.find(({ refusal }) => isSaid(refusal));
  if (refused !== undefined) return textOf(refused.refusal);
  const parts = recordsIn(output).flatMap(({ content }) => recordsIn(content));
  const part = parts.find(({ type }) => type === "refusal");
  return part === undefined ? undefined : textOf(part.refusal);
}

/** Returns the maps in a list; none if the value is no list. */
export function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** True for a text or a list that is not empty. */
function isSaid(value: unknown): boolean {
  return (typeof value === "string" || Array.isArray(value)) && value.length > 0;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
