/**
 * The states of a held action on a forge. `pending`: it waits; `approved`: enough people want it, and it is not written
 * yet; `refused`: somebody wanted it who may not decide; `stale`: its files are not those of the plan any more;
 * `expired`: it waited for too long.
 */
export const HELD_STATES = [
  "pending",
  "approved",
  "applied",
  "discarded",
  "refused",
  "stale",
  "expired",
] as const;

export type HeldState = (typeof HELD_STATES)[number];
