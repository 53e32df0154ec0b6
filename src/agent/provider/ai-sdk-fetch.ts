import { readBody, whyFetchFailed } from "../../shared/http/read-body.ts";
import { isRecord } from "../../shared/is-record.ts";

/** An HTTP response that is not an answer, or a missing response. */
export type HttpFault =
  /** `why` is one line. */
  | { readonly kind: "unreachable"; readonly why: string }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body: string;
      readonly headers: Headers;
    }
  | { readonly kind: "redirect"; readonly location: string }
  /** A successful status with a body that is not JSON. */
  | { readonly kind: "no-json"; readonly status: number; readonly body: string }
  | { readonly kind: "too-large" };

/** Carries a fault through the packages, which rethrow errors that are not their own. */
export class HttpFaultError extends Error {
  override readonly name = "HttpFaultError";
  readonly fault: HttpFault;

  // No cause: the packages search it for codes of sockets, and would wrap this error.
  constructor(fault: HttpFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** Bytes of one answer, far above what a model writes in one turn. The rest is not read. */
const MAX_BODY = 16 * 1024 * 1024;

/**
 * Fetches an answer in JSON: reads the whole body, and rejects with an {@link HttpFaultError} if it is not one. Follows
 * no redirect, because that would send the key to another server.
 */
export const fetchJson: typeof globalThis.fetch = async (input, init) => {
  const signal = init?.signal;
  let response: Response;
  let body: string | undefined;
  try {
    response = await fetch(input, { ...init, redirect: "manual" });
    body = await readBody(response, MAX_BODY);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new HttpFaultError({ kind: "unreachable", why: whyFetchFailed(error) });
  }
  const { status, statusText, headers } = response;
  if (body === undefined) throw new HttpFaultError({ kind: "too-large" });
  if (status >= 300 && status < 400)
    throw new HttpFaultError({ kind: "redirect", location: headers.get("location") ?? "" });
  if (!response.ok) throw new HttpFaultError({ kind: "status", status, body, headers });
  const json = jsonIn(body);
  if (json === undefined) throw new HttpFaultError({ kind: "no-json", status, body });
  return new Response(withCallIds(body, json.value), { status, statusText, headers });
};

/** Returns the value in an object of its own, because `null` is JSON; undefined if the text is not JSON. */
function jsonIn(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined; // The caller reports it.
  }
}

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
