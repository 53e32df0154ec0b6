/** The held action that a person ends, and its verdict. */
export interface ResolveHeldRequest {
  /** Absolute. */
  readonly root: string;
  /** Id of the run in which it was held, or the beginning of one. */
  readonly run: string;
  /** Id of the action, or the beginning of one. */
  readonly action: string;
  readonly verdict: "apply" | "discard";
  /** Never blank (R23). */
  readonly reason: string;
  /** Milliseconds that the command waits for another run that writes in the root. */
  readonly lockTimeout: number;
}
