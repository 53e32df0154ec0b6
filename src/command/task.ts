import { PLAN_COMMANDS, type PlanCommand } from "../model/run-kind.ts";
import { DEFAULT_POLICY_FILE } from "../request/options/file-names.ts";
import type {
  ApplyRequest,
  DecideRequest,
  PublishRequest,
  RunRequest,
} from "../request/request.ts";

/** A command whose outcome is a report: the use case and its request. */
export type Task =
  | { readonly kind: "run"; readonly request: RunRequest }
  /** `output` is the file of the plan, relative to the working directory or absolute. */
  | { readonly kind: "plan"; readonly request: RunRequest; readonly output: string }
  | { readonly kind: "apply"; readonly request: ApplyRequest }
  | { readonly kind: "publish"; readonly request: PublishRequest }
  | { readonly kind: "decide"; readonly request: DecideRequest };

/** A task that does what a plan says. */
export function isOfPlan(task: Task): task is Extract<Task, { kind: PlanCommand }> {
  return PLAN_COMMANDS.some((kind) => kind === task.kind);
}

/** The files that a task reads, as they were named: no output may replace one. */
export function filesRead(task: Task): readonly string[] {
  const { recipes, policy = DEFAULT_POLICY_FILE } = task.request;
  const uses = (isOfPlan(task) ? undefined : task.request.uses) ?? [];
  const { inputsFile } = task.request;
  const others = isOfPlan(task)
    ? [task.request.plan, inputsFile]
    : [inputsFile, task.request.replay];
  return [
    ...recipes,
    ...uses.map(({ name }) => name),
    policy,
    ...others.filter((file) => file !== undefined),
  ];
}
