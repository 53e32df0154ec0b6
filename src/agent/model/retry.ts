import { countOf } from "../../shared/count-of.ts";
import { waitForSignal } from "../../shared/process/wait-for-signal.ts";
import { type ModelAnswer, ModelError, type ModelPort, type ModelRequest } from "./model-port.ts";
import { stoppedError } from "./stopped-error.ts";

/** The limits of the attempts to ask a model. */
export interface RetrySettings {
  /** Attempts after the first one. */
  readonly retries: number;
  /** The time limit of one attempt; milliseconds. */
  readonly timeout: number;
  /** Returns a signal that fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
}

/** Milliseconds before the second attempt; twice as many before each later one. */
const FIRST_WAIT = 1000;

/** The longest wait that Sluice chooses itself; milliseconds. */
const LONGEST_WAIT = 60_000;

/** The longest wait that a server may ask for; milliseconds. A longer wait is of no use in CI. */
const LONGEST_RETRY_AFTER = 10 * 60_000;

/**
 * Asks again if a model cannot be reached or has too many requests: after 1 s, 2 s, 4 s and so on, at most 60 s, or
 * after exactly the time that the server names. The answer and the last error name the number of attempts; there is no
 * random part, so that the same failures wait the same time.
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
          if (attempt > retries) throw extended(error, `asked ${countOf(attempt, "time")}`);
          const wait = error.retryAfter ?? Math.min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT);
          if (wait > LONGEST_RETRY_AFTER)
            throw extended(error, `it asks to wait ${Math.ceil(wait / 1000)} s, which is too long`);
          await waitForSignal(after(wait), request.signal);
        }
      }
    },
  };
}

function isPassing({ fault }: ModelError): boolean {
  return fault === "unavailable" || fault === "rate-limited";
}

/** Makes one attempt. Gives up at the time limit, also if the port ignores its signal. */
async function attemptOnce(
  port: ModelPort,
  request: ModelRequest,
  { timeout, after }: RetrySettings,
): Promise<ModelAnswer> {
  if (request.signal.aborted) throw stoppedError();
  const limit = after(timeout);
  const controller = new AbortController();
  let giveUp = () => {};
  const givenUp = new Promise<never>((_resolve, reject) => {
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
    return await Promise.race([answering, givenUp]);
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", giveUp);
  }
}

function tooSlow(timeout: number): ModelError {
  return new ModelError("unavailable", `The model did not answer within ${timeout / 1000} s.`);
}

function extended(error: ModelError, addition: string): ModelError {
  const { fault, message, retryAfter } = error;
  const text = `${message.replace(/\.$/, "")} (${addition}).`;
  return new ModelError(fault, text, { cause: error, retryAfter });
}
