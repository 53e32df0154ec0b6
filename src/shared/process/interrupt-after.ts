import { createContext, Script } from "node:vm";
import { once } from "../once.ts";
import { TimeLimitError } from "./time-limit.ts";

/**
 * Returns the result of `work`, or throws a `TimeLimitError` if it takes longer than `milliseconds`. Another thread
 * watches it, so that a loop or a regular expression is interrupted too.
 *
 * For work that is synchronous and leaves nothing half done; see `withTimeLimit` for work that takes a signal.
 */
export function interruptAfter<T>(milliseconds: number, work: () => T): T {
  const global = globalOf();
  const { work: outer } = global;
  global.work = work;
  try {
    return RUN.runInContext(global, { timeout: milliseconds });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new TimeLimitError(`It took longer than ${milliseconds} ms.`, { cause: error });
  } finally {
    global.work = outer;
  }
}

const RUN = new Script("work()");

/** The one context in which work runs: it takes longer to make than most work. */
const globalOf = once(() => createContext({}) as { work: unknown });

/** The error may come from the other context, whose `Error` is not ours. */
function isTimeout(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
