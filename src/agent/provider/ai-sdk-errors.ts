import { CancelledError } from "../../model/tool-error.ts";
import { retryAfterOf } from "../../shared/http/retry-after.ts";
import { isRecord } from "../../shared/is-record.ts";
import { messageOf } from "../../shared/message-of.ts";
import { ModelError } from "../model/model-port.ts";
import { stoppedError } from "../model/stopped-error.ts";
import { type HttpFault, HttpFaultError } from "./ai-sdk-fetch.ts";

/** The context of a failed request. */
export interface RequestContext {
  /** The name of the model for people: `provider/name`. */
  readonly model: string;
  /** The environment variable that has the key. */
  readonly apiKeyEnv?: string | undefined;
  /** The request forced a tool call. */
  readonly isForced: boolean;
  readonly signal: AbortSignal;
  /** Removes keys from the words of a server. */
  readonly redact: (text: string) => string;
}

/** UTF-16 code units of the words of a server in a message. */
const MAX_SAID = 300;

/** Statuses beside 5xx after which a retry may help: a time limit, and a conflict. */
const PASSING = [408, 409];

/** The words of servers that refuse a forced choice for a model (Q21). */
const CHOICE = /tool.?choice|forc\w+ (a )?tool|function calling|thinking/i;

/** Names of the errors that the packages throw before they send a request. */
const UNSENT = /^AI_(InvalidArgument|InvalidPrompt|MissingToolResults|UnsupportedFunctionality)/;

/**
 * Converts any error of a request into the error of a model port: one line, without a stack, headers or keys.
 */
export function modelErrorOf(error: unknown, context: RequestContext): Error {
  if (context.signal.aborted || error instanceof CancelledError) return stoppedError();
  if (error instanceof ModelError) return error;
  const fault = faultOf(error);
  if (fault !== undefined) return httpError(fault, context);
  return packageError(error, context);
}

/** Converts an error of the packages: an answer that they cannot read, or a request that they cannot send. */
function packageError(error: unknown, context: RequestContext): ModelError {
  const { model } = context;
  if (error instanceof Error && UNSENT.test(error.name))
    return new ModelError(
      "refused",
      `${model} cannot take this request: ${said(error.message, context)}`,
    );
  const hasBody = error instanceof Error && "responseBody" in error;
  const why =
    hasBody && typeof error.responseBody === "string"
      ? saidIn(error.responseBody, context)
      : said(messageOf(error), context);
  return new ModelError("unavailable", `${model} gave no usable answer: ${why}`);
}

/** Finds the fault in the causes of an error: the packages may wrap it. */
function faultOf(error: unknown): HttpFault | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof HttpFaultError) return current.fault;
  return undefined;
}

function httpError(fault: HttpFault, context: RequestContext): ModelError {
  const { model } = context;
  switch (fault.kind) {
    case "unreachable": {
      const why = said(fault.why, context);
      return new ModelError("unavailable", `${model} cannot be reached: ${why}`);
    }
    case "too-large":
      return new ModelError(
        "refused",
        `${model} answered with more than 16 MB, which is the limit.`,
      );
    case "no-json": {
      const body = saidIn(fault.body, context);
      return new ModelError("unavailable", `${model} answered ${fault.status}: ${body}`);
    }
    case "redirect": {
      const location = said(fault.location, context);
      return new ModelError(
        "refused",
        `${model} redirects to ${location}. Redirects are not followed: set \`baseUrl\` to the right address.`,
      );
    }
    case "status":
      return statusError(fault, context);
  }
}

function statusError(
  { status, body, headers }: Extract<HttpFault, { kind: "status" }>,
  context: RequestContext,
): ModelError {
  const { model, apiKeyEnv, isForced } = context;
  const text = saidIn(body, context);
  const message = `${model} answered ${status}: ${text}`;
  const retryAfter = retryAfterOf(headers);
  if (status === 429) return new ModelError("rate-limited", message, { retryAfter });
  if (status >= 500 || PASSING.includes(status))
    return new ModelError("unavailable", message, { retryAfter });
  if ((status === 400 || status === 422) && isForced && CHOICE.test(text))
    return new ModelError("choice-refused", message);
  if (status === 401 || status === 403) {
    const key = apiKeyEnv === undefined ? "a request without a key" : `the key in ${apiKeyEnv}`;
    return new ModelError("refused", `${model} rejects ${key} (${status}): ${text}`);
  }
  return new ModelError("refused", message);
}

/** Finds the message in the body of an error; every provider has a form of its own. */
function saidIn(body: string, context: RequestContext): string {
  if (/^\s*</.test(body)) return "HTML, not JSON";
  if (body.trim() === "") return "nothing";
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return said(`not JSON, but ${body}`, context);
  }
  return said(messageIn(value) ?? body, context);
}

/** `{"error":{"message":…}}`, `[{"error":…}]`, `{"error":"…"}`, `{"message":…}` and `{"detail":…}`. */
function messageIn(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  if (typeof first === "string") return first;
  if (!isRecord(first)) return undefined;
  const inner = first.error ?? first.message ?? first.detail;
  if (typeof inner === "string") return inner;
  return isRecord(inner) && typeof inner.message === "string" ? inner.message : undefined;
}

/** Returns one line of bounded length, without keys and without the control characters of a terminal. */
/** Returns words of a server as one bounded line without keys. */
export function said(text: string, { redact }: Pick<RequestContext, "redact">): string {
  const line = redact(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length <= MAX_SAID ? line : `${line.slice(0, MAX_SAID)}…`;
}
