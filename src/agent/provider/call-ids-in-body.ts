import { isRecord } from "../../shared/is-record.ts";

/**
 * Returns the body of an answer, in which each call without an id, or with an id that is no text, has an empty one: the
 * packages would refuse the answer, or make up a random id that looks like one of the provider. `value` is the parsed
 * body, and is changed.
 */
export function withCallIds(body: string, value: unknown): string {
  const places = isRecord(value) ? callsIn(value) : [];
  const missing = places.filter(({ call, key }) => typeof call[key] !== "string");
  if (missing.length === 0) return body;
  for (const { call, key } of missing) call[key] = "";
  try {
    return JSON.stringify(value);
  } catch {
    return body; // It is nested too deep to be written; the packages report what they miss.
  }
}

type Fields = Record<string, unknown>;

/** A call, and the field that has its id. */
interface CallPlace {
  readonly call: Fields;
  readonly key: "id" | "call_id";
}

/** Finds the calls in the forms of chat completions, Anthropic's messages, OpenAI's responses and Gemini. */
function callsIn({ choices, content, output, candidates }: Fields): readonly CallPlace[] {
  const asked = recordsIn(choices).flatMap(({ message }) => inside(message, "tool_calls"));
  const used = recordsIn(content).filter(({ type }) => type === "tool_use");
  const parts = recordsIn(candidates).flatMap(({ content: said }) => inside(said, "parts"));
  const functions = parts.map(({ functionCall }) => functionCall).filter(isRecord);
  const called = recordsIn(output).filter(({ type }) => type === "function_call");
  return [
    ...[...asked, ...used, ...functions].map((call) => ({ call, key: "id" }) as const),
    ...called.map((call) => ({ call, key: "call_id" }) as const),
  ];
}

function inside(value: unknown, key: string): readonly Fields[] {
  return isRecord(value) ? recordsIn(value[key]) : [];
}

function recordsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
