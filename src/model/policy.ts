import type { Allowance } from "./allowance.ts";

/** The decision on a pending action. `hold` leaves it for the user. */
export type Verdict = "apply" | "discard" | "hold";

/** The conditions on an action. All that are present must hold. */
export interface Conditions {
  /** Globs; the recipe's name matches one of them. */
  readonly recipe?: readonly string[];
  /** Globs; the step's id matches one of them. */
  readonly step?: readonly string[];
  /** Globs; the tool's name matches one of them. */
  readonly tool?: readonly string[];
  /** Languages; every language of the action is one of them. */
  readonly lang?: readonly string[];
  /** Globs; every file matches one of them. An action without files does not. */
  readonly allFiles?: readonly string[];
  /** Globs; at least one file matches one of them. */
  readonly anyFile?: readonly string[];
  /** At most this number of files. */
  readonly maxFiles?: number;
  /** At most this number of replacements. */
  readonly maxReplacements?: number;
  readonly idempotent?: boolean;
  readonly newSyntaxErrors?: boolean;
  readonly commentsOnly?: boolean;
  /** True if the result lacks comments. */
  readonly commentsLost?: boolean;
  /** True if the result lacks tokens that no pattern names. */
  readonly tokensLost?: boolean;
  /** True if the content of a literal is another one although no op names it. */
  readonly stringsChanged?: boolean;
  readonly whitespaceOnly?: boolean;
  /** True if edits of another pending action of the batch overlap. */
  readonly conflicts?: boolean;
  /** True if a file of the action had changes that were not committed when the run started. */
  readonly dirtyFiles?: boolean;
  /** True if a file of the action configures this run. */
  readonly runFiles?: boolean;
  /** True if scripts or dependencies of a `package.json` change. */
  readonly packageScripts?: boolean;
  /** True if a model proposed it. */
  readonly fromModel?: boolean;
  /** True if something untrusted had a part in it. */
  readonly untrusted?: boolean;
}

/** A guard or a rule: if it holds, its verdict counts. */
export interface PolicyRule {
  /** Unique in the policy. */
  readonly id: string;
  readonly when: Conditions;
  readonly verdict: Verdict;
  /** A sentence, with `${{ facts.x }}`. Never blank (R23). */
  readonly reason: string;
}

/** A policy after it was read, checked and normalized. */
export interface Policy {
  /** The file, or the name of a built-in policy. */
  readonly source: string;
  readonly default: { readonly verdict: Verdict; readonly reason: string };
  /** The built-in guards for protected paths that are in force, by id; looked at before all others. */
  readonly protects: readonly string[];
  /** Evaluated first; the first hit wins. */
  readonly guards: readonly PolicyRule[];
  /** In order; the first hit wins. */
  readonly rules: readonly PolicyRule[];
  /** The order in which the pending actions of one batch are resolved (R15, R16). */
  readonly order: "queue" | "stack";
  /** The unit that is written all or not at all: each action, or everything that a run applies. */
  readonly transaction: "action" | "run";
  /** The variables and servers that recipes may name, besides those that the caller allows. */
  readonly allow?: Allowance;
}

/** The result of one guard or rule for an action. */
export interface TraceEntry {
  readonly id: string;
  readonly kind: "guard" | "rule" | "default";
  readonly hit: boolean;
  /** The condition that failed first, if it is not a hit. */
  readonly failed?: keyof Conditions;
  /** Conditions on facts that are not known of the action: they hold in a guard and fail in a rule. */
  readonly unknown?: readonly (keyof Conditions)[];
}

/** The verdict on one action and the reason. */
export interface Decision {
  readonly verdict: Verdict;
  readonly reason: string;
  /** The guard or rule that decided; `default` if none did. */
  readonly ruleId: string;
  /** Every guard and rule, in order: also those that would have matched too. */
  readonly trace: readonly TraceEntry[];
}
