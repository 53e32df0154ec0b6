/** A change of the disk before which a test may kill the process, or let the disk fail. */
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

/** Called before each change. An error that it throws counts as an error of the disk. */
type FaultHook = (point: FaultPoint, path: string) => void;

const KEY = Symbol.for("sluice.fault-point");

/** Does nothing outside of tests, which set a hook before they load Sluice. */
export function reachFaultPoint(point: FaultPoint, path: string): void {
  // Set by test/faults.
  (globalThis as { [KEY]?: FaultHook })[KEY]?.(point, path);
}
