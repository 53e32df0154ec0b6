import type { Facts } from "../action/facts.ts";
import type { PlaceInText } from "../place.ts";
import type { CiFacts } from "./ci-facts.ts";
import type { WrittenVerdict } from "./verdict.ts";

/** The facts of an action as a test names them. All others are those of a small and harmless edit. */
export interface TestFacts extends Partial<Facts> {
  readonly ci?: CiFacts;
  /** The time, as it is written. Without it windows are not open; tests of one guard or rule then look at no window. */
  readonly now?: string;
  /** Names of facts that are not known of the action: `owners`, `ci`, `ci.branch`. */
  readonly unknown?: readonly string[];
}

/** One test of a policy. */
export type PolicyTest =
  /** A test of the whole policy. */
  | {
      readonly kind: "verdict";
      readonly name: string;
      readonly facts: TestFacts;
      readonly verdict: WrittenVerdict;
      /** The guard or rule that must decide; `default` if none does. */
      readonly rule: string | undefined;
      readonly place: PlaceInText;
    }
  /** A test of one guard or rule: its conditions must hold, or must not. */
  | {
      readonly kind: "match" | "notMatch";
      readonly name: string;
      readonly facts: TestFacts;
      readonly rule: string;
      readonly place: PlaceInText;
    };

/** The outcome of one test. */
export interface TestOutcome {
  readonly kind: PolicyTest["kind"];
  readonly name: string;
  readonly rule?: string;
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  readonly passed: boolean;
  readonly expected: string;
  readonly actual: string;
  /** Sentences that say by what the policy decided so. Empty if it passed. */
  readonly why: readonly string[];
}

/** A guard or a rule, and if it was a hit in a test. */
export interface RuleCoverage {
  readonly rule: string;
  readonly path: string;
  readonly line?: number;
  readonly hit: boolean;
}

/** A condition, also one inside of others, and the outcomes that it had in tests. */
export interface ConditionCoverage {
  readonly rule: string;
  /** `any[1].maxFiles`. */
  readonly condition: string;
  readonly path: string;
  readonly line?: number;
  readonly wasTrue: boolean;
  readonly wasFalse: boolean;
}

/** How much of a policy its tests reach. */
export interface PolicyCoverage {
  /** Of all hits of rules and both outcomes of all conditions, from 0 to 100, rounded down. */
  readonly percent: number;
  readonly rules: readonly RuleCoverage[];
  readonly conditions: readonly ConditionCoverage[];
}

/** The outcome of all tests of a policy. */
export interface TestedPolicy {
  readonly outcomes: readonly TestOutcome[];
  readonly coverage: PolicyCoverage;
}
