/** The end of an action that does not stand. */
export interface Fate {
  /** `stuck`: it could not be taken back, and its files stay as they are. */
  readonly kind: "taken-back" | "stuck";
  readonly reason: string;
  /** The check that failed, or could not run; undefined if the action only rests on another one. */
  readonly check: string | undefined;
  /** The check ran. */
  readonly isRun: boolean;
}
