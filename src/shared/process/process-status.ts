import { readFileSync } from "node:fs";
import type { ProcessIdentity } from "../../model/process-identity.ts";

/** The status of a process that exists. */
interface ProcessStatus {
  /** An ended process keeps its id until its parent collects it, which may never happen in a container. */
  readonly hasEnded: boolean;
  /** Its start time, in the unit of the system: ids are used again. */
  readonly started: string;
}

/** Reads the status of a process; undefined if the system does not report it. */
export function processStatus(pid: number): ProcessStatus | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may have spaces. Behind it come the state and, as field 22 of all, the start time.
    const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const started = fields[18];
    return started === undefined ? undefined : { hasEnded: /^[ZXx]$/.test(state), started };
  } catch {
    return undefined; // Not Linux, or the process is gone.
  }
}

/**
 * True if a process is certainly gone: none has its id, or one that began at another time. `started` is null if the
 * system did not report it.
 */
export function isProcessGone(
  { pid, started }: { readonly pid: number; readonly started: string | null },
  { isAlive }: Pick<ProcessIdentity, "isAlive">,
): boolean {
  if (!isAlive(pid)) return true;
  const status = processStatus(pid);
  if (status === undefined) return false;
  return status.hasEnded || (started !== null && status.started !== started);
}
