import { PLAN_COMMANDS, type PlanCommand } from "../model/run-kind.ts";
import { DEFAULT_POLICY_FILE } from "../request/options/file-names.ts";
import type {
  ApplyRequest,
  DecideRequest,
  MergeRequest,
  PublishRequest,
  RunRequest,
  VerifyRequest,
} from "../request/request.ts";

/** A command whose outcome is a report: the use case and its request. */
export type Task =
  | { readonly kind: "run"; readonly request: RunRequest }
  /** `output` is the file of the plan, relative to the working directory or absolute. */
  | { readonly kind: "plan"; readonly request: RunRequest; readonly output: string }
  | { readonly kind: "merge"; readonly request: MergeRequest; readonly output: string }
  | { readonly kind: "apply"; readonly request: ApplyRequest }
  | { readonly kind: "verify"; readonly request: VerifyRequest }
  | { readonly kind: "publish"; readonly request: PublishRequest }
  | { readonly kind: "decide"; readonly request: DecideRequest };

/** A task that does what a plan says. */
export function isOfPlan(task: Task): task is Extract<Task, { kind: PlanCommand }> {
  return PLAN_COMMANDS.some((kind) => kind === task.kind);
}

/** A task that chooses its recipes and files itself. */
export function isOfRecipes(task: Task): task is Extract<Task, { kind: "run" | "plan" }> {
  return task.kind === "run" || task.kind === "plan";
}

/** The files that a task reads, as they were named: no output may replace one. */
export function filesRead(task: Task): readonly string[] {
  const { recipes, policy = DEFAULT_POLICY_FILE, inputsFile } = task.request;
  const others = [inputsFile, ...ownFiles(task)].filter((file) => file !== undefined);
  return [...recipes, policy, ...others];
}

function ownFiles(task: Task): readonly (string | undefined)[] {
  if (task.kind === "merge") return task.request.plans;
  if (task.kind === "verify") return [task.request.acceptedPlan, ...task.request.recipeFiles];
  if (isOfPlan(task)) return [task.request.plan];
  const { uses = [], replay } = task.request;
  return [...uses.map(({ name }) => name), replay];
}
