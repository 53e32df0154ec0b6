import type { Allowance } from "./allowance.ts";
import type { Place } from "./place.ts";
import type { OnApplyError } from "./policy/apply-errors.ts";
import type { PolicyApprovals } from "./policy/approvals.ts";
import type { OnCheckFailure, PolicyCheck } from "./policy/checks.ts";
import type { PolicyCommits } from "./policy/commits.ts";
import type { ConditionName, Conditions } from "./policy/conditions.ts";
import type { PolicyLimits } from "./policy/limits.ts";
import type { PolicyPublish } from "./policy/publish.ts";
import type { RuleWindow, WindowKey } from "./policy/rule-window.ts";
import type { Decided, WarnedVerdict } from "./policy/verdict.ts";
import type { ParserParams } from "./recipe/parser-params.ts";

export type { Conditions } from "./policy/conditions.ts";

export type { Verdict } from "./policy/verdict.ts";

/** A guard or a rule: if it holds, its verdict counts. */
export interface PolicyRule extends WarnedVerdict {
  /** Unique in the policy. */
  readonly id: string;
  readonly when: Conditions;
  /** Absent if it counts at any time. */
  readonly window?: RuleWindow;
  /** A sentence, with `${{ facts.x }}`. Never blank (R23). */
  readonly reason: string;
  /** The place in its file; absent for built-in policies. */
  readonly place?: Place;
  /** Names of checks that must succeed on the result. */
  readonly checks?: readonly string[];
  /** Default: `discard`. */
  readonly onCheckFailure?: OnCheckFailure;
  /** Default: that of the policy. */
  readonly onApplyError?: OnApplyError;
  /** Takes the place of those of the policy, as a whole. */
  readonly approvals?: PolicyApprovals;
}

/** A policy after it was read, checked and normalized. */
export interface Policy {
  /** The file, or the name of a built-in policy. */
  readonly source: string;
  readonly default: Decided;
  /** The built-in guards for protected paths that are in force, by id; looked at before all others. */
  readonly protects: readonly string[];
  /** Evaluated first; of those that hit the strictest wins (discard, hold, warn, apply), and of several the first. */
  readonly guards: readonly PolicyRule[];
  /** In order; the first hit wins. */
  readonly rules: readonly PolicyRule[];
  /** The order in which the pending actions of one batch are resolved (R15, R16). */
  readonly order: "queue" | "stack";
  /** The unit that is written all or not at all: each action, or everything that a run applies. */
  readonly transaction: "action" | "run";
  /** The variables and servers that recipes may name, besides those that the caller allows. */
  readonly allow?: Allowance;
  /** The most that a run may change. */
  readonly limits?: PolicyLimits;
  /** Default: `hold`. */
  readonly onApplyError?: OnApplyError;
  /** The commands that rules name as their checks. */
  readonly checks?: readonly PolicyCheck[];
  /** The programs that tell if results are valid code; beat those of recipes. */
  readonly parsers?: readonly ParserParams[];
  /** The most runs of checks in one run. Default: `DEFAULT_CHECK_RUNS`. */
  readonly maxCheckRuns?: number;
  /** Undefined if runs make no commits. */
  readonly commits?: PolicyCommits;
  /** Undefined if there are no pull requests to keep. */
  readonly publish?: PolicyPublish;
  /** Who may end a hold on a forge. Undefined: nobody, but by rules with approvals of their own. */
  readonly approvals?: PolicyApprovals;
  /** The files that it extends, the nearest first. */
  readonly extended?: readonly string[];
}

/** The result of one guard or rule for an action; `limit`: that of the limits, for an action that would be applied. */
export interface TraceEntry {
  readonly id: string;
  readonly kind: "guard" | "rule" | "default" | "limit";
  readonly hit: boolean;
  /**
   * The condition that failed first, if it is not a hit; the limit that the action does not fit into; the edge of a
   * window that is not open.
   */
  readonly failed?: ConditionName | WindowKey;
  /** The part of the facts that decided that condition: the file that broke `allFiles`, the number over `maxFiles`. */
  readonly found?: string | number | boolean;
  /** Conditions on facts that are not known of the action: they hold in a guard and fail in a rule. */
  readonly unknown?: readonly ConditionName[];
}

/** The verdict on one action and the reason. */
export interface Decision extends WarnedVerdict {
  readonly reason: string;
  /** The guard or rule that decided; `default` if none did. */
  readonly ruleId: string;
  /** Every guard and rule, in order: also those that would have matched too. */
  readonly trace: readonly TraceEntry[];
}
