import type { OpenedSources } from "../../config/sources/open-sources.ts";
import type { Alert } from "../../model/alert.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ActionReport, Report } from "../../model/report/report.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import type { RunOutcome } from "../../run/state/run-outcome.ts";

/** The means to derive a plan again. */
export interface PlanDerivation {
  readonly world: RunWorld;
  /** The files that the plan is judged by: opened once, so that the base is one commit. */
  readonly sources: OpenedSources;
  /** Executes a run. */
  readonly derive: (request: RunRequest, world: RunWorld) => Promise<RunOutcome>;
}

/** The judgement on a plan whose files are as it says. */
export type JudgedPlan =
  /** Its actions with their outcomes. */
  | ({ readonly kind: "accepted" } & PlanFindings)
  /** Its recipes, its policy and the tree lead to another plan. */
  | { readonly kind: "differs"; readonly messages: readonly string[] }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  /** The plan could not be derived again to the end. */
  | PlanEnd;

/** The cause for which a plan could not be derived again to the end, with the alerts about it. */
export interface PlanEnd {
  readonly kind: "ended";
  readonly cause: "fault" | "interrupted" | "limit";
  readonly alerts?: readonly Alert[];
  /** The action that exceeded a limit which ends the run, and why. */
  readonly exceeding?: { readonly id: string; readonly reason: string };
}

/** The things by which a plan is judged. */
export type Configuration = Pick<Report, "ci" | "trust" | "policy" | "sources">;

/** The actions of a plan, and the other findings that a report shows. */
export interface PlanFindings {
  readonly actions: readonly PlannedAction[];
  /** Of held actions that a person named: all actions, as the policy decides them by itself. */
  readonly held?: readonly PlannedAction[];
  readonly skipped: Plan["skipped"];
  readonly filesSearched: number;
  readonly alerts: readonly Alert[];
  /** The configuration of the plan that was derived again; undefined if it was not. */
  readonly configuration?: Configuration | undefined;
}

/** The findings without those that end as alerts. */
export type Found = Omit<PlanFindings, "alerts">;

/** The parts of a plan to keep when its run has ended. */
export interface EndedPlan {
  /** The held actions, as a plan of their own. */
  readonly held?: Plan;
  /** Notes in the runs that held actions that they were applied. */
  readonly note?: (() => Promise<void>) | undefined;
}

/** The outcome of an action that was to be applied. */
export type WrittenOutcome = Partial<Omit<ActionReport, "id" | "files">> &
  Pick<ActionReport, "state">;
