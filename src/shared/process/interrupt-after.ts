import { createContext, Script } from "node:vm";
import { TimeLimitError } from "./time-limit.ts";

/**
 * What `work` answers; a `TimeLimitError` where it takes longer than `milliseconds`. Whatever it does is cut off
 * then, a loop or a regular expression too: it is watched from another thread. For work that waits for nothing,
 * and leaves nothing half done: see `withTimeLimit` for work that can be told.
 */
export function interruptAfter<T>(milliseconds: number, work: () => T): T {
  try {
    return RUN.runInContext(createContext({ work }), { timeout: milliseconds });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new TimeLimitError(`It took longer than ${milliseconds} ms.`, { cause: error });
  }
}

const RUN = new Script("work()");

/** The error may be one of the other context, whose `Error` is not ours. */
function isTimeout(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
