import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { ProcessIdentity } from "../../model/process-identity.ts";

/** A process as others on its machine see it. */
export function ownProcess(target: NodeJS.Process): ProcessIdentity {
  return {
    pid: target.pid,
    host: hostname(),
    machine: told(() => readFileSync("/etc/machine-id", "utf8")),
    boot: told(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    pids: told(() => readlinkSync("/proc/self/ns/pid")),
    isAlive(pid) {
      try {
        return target.kill(pid, 0);
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === "EPERM"; // Somebody else's.
      }
    },
  };
}

/** Null where there is nothing to be read: not Linux, or a container without it. */
function told(read: () => string): string | null {
  try {
    return read().trim() || null;
  } catch {
    return null;
  }
}
