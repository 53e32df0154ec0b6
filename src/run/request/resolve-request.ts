/** Which held action a person ends, and how. */
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
  /** How long another run is waited for; milliseconds. */
  readonly lockTimeout: number;
}
