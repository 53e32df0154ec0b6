/** What is about to be done to the disk where a test may end the process, or make the disk fail. */
export type FaultPoint =
  | "open"
  | "write"
  | "sync"
  | "identity"
  | "rename"
  | "link"
  | "unlink"
  | "mkdir"
  | "rmdir"
  | "sync-folder";

/** Told before each; what it throws is as if the disk had said so. */
type FaultHook = (point: FaultPoint, path: string) => void;

const KEY = Symbol.for("sluice.fault-point");

/** Where nothing is set, which is everywhere but in tests that load a module before Sluice, this does nothing. */
export function reachFaultPoint(point: FaultPoint, path: string): void {
  // The harness puts it there (test/faults).
  (globalThis as { [KEY]?: FaultHook })[KEY]?.(point, path);
}
