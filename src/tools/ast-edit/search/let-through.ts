import { CancelledError } from "../../../model/tool-error.ts";

/** Makes what lets signals and timers through, and ends a search where one of them says so (A22). */
export function createLetThrough(signal: AbortSignal): () => Promise<void> {
  return async () => {
    await new Promise(setImmediate);
    if (signal.aborted) throw new CancelledError("The run was stopped before the search was done.");
  };
}
