import type { z } from "zod";
import type { reportSchema } from "./report-schema.ts";

/** The decisions and changes of a run; the product of `--format json`. */
export type Report = DeepReadonly<z.infer<typeof reportSchema>>;

/** One pending action and its outcome. */
export type ActionReport = Report["actions"][number];

/** A file that actions touch, and the sum of its changes. */
export type TouchedFile = Report["files"][number];

/** One call of a tool other than `ast_edit`. */
export type CallReport = Report["calls"][number];

/** One run of a check. */
export type CheckRunReport = NonNullable<Report["checks"]>[number];

/** One step of a recipe that ran, or was skipped. */
export type StepReport = Report["steps"][number];

/** One match of a step `find`. */
export type FindingReport = NonNullable<Report["findings"]>[number];

/** The sums of the findings of a step. */
export type FoundSum = NonNullable<StepReport["found"]>;

/** A commit that a run made, or would make. */
export type CommitReport = NonNullable<Report["commits"]>[number];

/** A pull request that `sluice publish` keeps, or would keep. */
export type PullReport = NonNullable<Report["pulls"]>[number];

/** A decision of a person about held actions. */
export type DecisionReport = NonNullable<Report["decisions"]>[number];

/** The differences of a tree from its base. */
export type VerifiedReport = NonNullable<Report["verified"]>;

/** A difference that no accepted action makes. */
export type LeftoverReport = VerifiedReport["left"][number];

/** The outcome of a step for its files, and the reasons why its ops found nothing. */
export type StepWhy = NonNullable<Report["why"]>[number];

/** The findings of one op of a step. */
export type OpWhy = NonNullable<StepWhy["ops"]>[number];

/** The state of an action. */
export type ActionState = ActionReport["state"];

export type Totals = Report["totals"];

/** A type whose parts are all readonly. */
export type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** True for an action that a rule applies and warns of, if it is applied, or would be. */
export function isWarned({
  warned,
  state,
}: {
  readonly warned?: boolean | undefined;
  readonly state: ActionState;
}): boolean {
  return warned === true && (state === "applied" || state === "would-apply");
}

/** Returns the reason of an action's outcome: the policy's reason, or the error. */
export function whyOf({ state, result, reason }: ActionReport): string | undefined {
  return state === "failed" ? result : reason;
}
