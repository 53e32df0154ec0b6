import type { Place } from "../place.ts";
import type { OnApplyError } from "./apply-errors.ts";
import type { WrittenVerdict } from "./verdict.ts";

/** A verdict as it is written, and its reason. */
interface ShownDecision {
  readonly verdict: WrittenVerdict;
  readonly reason: string;
}

/** A guard or a rule as `sluice policy show` prints it. */
export interface ShownRule extends ShownDecision {
  readonly id: string;
  readonly onApplyError?: OnApplyError;
  /** The conditions as they are written. */
  readonly when: Readonly<Record<string, unknown>>;
  /** The edges of its window as they are written, with their instants. */
  readonly from?: string;
  readonly until?: string;
  /** The names of its checks. */
  readonly checks?: readonly string[];
  readonly onCheckFailure?: string;
  /** As they are written, with every default. */
  readonly approvals?: Readonly<Record<string, unknown>>;
  /** Absent for rules of built-in policies. */
  readonly place?: Place;
}

/** The place of a part of a policy; without a line in a built-in one. */
export interface ShownPlace {
  readonly path: string;
  readonly line?: number;
}

/** A policy as `sluice policy show` prints it. */
export interface ShownPolicy {
  /** The file, or the name of a built-in policy. */
  readonly source: string;
  /** The files that it extends, the nearest first. */
  readonly extended: readonly string[];
  readonly default: ShownDecision;
  readonly order: string;
  readonly transaction: string;
  readonly onApplyError?: OnApplyError;
  /** The limits as they are written. */
  readonly limits?: Readonly<Record<string, unknown>>;
  /** The commits as they are written. */
  readonly commits?: Readonly<Record<string, unknown>>;
  /** The pull requests as they are written. */
  readonly publish?: Readonly<Record<string, unknown>>;
  /** The approvals as they are written, with every default. */
  readonly approvals?: Readonly<Record<string, unknown>>;
  /** The checks as they are written, by name. */
  readonly checks?: Readonly<Record<string, unknown>>;
  /** The parsers as they are written, by language. */
  readonly parsers?: Readonly<Record<string, unknown>>;
  /** The ids of the built-in guards that are in force. */
  readonly protects: readonly string[];
  readonly guards: readonly ShownRule[];
  readonly rules: readonly ShownRule[];
  /**
   * The places of its parts by name: `default`, `checks.types`, `rules.small`. Parts that add up have several. Empty
   * for a built-in policy.
   */
  readonly places: Readonly<Record<string, readonly ShownPlace[]>>;
  /** One policy file that decides the same. */
  readonly written: Readonly<Record<string, unknown>>;
}
