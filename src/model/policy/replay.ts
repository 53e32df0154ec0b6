import type { Place } from "../place.ts";
import type { ConditionOutcome, RuledVerdict } from "./explanation.ts";

/** A verdict that flips. */
export interface Flip {
  readonly plan: string;
  readonly action: string;
  readonly files: readonly string[];
  readonly from: RuledVerdict;
  readonly to: RuledVerdict;
  /** The condition that made it: of the rule that decided then, or of the one that decides now. */
  readonly cause?: {
    readonly ruleId: string;
    readonly condition: string;
    readonly outcome: ConditionOutcome;
    readonly wanted?: unknown;
    readonly found?: string | number | boolean;
  };
  readonly place?: Place;
}

/** The product of `sluice policy explain --against`. */
export interface Replay {
  readonly formatVersion: "1.0";
  readonly policy: string;
  readonly plans: readonly {
    readonly plan: string;
    readonly actions: number;
    readonly flips: number;
  }[];
  /** Actions that something beside the policy decided: they are not replayed. */
  readonly beside: number;
  /** `apply → hold`: the number. */
  readonly counts: Readonly<Record<string, number>>;
  /** The first thousand. */
  readonly flips: readonly Flip[];
  readonly more: number;
}
