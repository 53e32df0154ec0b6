import type { Alert } from "../../model/alert.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Plan, PlannedAction } from "../../plan/plan.ts";
import type { RunRequest, RunWorld } from "../request/request.ts";
import type { RunOutcome } from "../state/run-outcome.ts";

/** The means to derive a plan again. */
export interface PlanDerivation {
  readonly world: RunWorld;
  /** Executes a run. */
  readonly derive: (request: RunRequest, world: RunWorld) => Promise<RunOutcome>;
}

/** What becomes of a plan whose files are as it says. */
export type JudgedPlan =
  /** Its actions as they are to end. */
  | ({ readonly kind: "accepted" } & PlanFindings)
  /** It is not what its recipes, its policy and the tree come to. */
  | { readonly kind: "differs"; readonly messages: readonly string[] }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  /** Deriving it again did not come to its end. */
  | { readonly kind: "ended"; readonly isFault: boolean };

/** The actions of a plan, and what a report tells beside them. */
export interface PlanFindings {
  readonly actions: readonly PlannedAction[];
  readonly skipped: Plan["skipped"];
  readonly filesSearched: number;
  readonly alerts: readonly Alert[];
}
