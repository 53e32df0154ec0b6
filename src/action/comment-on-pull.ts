import { choiceOptions } from "../command/comment/choice-options.ts";
import { commentOn } from "../command/comment/comment-on.ts";
import type { Task } from "../command/task.ts";
import type { ActionWorld } from "./action-world.ts";
import type { StepOutcome } from "./step-outcome.ts";

/** The wishes of a step for its comment. */
interface PullOptions {
  /** Absolute. */
  readonly root: string;
  readonly token: string;
  /** Undefined: by the workflow, the job and the root. */
  readonly id: string | undefined;
  readonly suggestions: number;
  readonly task: Task;
}

/** Keeps the comment on the pull request up to date. Returns notes for the log; none of them makes the step fail. */
export async function commentOnPull(
  { report, outcome, exitCode }: StepOutcome,
  { root, token, id, suggestions, task }: PullOptions,
  world: ActionWorld,
): Promise<readonly string[]> {
  if (report === undefined) return [];
  const tokens = { github: token, gitlab: "" };
  const choice = choiceOptions(task);
  const options = { root, tokens, id, suggestions, choice, forge: "github", when: "auto" } as const;
  const { notes } = await commentOn({ ...report, outcome, exitCode }, world, options);
  return notes;
}
