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
/** The longest wait that a server may ask for; milliseconds. A job does not stay for a comment. */
const LONGEST_WAIT = 30_000;

/**
 * Returns the milliseconds to wait before a request is sent again; undefined if that is of no use, or would do it
 * twice.
 */
export function waitBefore(
  attempt: number,
  answer: Answer,
  { isRepeatable }: { readonly isRepeatable: boolean },
): number | undefined {
  const isLimited = isRateLimited(answer);
  // A request that was refused for its rate was not done.
  if (!isLimited && !(isRepeatable && isPassing(answer))) return undefined;
  const asked = answer.kind === "answer" ? askedWait(answer.headers, isLimited) : undefined;
  if (isLimited && asked === undefined) return undefined;
  const wait = asked ?? FIRST_WAIT * 2 ** (attempt - 1);
  return wait > LONGEST_WAIT ? undefined : wait;
}

function isPassing(answer: Answer): boolean {
  return answer.kind === "unreachable" || (answer.kind === "answer" && answer.status >= 500);
}

function isRateLimited(answer: Answer): boolean {
  if (answer.kind !== "answer") return false;
  const { status, headers, body } = answer;
  if (status === 429) return true;
  if (status !== 403) return false;
  const isUsedUp = headers.get("x-ratelimit-remaining") === "0";
  return isUsedUp || headers.has("retry-after") || /rate limit/i.test(messageIn(body));
}

/** GitHub names the second at which a limit ends in every answer; it counts if the limit is why it refused. */
function askedWait(headers: Headers, isLimited: boolean): number | undefined {
  const after = retryAfterOf(headers);
  if (after !== undefined || !isLimited) return after;
  const reset = headers.get("x-ratelimit-reset") ?? "";
  const wait = /^\d+$/.test(reset)
    ? Number(reset) * 1000 - Date.parse(headers.get("date") ?? "")
    : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
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
      return { kind: "failed", message: `An answer of ${name} is too large.` };
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
  const { message, error } = value;
  const text = typeof message === "string" ? message : error;
  return typeof text === "string" ? shown(text).replace(/\.$/, "") : "";
}
