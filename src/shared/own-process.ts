import { hostname } from "node:os";
import type { ProcessIdentity } from "../model/process-identity.ts";

/** A process as others on its machine see it. */
export function ownProcess(target: NodeJS.Process): ProcessIdentity {
  return {
    pid: target.pid,
    host: hostname(),
    isAlive(pid) {
      try {
        return target.kill(pid, 0);
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === "EPERM"; // Somebody else's.
      }
    },
  };
}
