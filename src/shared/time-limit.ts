/** Work took longer than it may. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
}

/**
 * What `work` answers, or a `TimeLimitError` once `milliseconds` are over, or the reason of `signal` once it
 * fires. `work` gets a signal that fires in both cases, and is then not waited for.
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
  const onAbort = () => stop(signal.reason);
  const timer = setTimeout(
    () => stop(new TimeLimitError(`It took longer than ${inSeconds(milliseconds)}.`)),
    milliseconds,
  );
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  try {
    const running = (async () => work(controller.signal))();
    running.catch(() => undefined); // Also when nobody waits for it any more.
    return await Promise.race([running, stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function inSeconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;
}
