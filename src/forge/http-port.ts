import { readBody, whyFetchFailed } from "../shared/http/read-body.ts";
import { waitForSignal } from "../shared/process/wait-for-signal.ts";
import { redactor } from "../shared/redact.ts";
import { TurnQueue } from "../shared/turn-queue.ts";
import { ForgeFault } from "./forge.ts";
import { type Answer, faultOf, isUncertain, jsonIn, waitBefore } from "./http-faults.ts";

/** Milliseconds for one request. */
const REQUEST_TIME = 20_000;
/** Bytes of one answer: a hundred long comments are less. */
const MAX_BODY = 16 * 1024 * 1024;
const ATTEMPTS = 3;
const MAX_REDIRECTS = 3;
/** Milliseconds. A job does not stay for a comment. */
const LONGEST_WAIT = 30_000;

/** The way to one server. */
export interface HttpPortOptions {
  /** For people: `GitHub`. */
  readonly name: string;
  /** Without a `/` at the end. */
  readonly baseUrl: string;
  /** With the token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string;
  /** Returns a signal that fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
  /** End everything. */
  readonly limits: readonly AbortSignal[];
  /** The longest wait that the server may ask for; milliseconds. Default: half a minute. */
  readonly longestWait?: number;
  /** Milliseconds between the end of a write and the next one, which then never run at the same time. Default: 0. */
  readonly writePause?: number;
}

/** One request. */
interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the base, with a `/` at the beginning; or a whole address on the same server. */
  readonly path: string;
  /** Is sent as JSON. */
  readonly body?: unknown;
  /** False if it must not be done twice. */
  readonly isRepeatable: boolean;
  /** Default: every method but GET. */
  readonly isWrite?: boolean;
  /** True if a value says that the rate is limited, although its answer succeeded. */
  readonly saysLimited?: (value: unknown) => boolean;
}

/** A successful answer in JSON. */
interface HttpAnswer {
  readonly headers: Headers;
  readonly value: unknown;
}

/** Sends a request, again if that is of use. Throws a {@link ForgeFault}. */
export type HttpPort = (request: HttpRequest) => Promise<HttpAnswer>;

/**
 * Opens the way to a server, with `fetch`: bounds for time, size and attempts are needed, which the clients of the
 * forges do not have. A redirect is followed on the same server only, because the request carries the token.
 */
export function openHttpPort(options: HttpPortOptions): HttpPort {
  const { after, limits, writePause = 0 } = options;
  const writers = new TurnQueue();
  let pause: AbortSignal | undefined;
  return async (request) => {
    const { method, isWrite = method !== "GET" } = request;
    if (!isWrite || writePause === 0) return await askUntilDone({ ...request, isWrite }, options);
    const turn = await writers.take();
    try {
      if (pause !== undefined) await waitForSignal(pause, AbortSignal.any([...limits]));
      return await askUntilDone({ ...request, isWrite }, options);
    } finally {
      pause = after(writePause);
      turn.release();
    }
  };
}

/** Sends a request until it is done, or more attempts are of no use. */
async function askUntilDone(
  request: HttpRequest & { readonly isWrite: boolean },
  options: HttpPortOptions,
): Promise<HttpAnswer> {
  const { after, limits, longestWait = LONGEST_WAIT } = options;
  const isStopped = () => limits.some(({ aborted }) => aborted);
  const redact = redactor([options.token]);
  for (let attempt = 1; ; attempt += 1) {
    if (isStopped()) throw stoppedFault(options, { isUncertain: request.isWrite && attempt > 1 });
    const answer = await askOnce(request, options);
    if (isStopped()) throw stoppedFault(options, { isUncertain: request.isWrite });
    const isDone = answer.kind === "answer" && answer.status < 300;
    // A message of GraphQL stands in an answer that succeeded.
    const json = isDone ? jsonIn(redact(answer.body)) : undefined;
    const isLimited = json !== undefined && (request.saysLimited?.(json.value) ?? false);
    const { isRepeatable } = request;
    const wait =
      (json !== undefined && !isLimited) || attempt === ATTEMPTS
        ? undefined
        : waitBefore(attempt, answer, { isRepeatable, isLimited, longestWait });
    if (wait !== undefined) {
      await waitForSignal(after(wait), AbortSignal.any([...limits]));
      continue;
    }
    if (isDone && json !== undefined) return { headers: answer.headers, value: json.value };
    const { kind, message } = faultOf(answer, options.name);
    const uncertain = request.isWrite && isUncertain(answer);
    throw new ForgeFault(kind, redact(message), { isUncertain: uncertain });
  }
}

function stoppedFault(
  { name }: HttpPortOptions,
  how: { readonly isUncertain: boolean },
): ForgeFault {
  return new ForgeFault("stopped", `The time for ${name} was over, or the run was stopped.`, how);
}

/** Sends a request once, and follows redirects on the same server. */
async function askOnce(request: HttpRequest, options: HttpPortOptions): Promise<Answer> {
  const { baseUrl, headers, after, limits } = options;
  const timedOut = after(REQUEST_TIME);
  let url = request.path.startsWith("/")
    ? new URL(`${baseUrl}${request.path}`)
    : new URL(request.path);
  const method = request.method;
  try {
    for (let hop = 0; ; hop += 1) {
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...(request.body === undefined ? {} : JSON_TYPE) },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        redirect: "manual",
        signal: AbortSignal.any([timedOut, ...limits]),
      });
      const { status } = response;
      const body = await readBody(response, MAX_BODY);
      if (body === undefined) return { kind: "too-large" };
      const next = status >= 300 && status < 400 ? locationOf(response, url) : undefined;
      if (next === undefined) return { kind: "answer", status, body, headers: response.headers };
      const isKept = method === "GET" || status === 307 || status === 308;
      if (next.origin !== url.origin || !isKept || hop === MAX_REDIRECTS)
        return { kind: "redirect", to: next.host };
      url = next;
    }
  } catch (error) {
    const why = timedOut.aborted
      ? `no answer within ${REQUEST_TIME / 1000} s`
      : whyFetchFailed(error);
    return { kind: "unreachable", why };
  }
}

const JSON_TYPE = { "content-type": "application/json" };

function locationOf({ headers }: Response, base: URL): URL | undefined {
  const location = headers.get("location") ?? "";
  return URL.canParse(location, base.href) ? new URL(location, base) : undefined;
}
