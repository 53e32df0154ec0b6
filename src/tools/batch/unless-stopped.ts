import { LONGEST_WAIT } from "../../shared/process/longest-wait.ts";
import { waitUnlessAborted } from "../../shared/process/wait-unless-aborted.ts";

/** The signal that ends a wait. */
export interface StopWait {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that work has after the signal to end by itself; with 0, work that does not wait still ends. */
  readonly settleWithin: number;
}

/** The result of work, if it ended in time. Later results, and later errors, are dropped. */
export type Settled<T> = { readonly value: T } | undefined;

/** Waits for work that may never settle, at most until the signal has fired and its time is over (T29). */
export async function unlessStopped<T>(
  work: Promise<T>,
  { signal, settleWithin }: StopWait,
): Promise<Settled<T>> {
  if (signal === undefined || settleWithin === Number.POSITIVE_INFINITY)
    return { value: await work };
  let settled: Settled<T>;
  const noted = work.then((value) => {
    settled = { value };
  });
  noted.catch(() => undefined); // An error after the wait has no other handler.
  await waitUnlessAborted(noted, signal);
  if (settled === undefined) await atMost(settleWithin, noted);
  return settled;
}

async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_WAIT));
  });
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}
