import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { ProcessIdentity } from "../../model/process-identity.ts";

/** Returns a process as other processes of its machine see it. */
export function ownProcess(target: NodeJS.Process): ProcessIdentity {
  return {
    pid: target.pid,
    host: hostname(),
    machine: trimmed(() => readFileSync("/etc/machine-id", "utf8")),
    boot: trimmed(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    pids: trimmed(() => readlinkSync("/proc/self/ns/pid")),
    isAlive(pid) {
      try {
        return target.kill(pid, 0);
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === "EPERM"; // Another user's.
      }
    },
  };
}

/** Returns null if there is nothing to read: not Linux, or a container without it. */
function trimmed(read: () => string): string | null {
  try {
    return read().trim() || null;
  } catch {
    return null;
  }
}
