import { countOf } from "../../shared/count-of.ts";
import { waitUnlessAborted } from "../../shared/process/wait-unless-aborted.ts";
import { type ModelAnswer, ModelError, type ModelPort, type ModelRequest } from "./model-port.ts";
import { stoppedError } from "./stopped-error.ts";

/** How often, and how patiently, a model is asked. */
export interface RetrySettings {
  /** Attempts after the first one. */
  readonly retries: number;
  /** Of one attempt; milliseconds. */
  readonly timeout: number;
  /** Fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
}

/** Milliseconds before the second attempt; twice as many before each one that follows. */
const FIRST_WAIT = 1000;

const LONGEST_WAIT = 60_000;

/** What a server may ask for at most; milliseconds. A run in CI that waits longer helps nobody. */
const LONGEST_RETRY_AFTER = 10 * 60_000;

/**
 * Asks again where a model cannot be reached or has too many requests: after 1 s, 2 s, 4 s and so on, at most 60 s,
 * or after exactly the time that the server names. The answer says how often it was asked, and so does the last
 * error. No chance is involved: the same failures wait the same time.
 */
export function retrying(port: ModelPort, settings: RetrySettings): ModelPort {
  const { retries, after } = settings;
  return {
    async generate(request) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return { ...(await attemptOnce(port, request, settings)), attempts: attempt };
        } catch (error) {
          if (request.signal.aborted) throw stoppedError();
          if (!(error instanceof ModelError) || !isPassing(error)) throw error;
          if (attempt > retries) throw told(error, `asked ${countOf(attempt, "time")}`);
          const wait = error.retryAfter ?? Math.min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT);
          if (wait > LONGEST_RETRY_AFTER)
            throw told(
              error,
              `it wants to be asked again in ${Math.ceil(wait / 1000)} s, too late`,
            );
          await waitFor(after(wait), request.signal);
        }
      }
    },
  };
}

function isPassing({ fault }: ModelError): boolean {
  return fault === "unavailable" || fault === "rate-limited";
}

/** One attempt, which is given up where it takes too long, also where the port does not listen to its signal. */
async function attemptOnce(
  port: ModelPort,
  request: ModelRequest,
  { timeout, after }: RetrySettings,
): Promise<ModelAnswer> {
  if (request.signal.aborted) throw stoppedError();
  const limit = after(timeout);
  const controller = new AbortController();
  let giveUp = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    giveUp = () => {
      reject(request.signal.aborted ? stoppedError() : tooSlow(timeout));
      controller.abort();
    };
  });
  const signals = [request.signal, limit];
  for (const signal of signals) signal.addEventListener("abort", giveUp, { once: true });
  if (limit.aborted) giveUp();
  try {
    const answering = port.generate({ ...request, signal: controller.signal });
    return await Promise.race([answering, ended]);
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", giveUp);
  }
}

/** Waits until one of two signals fires. */
async function waitFor(fired: AbortSignal, signal: AbortSignal): Promise<void> {
  // The time limits of Node do not keep a process alive, and nothing else does while nobody is asked.
  const alive = setInterval(() => undefined, LONGEST_WAIT);
  try {
    const firing = new Promise<void>((resolve) => {
      if (fired.aborted) resolve();
      fired.addEventListener("abort", () => resolve(), { once: true });
    });
    await waitUnlessAborted(firing, signal);
  } finally {
    clearInterval(alive);
  }
}

function tooSlow(timeout: number): ModelError {
  return new ModelError("unavailable", `The model did not answer within ${timeout / 1000} s.`);
}

function told(error: ModelError, addition: string): ModelError {
  const { fault, message, retryAfter } = error;
  const rest = retryAfter === undefined ? {} : { retryAfter };
  return new ModelError(fault, `${message.replace(/\.$/, "")} (${addition}).`, {
    cause: error,
    ...rest,
  });
}
