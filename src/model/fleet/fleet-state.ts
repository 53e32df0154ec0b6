/** The states of a repository of a fleet, in the order in which it goes through them. */
export const FLEET_STATES = [
  "queued",
  "cloned",
  "searched",
  "previewed",
  "planned",
  "published",
  "merged",
  "failed",
  "skipped",
] as const;

/**
 * The state of a repository of a fleet.
 * - `queued`, `cloned`, `searched`: on the way.
 * - `skipped`: no text of the recipes occurs in it, or there is nothing to work on; the reason says which.
 * - `previewed`: the dry run found nothing to change.
 * - `planned`: a plan with actions is saved.
 * - `published`: its pull requests are kept.
 * - `merged`: all of them were merged or closed, as a later run saw.
 * - `failed`: the reason says why.
 */
export type FleetState = (typeof FLEET_STATES)[number];

/** The states in which a round leaves a repository alone, unless its plan is still to be published. */
const FINAL: readonly FleetState[] = [
  "previewed",
  "planned",
  "published",
  "merged",
  "failed",
  "skipped",
];

/** True if a job has ended. */
export function isFinal(state: FleetState): boolean {
  return FINAL.includes(state);
}

/** Why a repository is in its state. */
export interface FleetReason {
  /** Lower-case words with `-`, for programs. */
  readonly code: string;
  /** One line, without secrets. */
  readonly message: string;
}
