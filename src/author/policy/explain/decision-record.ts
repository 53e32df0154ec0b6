import type { ResolvedAction } from "../../../model/past/resolution.ts";
import type { CiFacts } from "../../../model/policy/ci-facts.ts";
import type { ExplainedRecord } from "../../../model/policy/explanation.ts";
import type { ActionReport, Report } from "../../../model/report/report.ts";
import type { PolicyInForce } from "../../../model/report/source-schema.ts";
import type { NoRecord, ReadRecord } from "../../../past/record/parse-record.ts";
import type { Plan } from "../../../plan-file/plan.ts";
import { definedOnly } from "../../../shared/defined-only.ts";

/** A recipe of a record. */
export interface RecordedRecipe {
  /** As the record shows it: below the root, or `shipped:NAME`. */
  readonly path: string;
  /** Git's id of its bytes, or the digest of the recipe; one of them. */
  readonly blobId?: string;
  readonly sha256?: string;
}

/** The decisions of a run, a plan or a report. */
export interface DecisionRecord {
  readonly about: ExplainedRecord;
  readonly actions: readonly ActionReport[];
  /** The policy that decided; null if none did, undefined if the record does not say it. */
  readonly policy: PolicyInForce | null | undefined;
  /** The facts of the CI system that decided; undefined if the policy did not look at them. */
  readonly ci: CiFacts | undefined;
  /** The time of the decisions, in milliseconds since 1970; undefined for a plan whose policy did not look at it. */
  readonly clock: number | undefined;
  readonly skipped: Report["skipped"];
  readonly steps: Report["steps"];
  readonly recipes: readonly RecordedRecipe[];
  /** The recipes that these use, if the record has their ids. */
  readonly used?: readonly RecordedRecipe[];
  /** The values of inputs; undefined if they are not known. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** The files that a plan was limited to; undefined if it was not, and for a report, which does not say it. */
  readonly selected?: readonly string[];
  /** Milliseconds since 1970; of a plan the time at which its file was written. */
  readonly startedAt?: number;
  /** The held actions that a person has ended since. */
  readonly resolved: readonly ResolvedAction[];
}

/** Returns the decisions of a record. */
export function decisionRecordOf(read: Exclude<ReadRecord, NoRecord>): DecisionRecord {
  const { name } = read;
  switch (read.kind) {
    case "run":
      return recordOfReport(read.report, { kind: "run", name }, read.resolved);
    case "report":
      return recordOfReport(read.report, { kind: "report", name });
    case "plan":
      return recordOfPlan(read.plan, name, read.writtenAt);
  }
}

/** Returns the record of a report. */
function recordOfReport(
  report: Report,
  { kind, name }: Pick<ExplainedRecord, "kind" | "name">,
  resolved: readonly ResolvedAction[] = [],
): DecisionRecord {
  const { actions, run, skipped, steps, sources, ci, policy } = report;
  const isDecided = actions.some(({ verdict }) => verdict !== undefined);
  return {
    about: { kind, name, command: run.command },
    actions,
    policy: policy ?? (isDecided ? undefined : null),
    ci: ci && definedOnly(ci),
    clock: Date.parse(run.startedAt),
    skipped,
    steps,
    recipes: sources.filter(({ role }) => role === "recipe"),
    used: sources.filter(({ role }) => role === "used-recipe"),
    startedAt: Date.parse(run.startedAt),
    resolved,
  };
}

/** Returns the record of a plan. */
function recordOfPlan(plan: Plan, name: string, startedAt: number | undefined): DecisionRecord {
  const { actions, skipped, recipes, inputs } = plan;
  const { builtIn, path, sha256 } = plan.policy;
  return {
    about: { kind: "plan", name, command: "plan" },
    actions,
    policy: {
      source: builtIn ?? path ?? "a file outside of the root",
      builtIn: builtIn !== null,
      sha256,
    },
    ci: undefined,
    clock: plan.clock === undefined ? undefined : Date.parse(plan.clock),
    skipped,
    steps: [],
    recipes: recipes.map((recipe) => ({
      path: recipe.path ?? `shipped:${shippedName(recipe.shipped ?? "")}`,
      sha256: recipe.sha256,
    })),
    inputs: inputs.values,
    ...definedOnly({ selected: plan.base.files, startedAt }),
    resolved: [],
  };
}

/** `swap.yaml` and `swap/recipe.yaml` → `swap`: the name that the command line takes. */
function shippedName(file: string): string {
  return file.replace(/\/.*$/s, "").replace(/\.ya?ml$/, "");
}
