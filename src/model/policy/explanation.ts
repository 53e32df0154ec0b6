import type { Facts } from "../action/facts.ts";
import type { Place } from "../place.ts";
import type { TraceEntry } from "../policy.ts";
import type { Verdict, WarnedVerdict } from "./verdict.ts";

/** The outcome of a condition on the facts of an action; `unknown`: a fact that it needs is not known. */
export type ConditionOutcome = "holds" | "fails" | "unknown";

/** A condition with everything that decided it. */
export interface ExplainedCondition {
  /** The name of the condition; in a part of one, its key: `event` of `ci`, `count` of a list. */
  readonly name: string;
  /** As it is written. */
  readonly wanted: unknown;
  readonly outcome: ConditionOutcome;
  /** The part of the facts that decided it; for an expression that cannot be evaluated, its fault. */
  readonly found?: string | number | boolean;
  /** The fact that is compared, or those that an expression uses, by name. Long lists are cut. */
  readonly value?: unknown;
  /** The conditions inside of it: one group for each entry of `any` and `all`, one for `not`. */
  readonly parts?: readonly ExplainedConditions[];
}

/** Conditions that must all hold. */
export interface ExplainedConditions {
  readonly outcome: ConditionOutcome;
  readonly conditions: readonly ExplainedCondition[];
}

/** A guard, a rule or the default with its outcome for an action. */
export interface ExplainedRule {
  readonly id: string;
  readonly kind: string;
  /** True for guards that Sluice brings, such as those of protected paths: they have no conditions. */
  readonly isBuiltIn?: true;
  readonly isHit: boolean;
  /** True for the one that decides. */
  readonly decides: boolean;
  /** The verdict that it has when it decides. */
  readonly verdict?: Verdict;
  readonly warned?: true;
  readonly place?: Place;
  readonly conditions: readonly ExplainedCondition[];
}

/** A verdict with the rule that gave it. */
export interface RuledVerdict extends WarnedVerdict {
  readonly ruleId: string;
  readonly reason: string;
}

/** The rule that came nearest to an apply, and the first of its conditions that does not hold. */
export interface NearMiss {
  readonly ruleId: string;
  readonly place?: Place;
  /** The number of its conditions that do not hold. */
  readonly failing: number;
  readonly condition: string;
  readonly wanted?: unknown;
  readonly found?: string | number | boolean;
}

/** An action in a table. */
export interface ActionRow {
  readonly id: string;
  readonly label: string;
  readonly files: readonly string[];
  readonly state: string;
  /** Absent if no policy decided. */
  readonly verdict?: Verdict;
  readonly warned?: true;
  readonly ruleId?: string;
  readonly reason?: string;
  /** Absent for what is applied, and if there is none. */
  readonly nearMiss?: NearMiss;
  /** How a person ended the action later. */
  readonly later?: {
    readonly verdict: string;
    readonly reason: string;
    readonly by: string | null;
  };
}

/** A rule that could have applied an action, and what kept it from that. */
export interface WayToApply {
  readonly rule: ExplainedRule;
  /** Its conditions that do not hold. */
  readonly failing: readonly ExplainedCondition[];
}

/** All that stands between an action and an apply. */
export interface WhyNotApplied {
  /** True if nothing did. If the policy at hand would not apply it, the other fields say why. */
  readonly isApplied: boolean;
  /** The reason beside the policy: a person, a model, a limit, a check, an apply that failed. */
  readonly beside?: { readonly ruleId?: string; readonly reason: string };
  /** The guards that hit. */
  readonly guards: readonly ExplainedRule[];
  /** The rule, or the default, that decides by the policy at hand; it applies only if another policy decided then. */
  readonly rule?: ExplainedRule;
  /** Rules with the verdict `apply` that missed, those with the fewest failing conditions first. */
  readonly ways: readonly WayToApply[];
}

/** An action, its decision and everything that led to it. */
export interface ExplainedAction extends ActionRow {
  readonly recipe: string;
  readonly step: string;
  readonly tool: string;
  /** The place of the rule that decided, as the policy of now has it; absent if that is another policy. */
  readonly place?: Place;
  /** The outcome of an apply that failed. */
  readonly result?: string;
  /** The words of the model that resolved it. */
  readonly modelReason?: string;
  /** Who may end its hold on a forge, as the policy at hand writes it with every default; absent if nobody may. */
  readonly approvals?: Readonly<Record<string, unknown>>;
  /** The record of when it was decided. */
  readonly trace: readonly TraceEntry[];
  /** The decision of the policy at hand on the same facts; absent without a policy. */
  readonly now?: RuledVerdict;
  /** The guards and rules of the policy at hand, evaluated again. */
  readonly rules?: readonly ExplainedRule[];
  readonly whyNot: WhyNotApplied;
  readonly facts: Facts;
}

/** Why a file has no action, from one step. */
export interface FileFinding {
  /** `skipped`, `step-skipped`, `excluded`, `readonly`, `reserved`, `not-in-paths`, `ignored`, … */
  readonly code: string;
  readonly recipe?: string;
  readonly step?: string;
  /** A sentence. */
  readonly message: string;
  /** `record`: it was noted then. `now`: it was found out again, from the recipe and the tree as they are. */
  readonly from: "record" | "now";
}

/** The policy that an explanation rests on. */
export interface PolicyAtHand {
  /** Undefined if there is none. */
  readonly source?: string;
  /**
   * `same`: it decided then. `changed`: another one did. `unknown`: the record does not say. `missing`: there is none.
   */
  readonly status: "same" | "changed" | "unknown" | "missing";
  /** The policy that decided then, if the record says it. */
  readonly recorded?: string;
  /** A sentence if the status is not `same`. */
  readonly note?: string;
}

/** The record that is explained. */
export interface ExplainedRecord {
  readonly kind: "run" | "plan" | "report";
  /** The id of the run, or the path of the file. */
  readonly name: string;
  /** `run`, `preview`, `apply`, … */
  readonly command: string;
  /** When it was started, of a plan when it was written; ISO 8601. Absent if that is not known. */
  readonly startedAt?: string;
  /** The recipes, as the record shows them; none of one that is given as a pattern. */
  readonly recipes?: readonly string[];
}

/** The product of `sluice policy explain`. */
export interface Explanation {
  readonly formatVersion: "1.0";
  readonly record: ExplainedRecord;
  readonly policy: PolicyAtHand;
  /** The number of actions by verdict, as a policy writes it; `none` if no policy decided. */
  readonly counts: Readonly<Record<string, number>>;
  /** With an action or a path: those that it names, at most a hundred. */
  readonly actions?: readonly ExplainedAction[];
  /** Without one: the first thousand of all actions. */
  readonly table?: readonly ActionRow[];
  /** The number of actions that are left out. */
  readonly more: number;
  /** About a file that no action touches. */
  readonly file?: {
    readonly path: string;
    readonly line?: number;
    readonly findings: readonly FileFinding[];
  };
}
