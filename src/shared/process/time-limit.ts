import { CancelledError } from "../../model/tool-error.ts";

/** Thrown when work took too long. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
}

/**
 * Returns the result of `work`. Rejects with a `TimeLimitError` after `milliseconds`, or with a `CancelledError` when
 * `signal` fires.
 *
 * `work` gets a signal that fires in both cases, and is then not awaited. If `signal` has already fired, `work` does
 * not start.
 */
export async function withTimeLimit<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T> | T,
): Promise<T> {
  const controller = new AbortController();
  let stop: (error: unknown) => void = () => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = (error) => {
      controller.abort(error);
      reject(error);
    };
  });
  stopped.catch(() => undefined);
  if (signal.aborted) throw stoppedError();
  const onAbort = () => stop(stoppedError());
  const timer = setTimeout(
    () => stop(new TimeLimitError(`It took longer than ${inSeconds(milliseconds)}.`)),
    milliseconds,
  );
  signal.addEventListener("abort", onAbort);
  try {
    const running = (async () => work(controller.signal))();
    running.catch(() => undefined); // Handles a rejection that comes after the race.
    return await Promise.race([running, stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function stoppedError(): CancelledError {
  return new CancelledError("The run was stopped before this was done.");
}

function inSeconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;
}
