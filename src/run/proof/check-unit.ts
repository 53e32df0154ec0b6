import type { OnCheckFailure, PolicyCheck } from "../../model/policy/checks.ts";

/** Applied actions that checks prove together. */
export interface CheckUnit {
  readonly ids: readonly string[];
  /** All actions of the proof, also those that were taken back, in the order of writing. */
  readonly since: readonly string[];
  /** Their rule; undefined if they are of several. */
  readonly rule: string | undefined;
  /** In the order in which they run. */
  readonly checks: readonly PolicyCheck[];
  /** Returns the checks that an action of the unit has to pass. */
  readonly checksOf: (id: string) => readonly PolicyCheck[];
  readonly onFailure: OnCheckFailure;
}
