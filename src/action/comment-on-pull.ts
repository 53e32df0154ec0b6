import { commentOn } from "../command/comment/comment-on.ts";
import { isOfPlan, type Task } from "../command/task.ts";
import { shellWord } from "../shared/shell-word.ts";
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

/**
 * Returns the options that choose the same files and inputs as a task, quoted for a shell; undefined if a plan chose
 * them. Values of inputs are left out: more people read a comment than the log of a job.
 */
function choiceOptions(task: Task): readonly string[] | undefined {
  if (isOfPlan(task)) return undefined;
  const { files, filesFrom, paths, exclude, since, changedLines, inputs, inputsFile } =
    task.request;
  return [
    ...optionsFor("since", since === undefined ? [] : [since]),
    ...(changedLines === true ? ["--changed-lines"] : []),
    ...optionsFor("files", files),
    ...optionsFor("files-from", filesFrom === undefined ? [] : [filesFrom]),
    ...optionsFor("paths", paths),
    ...optionsFor("exclude", exclude),
    ...optionsFor("inputs-file", inputsFile === undefined ? [] : [inputsFile]),
    ...optionsFor(
      "input",
      Object.keys(inputs).map((name) => `${name}=…`),
    ),
  ];
}

function optionsFor(name: string, values: readonly string[] = []): readonly string[] {
  return values.map((value) => `--${name}${value.startsWith("-") ? "=" : " "}${shellWord(value)}`);
}
