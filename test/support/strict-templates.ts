import { isRecord } from "../../src/shared/is-record.ts";

/** A message of a request in the protocol of chat completions. */
export type SentMessage = Readonly<Record<string, unknown>> & { readonly role: string };

/** The rules of chat templates, each as the reason for which a family refuses messages; undefined if it does not. */
const FAMILIES: Readonly<
  Record<
    string,
    (messages: readonly SentMessage[], given: ReadonlySet<unknown>) => string | undefined
  >
> = {
  /** The templates of Qwen 3.5 and later. */
  qwen(messages) {
    if (messages.slice(1).some(({ role }) => role === "system"))
      return "System message must be at the beginning.";
    return messages.some(({ role }) => role === "user") ? undefined : "No user query found.";
  },
  /** The templates and the API of Mistral: calls and results do not count as turns, and results end with the model. A server's own ids are as it takes them. */
  mistral(messages, given) {
    const turns = messages.filter(
      ({ role, tool_calls: calls }, index) =>
        !(role === "system" && index === 0) && role !== "tool" && calls === undefined,
    );
    if (turns.some(({ role }, index) => role !== (index % 2 === 0 ? "user" : "assistant")))
      return "After the optional system message, conversation roles must alternate user/assistant.";
    const behind = messages.findIndex(
      ({ role }, index) =>
        messages[index - 1]?.role === "tool" && role !== "tool" && role !== "assistant",
    );
    if (behind >= 0) return `Unexpected role '${messages[behind]?.role}' after role 'tool'.`;
    const ids = messages.flatMap(({ tool_call_id: id, tool_calls: calls }) => [
      ...(id === undefined ? [] : [id]),
      ...(Array.isArray(calls) ? calls.map((call: { readonly id: unknown }) => call.id) : []),
    ]);
    const isId = (id: unknown) =>
      given.has(id) || (typeof id === "string" && /^[A-Za-z0-9]{9}$/.test(id));
    return ids.every(isId)
      ? undefined
      : "Tool call IDs should be alphanumeric strings of length 9.";
  },
  /** The templates of Gemma: the results of one answer are one turn of the user. */
  gemma(messages) {
    const turns = messages
      .slice(messages[0]?.role === "system" ? 1 : 0)
      .filter(({ role }, index, rest) => role !== "tool" || rest[index - 1]?.role !== "tool");
    const isInTurn = ({ role }: SentMessage, index: number) =>
      role === "assistant" ? index % 2 === 1 : index % 2 === 0 && role !== "system";
    return turns.every(isInTurn)
      ? undefined
      : "Conversation roles must alternate user/assistant/user/assistant/...";
  },
  /** Every server: contents are not empty, and each call has its result right behind it. */
  contents(messages) {
    const isEmpty = ({ content, tool_calls: calls }: SentMessage) =>
      content === "" || (content === null && calls === undefined) || Array.isArray(content);
    if (messages.some(isEmpty)) return "A message has no text.";
    const last = messages.at(-1)?.role;
    return last === "user" || last === "tool" ? undefined : `The last message is of ${last}.`;
  },
  results(messages) {
    for (const [index, { tool_calls: calls }] of messages.entries()) {
      if (!Array.isArray(calls)) continue;
      const behind = messages.slice(index + 1, index + 1 + calls.length);
      const ids = calls.map((call: { readonly id: unknown }) => call.id);
      if (ids.some((id, at) => behind[at]?.role !== "tool" || behind[at]?.tool_call_id !== id))
        return "Not the same number of function calls and responses.";
    }
    return undefined;
  },
};

/** Returns the reason for which some family of models refuses a body; undefined if all take it. The server itself gave the ids in `given`. */
export function templateFault(
  body: unknown,
  given: ReadonlySet<unknown> = new Set(),
): string | undefined {
  if (!isRecord(body) || !Array.isArray(body.messages)) return undefined;
  for (const [family, faultOf] of Object.entries(FAMILIES)) {
    const fault = faultOf(body.messages, given);
    if (fault !== undefined) return `${family}: ${fault}`;
  }
  return undefined;
}
