import { retryAfterOf } from "../shared/http/retry-after.ts";
import { isRecord } from "../shared/is-record.ts";
import { shown } from "../shared/shown.ts";
import type { ForgeFault } from "./forge.ts";

/** The outcome of one request. */
export type Answer =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body: string;
      readonly headers: Headers;
    }
  | { readonly kind: "too-large" }
  /** To another server, or too often. */
  | { readonly kind: "redirect"; readonly to: string }
  | { readonly kind: "unreachable"; readonly why: string };

/** Milliseconds before the second attempt; twice as many before the third. */
const FIRST_WAIT = 500;
/** Milliseconds, and then twice as many, if a server limits the rate and does not say for how long. */
const FIRST_LIMITED_WAIT = 60_000;

/** The bounds of the attempts of one request. */
interface Attempts {
  readonly isRepeatable: boolean;
  /** A successful answer says that the rate is limited, as one of GraphQL does. */
  readonly isLimited: boolean;
  /** The longest wait; milliseconds. */
  readonly longestWait: number;
}

/**
 * Returns the milliseconds to wait before a request is sent again; undefined if that is of no use, or would do it
 * twice.
 */
export function waitBefore(attempt: number, answer: Answer, by: Attempts): number | undefined {
  const isLimited = by.isLimited || isRateLimited(answer);
  // A request that was refused for its rate was not done.
  if (!isLimited && !(by.isRepeatable && isPassing(answer))) return undefined;
  const asked = answer.kind === "answer" ? askedWait(answer.headers, isLimited) : undefined;
  const first = isLimited ? FIRST_LIMITED_WAIT : FIRST_WAIT;
  const wait = asked ?? first * 2 ** (attempt - 1);
  return wait > by.longestWait ? undefined : wait;
}

function isPassing(answer: Answer): boolean {
  return answer.kind === "unreachable" || (answer.kind === "answer" && answer.status >= 500);
}

/** True if a write that got this answer, which is no success in JSON, has perhaps been done. */
export function isUncertain(answer: Answer): boolean {
  if (answer.kind === "answer") return answer.status < 300 || answer.status >= 500;
  return answer.kind === "unreachable" || answer.kind === "too-large";
}

function isRateLimited(answer: Answer): boolean {
  if (answer.kind !== "answer") return false;
  const { status, headers, body } = answer;
  if (status === 429) return true;
  if (status !== 403) return false;
  return isUsedUp(headers) || headers.has("retry-after") || /rate limit/i.test(messageIn(body));
}

function isUsedUp(headers: Headers): boolean {
  return headers.get("x-ratelimit-remaining") === "0";
}

/** GitHub names the second at which the primary limit ends in every answer; it counts if nothing is left of it. */
function askedWait(headers: Headers, isLimited: boolean): number | undefined {
  const after = retryAfterOf(headers);
  if (after !== undefined || !isLimited || !isUsedUp(headers)) return after;
  const reset = headers.get("x-ratelimit-reset") ?? "";
  const wait = /^\d+$/.test(reset)
    ? Number(reset) * 1000 - Date.parse(headers.get("date") ?? "")
    : Number.NaN;
  // Both are whole seconds.
  return Number.isNaN(wait) ? undefined : Math.max(0, wait) + 1000;
}

/** Returns the fault of an answer that is not a successful one in JSON. */
export function faultOf(answer: Answer, name: string): Pick<ForgeFault, "kind" | "message"> {
  switch (answer.kind) {
    case "unreachable":
      return { kind: "unreachable", message: `${name} cannot be reached: ${answer.why}.` };
    case "redirect": {
      const message = `${name} redirects to ${shown(answer.to)}, to which the token is not sent.`;
      return { kind: "failed", message };
    }
    case "too-large":
      return { kind: "too-large", message: `An answer of ${name} is too large.` };
    case "answer":
      return faultOfStatus(answer, name);
  }
}

function faultOfStatus(
  answer: Extract<Answer, { kind: "answer" }>,
  name: string,
): Pick<ForgeFault, "kind" | "message"> {
  const { status, body } = answer;
  const said = messageIn(body);
  const words = `${status}${said === "" ? "" : `: ${said}`}`;
  if (isRateLimited(answer))
    return { kind: "rate-limited", message: `${name} limits the rate of requests (${words}).` };
  if (status === 401)
    return { kind: "denied", message: `${name} does not accept the token (${words}).` };
  if (status === 403) return { kind: "denied", message: `The token may not do this (${words}).` };
  if (status === 404) {
    const message = `${name} does not show it to this token (${words}).`;
    return { kind: "missing", message };
  }
  if (status >= 500) return { kind: "failed", message: `${name} failed (${words}).` };
  if (status >= 300) return { kind: "refused", message: `${name} refused it (${words}).` };
  return { kind: "failed", message: `An answer of ${name} is not JSON (${status}).` };
}

/** Returns the value in an object of its own, because `null` is JSON; undefined if the text is not JSON. */
export function jsonIn(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: text === "" ? null : JSON.parse(text) };
  } catch {
    return undefined; // The caller reports it.
  }
}

/** Returns what a forge says of a failure, short; empty if it says nothing that can be read. */
function messageIn(body: string): string {
  const value = jsonIn(body.slice(0, 100_000))?.value;
  if (!isRecord(value)) return "";
  const { message, error, errors } = value;
  const text = textIn(message) ?? textIn(error);
  if (text === undefined) return "";
  // "Validation Failed" alone tells nothing.
  const details = (Array.isArray(errors) ? errors : []).flatMap((one) => detailIn(one) ?? []);
  return shown([text, ...details].join(": ")).replace(/\.$/, "");
}

/** GitLab lists texts, or those of each field. */
function textIn(message: unknown): string | undefined {
  if (typeof message === "string") return message;
  if (Array.isArray(message)) return message.flatMap((one) => textIn(one) ?? []).join("; ");
  if (!isRecord(message)) return undefined;
  return Object.entries(message)
    .map(([field, texts]) => `${field} ${textIn(texts) ?? ""}`.trimEnd())
    .join("; ");
}

function detailIn(error: unknown): string | undefined {
  if (!isRecord(error)) return typeof error === "string" ? error : undefined;
  const { message, field, code } = error;
  if (typeof message === "string") return message;
  return typeof field === "string" && typeof code === "string" ? `${field} ${code}` : undefined;
}
