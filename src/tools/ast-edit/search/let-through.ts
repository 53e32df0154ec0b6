import { CancelledError } from "../../../model/tool-error.ts";

/** Returns a function that lets signals and timers through, and rejects if the signal has fired (A22). */
export function createLetThrough(signal: AbortSignal): () => Promise<void> {
  return async () => {
    await new Promise(setImmediate);
    if (signal.aborted) throw new CancelledError("The run was stopped before the search was done.");
  };
}
